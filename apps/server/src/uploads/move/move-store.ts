import { type Kysely, type Selectable, sql } from 'kysely'
import type { Database, StoreMovesTable } from '../../platform/database/schema.ts'
import { newId } from '../../platform/ids.ts'
import type { StoreId } from '../../platform/storage/blob-port.ts'
import type { BlobRow } from '../blob-store.ts'

/** Moves of workspaces between stores: one runs in a workspace, and one process at a time holds its lease. */
type Db = Kysely<Database>

export type MoveRow = Selectable<StoreMovesTable>

/** How long a process that stopped renewing its lease keeps others from moving on. */
const LEASE_SECONDS = 60

/** Blobs of complete uploads of a workspace whose bytes are wanted, and lie outside a store. */
const elsewhere = (workspaceId: string, toStore: StoreId) => sql`
  uploads u join blobs b on b.upload_id = u.id
  where u.workspace_id = ${workspaceId} and u.state = 'complete' and b.store <> ${toStore}
    and b.completed_at is not null and b.removed_at is null
    and exists (select from files f where f.blob_id = b.id and f.deleted_at is null)`

export async function sumElsewhere(
  db: Db,
  workspaceId: string,
  toStore: StoreId,
): Promise<{ files: number; bytes: number }> {
  const { rows } = await sql<{ files: number; bytes: number }>`
    select count(*)::bigint as files, coalesce(sum(f.bytes), 0)::bigint as bytes from files f
    where f.deleted_at is null and f.blob_id in (select b.id from ${elsewhere(workspaceId, toStore)})`.execute(db)
  return rows[0] ?? { files: 0, bytes: 0 }
}

/** A page of them after `afterId`. */
export async function listElsewhere(
  db: Db,
  { workspace_id, to_store }: Pick<MoveRow, 'workspace_id' | 'to_store'>,
  afterId: string,
  limit: number,
): Promise<BlobRow[]> {
  const { rows } = await sql<BlobRow>`
    select b.* from ${elsewhere(workspace_id, to_store)} and b.id > ${afterId} order by b.id limit ${limit}`.execute(db)
  return rows
}

/** Uploads in progress that will be complete in another store. */
export async function countOpenElsewhere(
  db: Db,
  { workspace_id, to_store }: Pick<MoveRow, 'workspace_id' | 'to_store'>,
): Promise<number> {
  const { count } = await db
    .selectFrom('uploads')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('workspace_id', '=', workspace_id)
    .where('state', '=', 'open')
    .where('store', '<>', to_store)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow()
  return count
}

/** Null where a move of the workspace runs. */
export async function insertMove(
  tx: Db,
  move: { workspaceId: string; toStore: StoreId; accountId: string | null },
): Promise<MoveRow | null> {
  const { files, bytes } = await sumElsewhere(tx, move.workspaceId, move.toStore)
  const row = await tx
    .insertInto('store_moves')
    .values({
      id: newId(),
      workspace_id: move.workspaceId,
      to_store: move.toStore,
      asked_by: move.accountId,
      total_files: files,
      total_bytes: bytes,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Ends the running move of the workspace, unless it leads to `exceptTo`. Returns whether one was ended. */
export async function stopMove(tx: Db, workspaceId: string, exceptTo: StoreId | null): Promise<boolean> {
  const row = await tx
    .updateTable('store_moves')
    .set({ ended_at: sql<Date>`now()`, outcome: 'stopped', waits_for: null, waits_store: null })
    .where('workspace_id', '=', workspaceId)
    .where('ended_at', 'is', null)
    .$if(exceptTo !== null, (query) => query.where('to_store', '<>', exceptTo as StoreId))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The running move of the workspace, else its last one. */
export async function findLatestMove(db: Db, workspaceId: string): Promise<MoveRow | null> {
  const row = await db
    .selectFrom('store_moves')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy(sql`ended_at is null`, 'desc')
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** Running moves, and those that ended in the last days, newest first. */
export async function listMoves(db: Db, days: number): Promise<MoveRow[]> {
  return db
    .selectFrom('store_moves')
    .selectAll()
    .where(sql<boolean>`(ended_at is null or ended_at > now() - make_interval(days => ${days}))`)
    .orderBy('started_at', 'desc')
    .execute()
}

/** Running moves that no process works at. */
export async function listIdleMoves(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('store_moves')
    .select('id')
    .where('ended_at', 'is', null)
    .where(sql<boolean>`(lease_until is null or lease_until <= now())`)
    .execute()
  return rows.map(({ id }) => id)
}

/** Takes the lease of a running move; null where another process has it, or the move has ended. */
export async function takeLease(db: Db, id: string, token: string): Promise<MoveRow | null> {
  const row = await db
    .updateTable('store_moves')
    .set({ lease_token: token, lease_until: sql<Date>`now() + make_interval(secs => ${LEASE_SECONDS})` })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where(sql<boolean>`(lease_until is null or lease_until <= now())`)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** A process's hold on a move. */
export interface Lease {
  moveId: string
  token: string
}

/** SQL: this is the move, running, and the lease is still this process's. */
const isHeld = ({ moveId, token }: Lease) =>
  sql<boolean>`id = ${moveId} and lease_token = ${token} and lease_until > now() and ended_at is null`

/** False where the lease was lost, or the move has ended. */
export async function renewLease(db: Db, lease: Lease): Promise<boolean> {
  const row = await db
    .updateTable('store_moves')
    .set({ lease_until: sql<Date>`now() + make_interval(secs => ${LEASE_SECONDS})` })
    .where(isHeld(lease))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export interface Moved {
  files: number
  bytes: number
}

/** Holds the move until the transaction ends, and counts what it moved. False where the lease was lost. */
export async function countMoved(tx: Db, lease: Lease, { files, bytes }: Moved): Promise<boolean> {
  const row = await tx
    .updateTable('store_moves')
    .set({
      moved_files: sql<number>`moved_files + ${files}`,
      moved_bytes: sql<number>`moved_bytes + ${bytes}`,
      pass_moved: sql<number>`pass_moved + 1`,
      waits_for: null,
      waits_store: null,
    })
    .where(isHeld(lease))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Everything up to `afterId` was looked at in this pass. */
export async function keepCursor(db: Db, lease: Lease, afterId: string, keptFiles: number): Promise<void> {
  await db
    .updateTable('store_moves')
    .set({ after_id: afterId, pass_kept: sql<number>`pass_kept + ${keptFiles}` })
    .where(isHeld(lease))
    .execute()
}

/** The next pass begins. Returns how many blobs the last one moved. */
export async function beginPass(db: Db, lease: Lease): Promise<number> {
  const { rows } = await sql<{ moved: number }>`
    with before as (select id, pass_moved from store_moves where ${isHeld(lease)} for update)
    update store_moves set after_id = '', pass_moved = 0,
      pass_kept = case when before.pass_moved > 0 then 0 else pass_kept end
    from before where store_moves.id = before.id returning before.pass_moved as moved`.execute(db)
  return rows[0]?.moved ?? 0
}

/** Gives the lease back, with what the move waits for. */
export async function releaseLease(
  tx: Db,
  lease: Lease,
  wait: { for: 'store'; store: StoreId } | { for: 'uploads' } | null,
): Promise<boolean> {
  const row = await tx
    .updateTable('store_moves')
    .set({
      lease_token: null,
      lease_until: null,
      waits_for: wait?.for ?? null,
      waits_store: wait?.for === 'store' ? wait.store : null,
      ...(wait?.for === 'uploads' ? { pass_kept: 0 } : {}),
    })
    .where(isHeld(lease))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Nothing is left to move. */
export async function finishMove(db: Db, lease: Lease): Promise<void> {
  await db
    .updateTable('store_moves')
    .set({
      ...{ lease_token: null, lease_until: null, waits_for: null, waits_store: null, outcome: 'done' },
      ended_at: sql<Date>`now()`,
    })
    .where(isHeld(lease))
    .execute()
}

/** After a restore: moves to stores that are not configured end. */
export async function stopStrayMoves(tx: Db, known: readonly StoreId[]): Promise<void> {
  await sql`
    update store_moves set ended_at = now(), outcome = 'stopped', lease_token = null, lease_until = null
    where ended_at is null and not to_store = any(${[...known]}::text[])`.execute(tx)
}
