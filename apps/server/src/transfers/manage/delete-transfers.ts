import { Problem } from '@waybill/contract/core/problems'
import { freeBytes, holdStorageKey } from '../../billing/index.ts'
import type { Context } from '../../context.ts'
import { forgetShared } from '../../notifications/index.ts'
import { nowhere, type RequestMetadata, recordOwnEvent } from '../../tracking/ledger/index.ts'
import { deleteFilesWith } from '../../uploads/index.ts'
import { stopArrival } from '../arriving/end-arrival.ts'
import { listUnusedFiles } from '../files/transfer-file-store.ts'
import { finishWithout } from '../send/finish-without.ts'
import { listShares } from '../share/share-store.ts'
import { UNDO_SECONDS } from '../transfer-store.ts'
import { holdOwnTransfers } from './own-transfer.ts'
import { setTransfersDeleted } from './transfer-change-store.ts'

/**
 * Deletes an account's transfers: their links are unknown from now on. Also deletes the account's own files that no
 * other undeleted transfer of it has, and frees their storage at once; bytes are removed a day later, and
 * `restoreTransfers` can undo it for a minute. Deleting one again does nothing.
 *
 * @returns how many this call deleted
 * @throws Problem 'transfer-not-found', the same for unknown and foreign ones; none is deleted then
 */
export async function deleteTransfers(
  ctx: Pick<Context, 'db' | 'geo' | 'signer'>,
  accountId: string,
  transferIds: readonly string[],
  by: RequestMetadata = nowhere,
): Promise<number> {
  return ctx.db.transaction().execute(async (tx) => {
    const own = await holdOwnTransfers(tx, accountId, transferIds)
    if (own.length < new Set(transferIds).size) throw new Problem('transfer-not-found')
    const standing = own.flatMap(({ id, state }) => (state === 'standing' ? [id] : []))
    for (const id of standing) await stopArrival(tx, id)
    await setTransfersDeleted(tx, standing, true)
    for (const id of standing) await forgetShared(tx, id, await listShares(tx, id))
    const gone = await deleteFilesWith(tx, accountId, await listUnusedFiles(tx, accountId, standing))
    await freeBytes(tx, await holdStorageKey(tx, accountId), gone.bytes)
    await finishWithout(tx, gone.ids, UNDO_SECONDS)
    for (const transferId of standing.sort()) await recordOwnEvent(tx, ctx, by, { transferId, kind: 'deleted' })
    return standing.length
  })
}
