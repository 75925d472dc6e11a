import { plans, type Role } from '@waybill/contract/billing/plans'
import { Problem } from '@waybill/contract/core/problems'
import { holdStorageKey, missingRoom, takeBytes } from '../../billing/index.ts'
import type { Context } from '../../context.ts'
import { lockAccount } from '../../identity/accounts/index.ts'
import { nowhere, type RequestMetadata, recordOwnEvent } from '../../tracking/ledger/index.ts'
import { makeRoom, restoreFileRows } from '../../uploads/index.ts'
import { listFileIds } from '../files/transfer-file-store.ts'
import { mailHeldBack } from '../recipients/mail-held-back.ts'
import { holdOwnTransfers } from './own-transfer.ts'
import { setTransfersDeleted } from './transfer-change-store.ts'

/**
 * Undoes a deletion of transfers within a minute: they are restored with the files that were deleted with any transfer.
 * Files deleted from the library stay deleted. Restoring one again does nothing, nor does restoring one without a file.
 *
 * @returns how many this call restored
 * @throws Problem 'transfer-not-found', the same for unknown and foreign ones and those deleted earlier;
 *   'storage-full' {limitBytes} where their files no longer fit; 'unauthenticated' where the account has ended
 *   meanwhile. None is restored then
 */
export async function restoreTransfers(
  ctx: Pick<Context, 'db' | 'geo' | 'signer'>,
  account: { id: string; role: Role },
  transferIds: readonly string[],
  by: RequestMetadata = nowhere,
): Promise<number> {
  return ctx.db.transaction().execute(async (tx) => {
    if (!(await lockAccount(tx, account.id))) throw new Problem('unauthenticated')
    const own = (await holdOwnTransfers(tx, account.id, transferIds)).filter(({ state }) => state !== 'gone')
    if (own.length < new Set(transferIds).size) throw new Problem('transfer-not-found')
    const deleted = own.flatMap(({ id, state, isEmpty }) => (state === 'deleted' && !isEmpty ? [id] : []))
    await setTransfersDeleted(tx, deleted, false)
    const back = await restoreFileRows(tx, account.id, await listFileIds(tx, deleted))
    const storage = [await holdStorageKey(tx, account.id), back.bytes, plans[account.role].storageBytes] as const
    // Space that a stranger has reserved since through an open link does not displace the account's own files.
    await makeRoom(tx, account.id, await missingRoom(tx, ...storage), 'owner')
    await takeBytes(tx, ...storage)
    for (const transferId of deleted) await mailHeldBack(tx, { transferId })
    for (const transferId of deleted.sort()) await recordOwnEvent(tx, ctx, by, { transferId, kind: 'restored' })
    return deleted.length
  })
}
