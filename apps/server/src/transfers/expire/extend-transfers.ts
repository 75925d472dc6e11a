import { Problem } from '@waybill/contract/core/problems'
import { readLiveAccount } from '../../billing/index.ts'
import type { Context } from '../../context.ts'
import { lockAccount } from '../../identity/accounts/index.ts'
import { accountOf, type OwnActor } from '../../platform/http/actor.ts'
import { recordOwnEvent } from '../../tracking/ledger/index.ts'
import { notifyAccessRequesters, requireExpiry } from '../manage/edit-transfer.ts'
import { extendOwn } from '../manage/transfer-change-store.ts'

/**
 * Extends the expiry of the account's transfers, from now; expired ones open again.
 *
 * @returns how many
 * @throws Problem 'transfer-not-found' where one is unknown, deleted or foreign: none is changed then;
 *   'expiry-reserved', 'account-suspended'
 */
export async function extendTransfers(
  ctx: Pick<Context, 'db' | 'geo' | 'signer'>,
  actor: OwnActor,
  { ids, expirySeconds }: { ids: readonly string[]; expirySeconds: number },
): Promise<number> {
  const account = accountOf(actor)
  return ctx.db.transaction().execute(async (tx) => {
    // A transaction that writes many rows of an account locks it, so that two never deadlock.
    await lockAccount(tx, account.id)
    const live = await readLiveAccount(tx, account.id)
    if (live === null) throw new Problem('unauthenticated')
    if (live.isSuspended) throw new Problem('account-suspended')
    requireExpiry(live.role, expirySeconds)
    const extended = await extendOwn(tx, account.id, ids, expirySeconds)
    if (extended < new Set(ids).size) throw new Problem('transfer-not-found')
    for (const transferId of [...new Set(ids)].sort()) {
      await recordOwnEvent(tx, ctx, actor, { transferId, kind: 'extended', detail: String(expirySeconds) })
    }
    await notifyAccessRequesters(tx, ids)
    return extended
  })
}
