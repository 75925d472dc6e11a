import type { Context } from '../../context.ts'
import { accountOf, type OwnActor } from '../../platform/http/actor.ts'
import { showReceived } from '../recipients/recipient-store.ts'
import { listOwnAmong } from '../transfer-store.ts'
import { restoreTransfers } from './restore-transfers.ts'

/**
 * Undoes, within a minute, a `deleteTransfer` of either kind: restores own transfers, and lists received ones again.
 *
 * @returns how many
 * @throws Problem as `restoreTransfers` does
 */
export async function undoDeletion(
  ctx: Pick<Context, 'db' | 'geo' | 'signer'>,
  actor: OwnActor,
  ids: readonly string[],
): Promise<number> {
  const account = accountOf(actor)
  const shown = await showReceived(ctx.db, account.id, ids)
  const own = await listOwnAmong(ctx.db, account.id, shown)
  const rest = ids.filter((id) => !shown.includes(id) || own.includes(id))
  return shown.length + (rest.length > 0 ? await restoreTransfers(ctx, account, rest, actor) : 0)
}
