import { Problem } from '@waybill/contract/core/problems'
import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import { joinAccountOf, lockAccount } from '../../identity/accounts/index.ts'
import type { Database } from '../../platform/database/schema.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { recordNotice } from '../../tracking/ledger/index.ts'
import { giveUp, listUploadedFiles, removeMissing } from '../../uploads/index.ts'
import { deleteDraft } from '../draft-store.ts'
import { listTransferFiles, settleChange } from '../files/transfer-file-store.ts'
import { setTransfersDeleted } from '../manage/transfer-change-store.ts'
import { sniffFiles } from '../send/sniff-files.ts'
import { findTransferOfUpload, type Transfer } from '../transfer-store.ts'
import { findArrivalRow, markWhole, takeMissingOut } from './arriving-store.ts'
import { isArriving } from './read-arrival.ts'
import { tellRecipients } from './tell-arrival.ts'

type Needs = Pick<
  Context,
  'db' | 'stores' | 'hashing' | 'log' | 'signer' | 'config' | 'masterKey' | 'connection' | 'nodeId'
>

/** Ends the upload of a transfer that is still arriving: no part is accepted any more. */
export async function stopArrival(tx: Kysely<Database>, transferId: string): Promise<void> {
  const found = await findArrivalRow(tx, transferId)
  if (found !== null && isArriving(found)) await giveUp(tx, found.upload_id)
}

/**
 * The upload of an arriving transfer has ended: files that were not there leave the transfer for good, and one without
 * any file left is withdrawn. Safe to run again.
 */
export async function endArrival(ctx: Needs, { uploadId }: { uploadId: string }): Promise<void> {
  const transfer = await findTransferOfUpload(ctx.db, uploadId)
  if (transfer !== null && isArriving(transfer)) await settle(ctx, transfer, await isFit(ctx, transfer))
  await removeMissing(ctx, uploadId)
}

/** Whether recipients may have the files. Those of a visitor have not been looked into before. */
async function isFit(ctx: Needs, { account_id, upload_id: uploadId }: Transfer): Promise<boolean> {
  if (account_id !== null) return true
  const files = (await listUploadedFiles(ctx.db, uploadId)).filter(({ withdrawn_at }) => withdrawn_at === null)
  try {
    await sniffFiles(ctx, files)
    return true
  } catch (error) {
    if (error instanceof Problem && error.code === 'insecure-file-type') return false
    throw error
  }
}

async function settle(ctx: Needs, transfer: Transfer, fits: boolean): Promise<void> {
  const { id: transferId, account_id: accountId } = transfer
  await ctx.db.transaction().execute(async (tx) => {
    if (accountId !== null) await lockAccount(tx, accountId)
    const arrived = await markWhole(tx, transferId)
    if (arrived === null) return
    await deleteDraft(tx, transfer.upload_id)
    await takeMissingOut(tx, transferId)
    await settleChange(tx, transferId, { asksMore: false })
    const left = (await listTransferFiles(tx, transferId)).length
    await recordNotice(tx, ctx, { transferId, kind: 'dropped', detail: `${left}/${transfer.file_count}` })
    // It may have been restored since it was read.
    if (arrived.isDeleted) return
    if (accountId === null) await joinAccountOf(tx, transfer.sender_address)
    if (!arrived.wasTold) await tellRecipients(ctx, tx, transfer, 'dropped', left)
    if (left === 0 || !fits) {
      await setTransfersDeleted(tx, [transferId], true)
      await recordNotice(tx, ctx, { transferId, kind: 'deleted' })
    } else await addJob(tx, 'finish-recipients', { transferId })
  })
}
