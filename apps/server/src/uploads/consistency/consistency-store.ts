import { type Kysely, sql } from 'kysely'
import { linkKey, workspaceKey } from '../../billing/index.ts'
import type { Database } from '../../platform/database/schema.ts'
import { newId } from '../../platform/ids.ts'
import type { StoreId } from '../../platform/storage/blob-port.ts'
import type { BlobRow } from '../blob-store.ts'
import { onDisk } from '../on-disk-store.ts'

/** The data for the consistency check, which stored files to read again, and the progress of that. */
type Db = Kysely<Database>

export interface ExpectedSegment {
  /** The blob's id. */
  id: string
  key: string
  store: StoreId
  segment: string
  /** The end of its last part. */
  ends_at: number
}

/** The database's time, to distinguish what happened since a check began. */
export async function readDatabaseNow(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db)
  return (rows[0] as { now: Date }).now
}

/**
 * What must be stored since before `since`: blobs with an acknowledged part and a file that is not deleted. Of `limit`
 * blobs after `afterId`, each with all its segments.
 */
export async function listExpectedSegments(
  db: Db,
  since: Date,
  afterId: string,
  limit: number,
): Promise<ExpectedSegment[]> {
  const { rows } = await sql<ExpectedSegment>`
    with page as materialized (
    select b.id, b.key, b.store, b.bytes from blobs b join uploads u on u.id = b.upload_id
    where b.id > ${afterId} and b.removed_at is null and u.state <> 'abandoned'
      and exists (select 1 from files f where f.blob_id = b.id and f.deleted_at is null)
      and (b.completed_at < ${since} or (${onDisk('b.store')}
        and exists (select 1 from parts p where p.blob_id = b.id and p.received_at < ${since})))
    order by b.id limit ${limit})
    select page.id, page.key, page.store, s.segment, s.ends_at from page cross join lateral (
      select p.segment, max(p.starts_at + p.bytes)::bigint as ends_at from parts p
      where ${onDisk('page.store')} and p.blob_id = page.id and p.received_at < ${since} group by p.segment
      union all select '', page.bytes where not ${onDisk('page.store')}
    ) s order by page.id`.execute(db)
  return rows
}

/** Those of `keys` whose bytes a row still refers to: a blob's, or that of a copy. */
export async function listKnownKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select key from blobs where key = any(${[...keys]}::text[]) and removed_at is null
    union select key from blob_copies where key = any(${[...keys]}::text[])`.execute(db)
  return new Set(rows.map(({ key }) => key))
}

/** Which of these multipart ids are in a row whose bytes were not removed, a copy's included. */
export async function listKnownMultiparts(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select multipart_id as id from blobs where multipart_id = any(${[...ids]}::text[]) and removed_at is null
    union select multipart_id from blob_copies where multipart_id = any(${[...ids]}::text[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Blobs whose count of received bytes differs from the sum of their parts, or whose parts overlap. */
export async function listMiscounted(db: Db): Promise<Array<{ id: string; counted: number; received: number }>> {
  const { rows } = await sql<{ id: string; counted: number; received: number }>`
    select b.id, b.received_bytes as counted, coalesce(p.bytes, 0) as received
    from blobs b left join (
      select blob_id, sum(bytes)::bigint as bytes, range_agg(int8range(starts_at, starts_at + bytes)) as ranges
      from parts group by blob_id
    ) p on p.blob_id = b.id
    where b.removed_at is null and (${onDisk('b.store')} or b.completed_at is not null) and (
      b.received_bytes <> coalesce(p.bytes, 0)
      or p.bytes <> (select sum(upper(r) - lower(r)) from unnest(p.ranges) r)
    ) order by b.id limit 1000`.execute(db)
  return rows
}

/** Files of complete uploads that lack something required for completeness. */
export async function listHalfComplete(db: Db): Promise<Array<{ id: string; what: string }>> {
  const { rows } = await sql<{ id: string; what: string }>`
    select f.id, case when f.crc32 is null then 'no sum' when b.completed_at is null then 'blob not whole'
      else 'parts missing' end as what
    from files f join uploads u on u.id = f.upload_id left join blobs b on b.id = f.blob_id
    where u.state = 'complete' and b.removed_at is null and f.withdrawn_because is distinct from 'missing' and (
      f.crc32 is null
      or (b.id is not null and (b.completed_at is null or b.received_bytes <> b.bytes
        or f.blob_offset + f.bytes > b.bytes))
    ) order by f.id limit 1000`.execute(db)
  return rows
}

/** Uploads whose size differs from the sum of their files. */
export async function listMissized(db: Db): Promise<Array<{ id: string; bytes: number; found: number }>> {
  const { rows } = await sql<{ id: string; bytes: number; found: number }>`
    select u.id, u.bytes, coalesce(sum(f.bytes), 0)::bigint as found
    from uploads u left join files f on f.upload_id = u.id
    where u.state <> 'abandoned' group by u.id having u.bytes <> coalesce(sum(f.bytes), 0)
    order by u.id limit 1000`.execute(db)
  return rows
}

/**
 * The correct value of each billing key: bytes of open uploads are reserved, bytes of complete ones used; a
 * workspace uses them as long as it keeps the files, and its links' uploads count with everything else.
 */
export async function sumReservations(db: Db): Promise<Map<string, { reservedBytes: number; usedBytes: number }>> {
  const { rows } = await sql<{ key: string; reserved: number; used: number }>`
    select key, sum(reserved)::bigint as reserved, sum(used)::bigint as used from (
      select k.key, case when u.state = 'open' then u.bytes else 0 end as reserved,
        case when u.state = 'complete' and k.key not like ${workspaceKey('%')}
          and k.key not like ${linkKey('%')} then u.bytes - case when u.is_arriving then (
            select coalesce(sum(f.bytes), 0) from files f where f.upload_id = u.id and f.withdrawn_because = 'missing'
          ) else 0 end else 0 end as used
      from uploads u cross join unnest(u.reserved_keys) as k (key)
      union all
      select ${workspaceKey('')} || u.workspace_id, 0, f.bytes from uploads u join files f on f.upload_id = u.id
      where u.state = 'complete' and u.account_id is not null and f.deleted_at is null
    ) sums group by key`.execute(db)
  return new Map(rows.map(({ key, reserved, used }) => [key, { reservedBytes: reserved, usedBytes: used }]))
}

/** Blobs of open uploads on disk with parts, a page after `afterId`. */
export async function listOpenBlobs(db: Db, afterId: string, limit: number): Promise<BlobRow[]> {
  const { rows } = await sql<BlobRow>`
    select b.* from blobs b join uploads u on u.id = b.upload_id
    where b.id > ${afterId} and ${onDisk('b.store')} and b.removed_at is null and u.state = 'open' and b.received_bytes > 0
    order by b.id limit ${limit}`.execute(db)
  return rows
}

/** Files of complete uploads whose bytes must exist, including those withdrawn for damage. A page after `afterId`. */
export async function listStoredFiles(db: Db, afterId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select f.id from files f join uploads u on u.id = f.upload_id left join blobs b on b.id = f.blob_id
    where f.id > ${afterId} and u.state = 'complete' and b.removed_at is null and f.deleted_at is null
    order by f.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** How long a process may take for one turn before another considers it dead. */
const TURN_MINUTES = 5

/** Takes the one turn of all processes; false where another has it, or it is too early. */
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
  /** How many bytes were read, and their checksum. */
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

/** Stores how far a file was read, if no other process has read it further. */
export async function keepProgress(db: Db, { id, reread_bytes }: DueFile, bytes: number, crc32: number): Promise<void> {
  await db
    .updateTable('files')
    .set({ reread_bytes: bytes, reread_crc32: crc32 })
    .where('id', '=', id)
    .where('reread_bytes', '=', reread_bytes)
    .execute()
}

/** The file equals what was sent. */
export async function markReread(db: Db, id: string): Promise<void> {
  const sound = { reread_at: sql<Date>`now()`, reread_bytes: 0, reread_crc32: 0, reread_doubts: 0 }
  await db.updateTable('files').set(sound).where('id', '=', id).execute()
}

/** The file was found damaged: it is read from its start again. Returns how often that happened. */
export async function addDoubt(db: Db, id: string): Promise<number> {
  const row = await db
    .updateTable('files')
    .set({ reread_bytes: 0, reread_crc32: 0, reread_doubts: sql<number>`reread_doubts + 1` })
    .where('id', '=', id)
    .returning('reread_doubts')
    .executeTakeFirst()
  return row?.reread_doubts ?? 0
}

/** The file cannot be read at the moment: it is tried again in a day, so that others come first. */
export async function postponeReread(db: Db, id: string, days: number): Promise<void> {
  const seconds = (days - Math.min(days, 1)) * 86_400
  await sql`
    update files set reread_at = now() - make_interval(secs => ${seconds}::double precision)
    where id = ${id}`.execute(db)
}

/** Some other complete blobs of a store, in no particular order. */
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

/** A store with files that is not among these; null where there is none. */
export async function findUnknownStore(db: Db, known: readonly string[]): Promise<string | null> {
  const { rows } = await sql<{ store: string }>`
    select store from blobs where removed_at is null and not store = any(${[...known]}::text[]) limit 1`.execute(db)
  return rows[0]?.store ?? null
}
