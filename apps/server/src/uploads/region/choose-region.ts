import type { BodyOf } from '@waybill/contract/core/endpoint'
import { Problem } from '@waybill/contract/core/problems'
import type { chooseRegion as endpoint, RegionSettings } from '@waybill/contract/uploads/region-endpoints'
import type { Context } from '../../context.ts'
import { type Actor, accountOf } from '../../platform/http/actor.ts'
import type { Budget } from '../../platform/http/limits/rate-limits.ts'
import { noteSecurityIn } from '../../platform/security-log/security-scope.ts'
import { setRegion } from '../../workspaces/index.ts'
import { stopMove } from '../move/move-store.ts'
import { startMove } from '../move/start-move.ts'
import { storeOfRegion } from '../plan/choose-store.ts'
import { readRegion } from './read-region.ts'

const choicesPerWorkspace: Budget = { name: 'region-choices', points: 10, seconds: 86_400 }
/** Each reads and writes everything that the workspace stores, and its former bytes stay for a day. */
const movesPerWorkspace: Budget = { name: 'region-moves', points: 3, seconds: 86_400 }

/**
 * The admin chooses where new files of the workspace are stored, and whether stored ones move there.
 *
 * @throws Problem 'invalid-input' where no store is in the region, 'too-many-requests'
 */
export async function chooseRegion(
  ctx: Pick<Context, 'db' | 'stores' | 'limits'>,
  actor: Actor,
  { region, movesFiles }: BodyOf<typeof endpoint>,
): Promise<RegionSettings> {
  const account = accountOf(actor)
  const { id: accountId, workspaceId } = account
  const store = storeOfRegion(ctx.stores.named, region)
  if (store.region !== region) throw new Problem('invalid-input', { where: 'body', field: 'region' })
  await ctx.limits.spend(choicesPerWorkspace, workspaceId)
  if (movesFiles) await ctx.limits.spend(movesPerWorkspace, workspaceId)
  await ctx.db.transaction().execute(async (tx) => {
    const isOther = await setRegion(tx, workspaceId, region)
    const isMoving = movesFiles && (await startMove(tx, ctx, { workspaceId, toStore: store.id, accountId }))
    if (!movesFiles) await stopMove(tx, workspaceId, store.id)
    if (!isOther && !isMoving) return
    const facts = { region, movesFiles: isMoving, workspace: workspaceId }
    await noteSecurityIn(tx, { event: 'region-chosen', outcome: 'ok', accountId, facts })
  })
  return readRegion(ctx, account)
}
