import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { newId } from '../../platform/ids.ts'
import type { BlobRow } from '../blob-row-store.ts'

/** Which stored files are to be read again, and how far that is. */
type Db = Kysely<Database>

/** How long a process may take for one turn before another believes it gone. */
const TURN_MINUTES = 5

/** Takes the turn of all processes; false where another has it, or it is too early. */
export async function takeTurn(db: Db): Promise<boolean> {
  const { rows } = await sql`
    update reread_turn set next_at = now() + make_interval(mins => ${TURN_MINUTES})
    where next_at <= now() returning id`.execute(db)
  return rows.length > 0
}

/** Ends a turn; the next one begins after `pauseSeconds`. */
export async function endTurn(db: Db, pauseSeconds: number): Promise<void> {
  await sql`update reread_turn set next_at = now() + make_interval(secs => ${pauseSeconds}::double precision)`.execute(
    db,
  )
}

export interface DueFile {
  id: string
  /** What was read of it and what that sums to. */
  reread_bytes: number
  reread_crc32: number
}

/** The file that was read longest ago, if that is `days` or more. */
export async function findDueFile(db: Db, days: number): Promise<DueFile | null> {
  const { rows } = await sql<DueFile>`
    select f.id, f.reread_bytes, f.reread_crc32
    from files f join uploads u on u.id = f.upload_id join blobs b on b.id = f.blob_id
    where f.reread_at <= now() - make_interval(secs => ${days * 86_400}::double precision)
      and f.withdrawn_at is null and f.deleted_at is null and f.bytes_removed_at is null
      and b.removed_at is null and u.state = 'complete'
    order by f.reread_at limit 1`.execute(db)
  return rows[0] ?? null
}

/** Keeps how far a file was read, if nobody has read it further. */
export async function keepProgress(db: Db, { id, reread_bytes }: DueFile, bytes: number, crc32: number): Promise<void> {
  await db
    .updateTable('files')
    .set({ reread_bytes: bytes, reread_crc32: crc32 })
    .where('id', '=', id)
    .where('reread_bytes', '=', reread_bytes)
    .execute()
}

/** The file is as it was sent. */
export async function markReread(db: Db, id: string): Promise<void> {
  const sound = { reread_at: sql<Date>`now()`, reread_bytes: 0, reread_crc32: 0, reread_doubts: 0 }
  await db.updateTable('files').set(sound).where('id', '=', id).execute()
}

/** The file was found off: it is read from its start again. How often that is now. */
export async function addDoubt(db: Db, id: string): Promise<number> {
  const row = await db
    .updateTable('files')
    .set({ reread_bytes: 0, reread_crc32: 0, reread_doubts: sql<number>`reread_doubts + 1` })
    .where('id', '=', id)
    .returning('reread_doubts')
    .executeTakeFirst()
  return row?.reread_doubts ?? 0
}

/** The file cannot be read just now: it is tried again in a day, so that others come first. */
export async function postponeReread(db: Db, id: string, days: number): Promise<void> {
  const seconds = (days - Math.min(days, 1)) * 86_400
  await sql`
    update files set reread_at = now() - make_interval(secs => ${seconds}::double precision)
    where id = ${id}`.execute(db)
}

/** Some other whole blobs of a store, any. */
export async function sampleBlobs(
  db: Db,
  store: BlobRow['store'],
  besidesId: string,
  limit: number,
): Promise<BlobRow[]> {
  const start = newId()
  const from = (isAfter: boolean) =>
    db
      .selectFrom('blobs')
      .selectAll()
      .where('id', isAfter ? '>' : '<=', start)
      .where('id', '<>', besidesId)
      .where('store', '=', store)
      .where('completed_at', 'is not', null)
      .where('removed_at', 'is', null)
      .orderBy('id')
      .limit(limit)
      .execute()
  return [...(await from(true)), ...(await from(false))].slice(0, limit)
}
