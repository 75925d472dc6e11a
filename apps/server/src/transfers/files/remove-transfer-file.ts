import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../../context.ts'
import { accountOf, type OwnActor } from '../../platform/http/actor.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { recordOwnEvent } from '../../tracking/ledger/index.ts'
import { requireWhole } from '../arriving/read-arrival.ts'
import { keepSearchText } from '../list/search-text.ts'
import { holdOwnTransfer } from '../manage/own-transfer.ts'
import { listTransferFiles, settleChange, takeFileOut } from './transfer-file-store.ts'

/**
 * Removes a file from one of the account's transfers. It stays in the library, and an earlier grant still serves it.
 *
 * @throws Problem 'unauthenticated' | 'transfer-not-found' | 'file-not-found' | 'files-still-arriving' | 'last-file'
 */
export async function removeTransferFile(
  ctx: Pick<Context, 'db' | 'geo' | 'signer'>,
  actor: OwnActor,
  transferId: string,
  fileId: string,
): Promise<void> {
  const account = accountOf(actor)
  await ctx.db.transaction().execute(async (tx) => {
    const transfer = await holdOwnTransfer(tx, account.id, transferId)
    await requireWhole(tx, transferId)
    if ((await takeFileOut(tx, transferId, fileId)) === null) throw new Problem('file-not-found')
    if ((await listTransferFiles(tx, transferId)).length === 0) throw new Problem('last-file')
    await settleChange(tx, transferId, { asksMore: false })
    await keepSearchText(tx, transfer)
    await addJob(tx, 'finish-recipients', { transferId })
    await recordOwnEvent(tx, ctx, actor, { transferId, kind: 'edited', detail: 'files -1' })
  })
}
