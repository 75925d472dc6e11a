import type { Context } from '../../context.ts'
import { type Actor, accountOf } from '../../platform/http/actor.ts'
import { showReceived } from '../recipients/recipient-store.ts'
import { listOwnAmong } from '../transfer-store.ts'
import { asSenders } from './as-sender.ts'
import { restoreTransfers } from './restore-transfers.ts'

/**
 * Undoes, within a minute, a `deleteTransfer` of either kind: restores own transfers, for the admin also those of
 * members, and lists received ones again. What a member sent to the admin is received.
 *
 * @returns how many
 * @throws Problem as `restoreTransfers` does
 */
export async function undoDeletion(
  ctx: Pick<Context, 'db' | 'geo' | 'signer'>,
  actor: Actor,
  ids: readonly string[],
): Promise<number> {
  const account = accountOf(actor)
  const shown = await showReceived(ctx.db, account.id, ids)
  const own = await listOwnAmong(ctx.db, account.id, shown)
  const rest = ids.filter((id) => !shown.includes(id) || own.includes(id))
  if (rest.length === 0) return shown.length
  const restored = await asSenders(ctx, actor, { ids: rest }, (as, theirs) =>
    restoreTransfers(ctx, accountOf(as), theirs, as),
  )
  return restored.reduce((sum, count) => sum + count, shown.length)
}
