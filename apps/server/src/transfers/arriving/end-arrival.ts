import { Problem } from '@waybill/contract/core/problems'
import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import { joinAccountOf, lockAccount } from '../../identity/accounts/index.ts'
import type { Database } from '../../platform/database/schema.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { recordNotice } from '../../tracking/ledger/index.ts'
import { endLater, giveUp, hasUnreadSuspects, listUploadedFiles, removeMissing } from '../../uploads/index.ts'
import { followSums } from '../check/record-sums.ts'
import { deleteDraft } from '../draft-store.ts'
import { listTransferFiles, settleChange } from '../files/transfer-file-store.ts'
import { setTransfersDeleted } from '../manage/transfer-change-store.ts'
import { sniffFiles } from '../send/sniff-files.ts'
import { findTransferOfUpload, type Transfer } from '../transfer-store.ts'
import { findArrivalRow, listEnded, markWhole, takeMissingOut } from './arriving-store.ts'
import { isArriving } from './read-arrival.ts'
import { tellRecipients } from './tell-arrival.ts'

type Needs = Pick<Context, 'db' | 'stores' | 'log' | 'signer' | 'config' | 'masterKey' | 'connection' | 'nodeId'>

/** The pause before each try while a file of the size of a blocked content is not read yet. */
const UNREAD_SECONDS = 15

/** Until then, the job of an upload that has ended is left to its own tries. */
const FORGOTTEN_AFTER_SECONDS = 3_600

/** Ends the upload of a transfer that is still arriving: no part is accepted any more. */
export async function stopArrival(tx: Kysely<Database>, transferId: string): Promise<void> {
  const found = await findArrivalRow(tx, transferId)
  if (found !== null && isArriving(found)) await giveUp(tx, found.upload_id)
}

/**
 * The upload of an arriving transfer has ended: files that were not there leave the transfer for good, and one without
 * any file left is withdrawn. Safe to run again. It reads no whole file itself.
 */
export async function endArrival(ctx: Needs, { uploadId }: { uploadId: string }): Promise<void> {
  const transfer = await findTransferOfUpload(ctx.db, uploadId)
  if (transfer !== null && isArriving(transfer)) {
    const files = (await listUploadedFiles(ctx.db, uploadId)).filter(({ withdrawn_at }) => withdrawn_at === null)
    const isOfVisitor = transfer.account_id === null
    if (await hasUnreadSuspects(ctx.db, files)) {
      // The job that reads them withdraws a blocked one, and until then they do not open.
      await endLater(ctx.db, uploadId, UNREAD_SECONDS)
    } else {
      // What a visitor sent is looked into before anybody may have it: here for the first time.
      await settle(ctx, transfer, !(isOfVisitor && (await isBarred(ctx, files))))
    }
  }
  await removeMissing(ctx, uploadId)
}

/** Ends those whose job has failed for good, or was lost: nothing else would end them. */
export async function endForgotten({ db }: Pick<Context, 'db'>): Promise<void> {
  for (const uploadId of await listEnded(db, FORGOTTEN_AFTER_SECONDS)) await endLater(db, uploadId)
}

async function isBarred(ctx: Needs, files: Parameters<typeof sniffFiles>[1]): Promise<boolean> {
  try {
    await sniffFiles(ctx, files)
    return false
  } catch (error) {
    if (error instanceof Problem && error.code === 'insecure-file-type') return true
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
    const files = fits ? await listTransferFiles(tx, transferId) : []
    const left = files.length
    // A deleted transfer's files are all withdrawn, until it is restored.
    const there = arrived.isDeleted ? left : files.filter(({ withdrawn_at }) => withdrawn_at === null).length
    const isAll = left === transfer.file_count
    const detail = `${there}/${transfer.file_count}`
    await recordNotice(tx, ctx, { transferId, kind: isAll ? 'arrived' : 'dropped', detail })
    // Nothing more comes: what was read is recorded at once.
    await followSums(tx, [transferId])
    // It may have been restored since it was read.
    if (arrived.isDeleted) return
    if (accountId === null) await joinAccountOf(tx, transfer.sender_address)
    if (!isAll || arrived.wasTold) await tellRecipients(ctx, tx, transfer, isAll ? 'whole' : 'dropped', there)
    if (left === 0) {
      await setTransfersDeleted(tx, [transferId], true)
      await recordNotice(tx, ctx, { transferId, kind: 'deleted' })
    } else await addJob(tx, 'finish-recipients', { transferId })
  })
}
