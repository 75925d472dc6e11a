import { Problem } from '@waybill/contract/core/problems'
import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { StoreId } from '../../platform/storage/blob-port.ts'
import { addMoveJob } from './move-files.ts'
import { insertMove, stopMove } from './move-store.ts'

/**
 * Begins to move everything that a workspace stores to one store; a move to another store ends. Does nothing where the
 * same move runs. `accountId`: the admin who asks; null: the operator. Returns whether a move began.
 *
 * @throws Problem 'store-unavailable' where the store is not configured
 */
export async function startMove(
  tx: Kysely<Database>,
  { stores }: { stores: Pick<Context['stores'], 'ids'> },
  move: { workspaceId: string; toStore: StoreId; accountId: string | null },
): Promise<boolean> {
  if (!stores.ids.includes(move.toStore)) throw new Problem('store-unavailable', { store: move.toStore })
  await stopMove(tx, move.workspaceId, move.toStore)
  const row = await insertMove(tx, move)
  if (row === null) return false
  await addMoveJob(tx, row.id)
  return true
}
