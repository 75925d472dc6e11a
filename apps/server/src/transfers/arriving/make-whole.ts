import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../../context.ts'
import { joinAccountOf, lockAccount } from '../../identity/accounts/index.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { recordNotice } from '../../tracking/ledger/index.ts'
import {
  closeUpload,
  completeReady,
  findUpload,
  giveUp,
  hasUnreadSuspects,
  listUploadedFiles,
  refuseBlocked,
  settleUpload,
} from '../../uploads/index.ts'
import { deleteDraft } from '../draft-store.ts'
import { sniffFiles } from '../send/sniff-files.ts'
import { findTransferOfUpload, type Transfer } from '../transfer-store.ts'
import { markWhole } from './arriving-store.ts'
import { tellRecipients } from './tell-arrival.ts'

type Needs = Pick<Context, 'db' | 'stores' | 'hashing' | 'log' | 'signer' | 'config' | 'masterKey'>

/**
 * Makes an arriving transfer whole whose blobs are all complete, after the checks of every save. A second call, even a
 * concurrent one, does nothing.
 *
 * @throws Problem 'file-blocked' | 'insecure-file-type' | 'upload-incomplete' | 'store-unavailable'
 */
export async function makeWhole(ctx: Needs, transfer: Transfer): Promise<void> {
  const { id: transferId, upload_id: uploadId, account_id: accountId } = transfer
  const uploaded = await listUploadedFiles(ctx.db, uploadId)
  const files = uploaded.filter(({ withdrawn_at }) => withdrawn_at === null)
  const there = transfer.file_count - (uploaded.length - files.length)
  await refuseBlocked(ctx, files)
  if (accountId === null) await sniffFiles(ctx, files)
  await ctx.db.transaction().execute(async (tx) => {
    if (accountId !== null) await lockAccount(tx, accountId)
    const closed = await closeUpload(tx, uploadId)
    if (closed === null) return
    await settleUpload(tx, closed, null)
    await deleteDraft(tx, uploadId)
    const arrived = await markWhole(tx, transferId)
    if (arrived === null) return
    await recordNotice(tx, ctx, { transferId, kind: 'arrived', detail: `${there}/${transfer.file_count}` })
    if (arrived.wasTold) await tellRecipients(ctx, tx, transfer, 'whole', there)
    if (accountId === null) await joinAccountOf(tx, transfer.sender_address)
    await addJob(tx, 'finish-recipients', { transferId })
  })
}

/**
 * What the checks of a save refuse: the sender hears it from their own save, or as a withdrawn file. An insecure type is
 * for good: its upload ends.
 */
const REFUSALS: ReadonlySet<string> = new Set(['file-blocked', 'insecure-file-type', 'upload-incomplete'])

/**
 * Completes what is there of an arriving upload, and the transfer with the last of it. `isIdle`: its sender has had the
 * time to hear why it cannot become whole.
 */
export async function finishArrived(ctx: Needs, uploadId: string, { isIdle } = { isIdle: false }): Promise<void> {
  const upload = await findUpload(ctx.db, uploadId)
  if (upload === null || upload.state !== 'open' || !upload.is_arriving) return
  try {
    if (!(await completeReady(ctx, upload))) return
    // This job reads no whole file: the job that checks files does, and a later run finds them read.
    if (await hasUnreadSuspects(ctx.db, await listUploadedFiles(ctx.db, uploadId))) {
      // It may be missing: a process completes the files first, and may end before it adds the job.
      if (isIdle) await addJob(ctx.db, 'check-upload', { uploadId })
      return
    }
    const transfer = await findTransferOfUpload(ctx.db, uploadId)
    if (transfer !== null) await makeWhole(ctx, transfer)
  } catch (error) {
    if (!(error instanceof Problem) || !REFUSALS.has(error.code)) throw error
    ctx.log.warn({ upload: uploadId, code: error.code }, 'an arriving transfer cannot become whole yet')
    if (isIdle && error.code === 'insecure-file-type') await ctx.db.transaction().execute((tx) => giveUp(tx, uploadId))
  }
}
