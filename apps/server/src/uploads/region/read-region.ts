import type { RegionMove, RegionSettings } from '@waybill/contract/uploads/region-endpoints'
import { DEFAULT_REGION, type Region } from '@waybill/contract/uploads/regions'
import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import type { Database } from '../../platform/database/schema.ts'
import { readRegionOf } from '../../workspaces/index.ts'
import { findLatestMove, type MoveRow, sumElsewhere } from '../move/move-store.ts'
import { storeOfRegion } from '../plan/choose-store.ts'

type Needs = Pick<Context, 'stores'> & { db: Kysely<Database> }
type Named = Context['stores']['named']

/** Where the workspace's files are stored, and the move that is under way. */
export async function readRegion(
  { db, stores: { named } }: Needs,
  { id: accountId, workspaceId }: { id: string; workspaceId: string },
): Promise<RegionSettings> {
  const store = storeOfRegion(named, await readRegionOf(db, accountId))
  const move = await findLatestMove(db, workspaceId)
  return {
    region: store.region,
    regions: [...new Set(named.map(({ region }) => region))],
    elsewhere: await sumElsewhere(db, workspaceId, store.id),
    move: move && presentMove(move, named),
  }
}

function presentMove(move: MoveRow, named: Named): RegionMove {
  const isOver = move.ended_at !== null
  const waiting = move.waits_for === null ? 'moving' : (`waits-${move.waits_for}` as 'waits-store' | 'waits-uploads')
  return {
    region: regionOf(move.to_store, named),
    state: isOver ? (move.outcome === 'done' ? 'done' : 'stopped') : waiting,
    away: move.waits_store === null ? null : regionOf(move.waits_store, named),
    // Uploads that were in progress at its start follow.
    files: Math.max(move.total_files, move.moved_files + move.pass_kept),
    movedFiles: move.moved_files,
    bytes: Math.max(move.total_bytes, move.moved_bytes),
    movedBytes: move.moved_bytes,
    keptFiles: move.pass_kept,
    startedAt: move.started_at.toISOString(),
    endedAt: move.ended_at?.toISOString() ?? null,
  }
}

/** A store that is no longer configured has no region; it counts as the default one. */
const regionOf = (storeId: string, named: Named): Region =>
  named.find(({ id }) => id === storeId)?.region ?? DEFAULT_REGION
