import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import type { StoreId } from '../../platform/storage/blob-port.ts'
import { type BlobRow, refOf } from '../blob-store.ts'
import { listSuspects } from '../finish/file-store.ts'
import { onDisk } from '../on-disk-store.ts'
import { ARRIVAL_CHANNEL, listParts } from '../parts/part-store.ts'
import type { UploadRow } from '../upload-store.ts'

/** Uploads whose files are shown before they are all there. */
type Db = Kysely<Database>

/** Why a file is withdrawn whose upload ended before it was there. */
export const MISSING = 'missing'

/** Tells all processes, once the transaction ends, that something of an arriving upload has changed. */
export const tellArrival = (db: Db, uploadId: string): Promise<void> => tellArrivals(db, [uploadId])

/** The same for several. */
export async function tellArrivals(db: Db, uploadIds: readonly string[]): Promise<void> {
  await sql`select pg_notify(${ARRIVAL_CHANNEL}, id) from unnest(${[...uploadIds]}::text[]) as id`.execute(db)
}

/** Adds the job that completes those blobs of an arriving upload whose bytes are all there. */
export const finishLater = (db: Db, uploadId: string, delaySeconds = 0): Promise<void> =>
  addJob(
    db,
    'finish-arrived',
    { uploadId },
    { key: `finish-arrived/${uploadId}`, delaySeconds, keepsTime: delaySeconds > 0 },
  )

/** Adds the job that ends what is shown of an upload that has ended. */
export const endLater = (db: Db, uploadId: string, delaySeconds = 0): Promise<void> =>
  addJob(db, 'end-arrival', { uploadId }, { key: `end-arrival/${uploadId}`, delaySeconds })

/** A subquery: the ids of uploads that have ended, at least this long ago; of abandoned ones the beginning counts. */
export const endedUploads = (forSeconds: number) => sql`(
  select id from uploads where state <> 'open'
    and coalesce(completed_at, created_at) < now() - make_interval(secs => ${forSeconds}::double precision))`

/** Shows an open upload before it is complete; null where another call was faster, or it is not open. */
export async function openArrival(tx: Db, uploadId: string): Promise<UploadRow | null> {
  const row = await tx
    .updateTable('uploads')
    .set({ is_arriving: true })
    .where('id', '=', uploadId)
    .where('state', '=', 'open')
    .where('is_arriving', '=', false)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Closes an arriving upload with what it has; null for every other. */
export async function closeArrival(tx: Db, uploadId: string): Promise<UploadRow | null> {
  const row = await tx
    .updateTable('uploads')
    .set({ state: 'complete', completed_at: sql<Date>`now()` })
    .where('id', '=', uploadId)
    .where('state', '=', 'open')
    .where('is_arriving', '=', true)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Withdraws every file of the upload that is not there; returns their bytes. */
export async function dropMissing(tx: Db, uploadId: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    with gone as (
      update files f set deleted_at = now(), withdrawn_at = now(), withdrawn_because = ${MISSING}, checked_at = now()
      from blobs b where b.upload_id = ${uploadId} and b.completed_at is null and f.blob_id = b.id
      returning f.bytes
    )
    select coalesce(sum(bytes), 0)::bigint as bytes from gone`.execute(tx)
  return rows[0]?.bytes ?? 0
}

/** A file whose blob is not complete, or that nobody may read yet. */
export interface ArrivingFile {
  id: string
  bytes: number
  /** Acknowledged bytes from its first on, without a gap. 0 inside a pack, which comes whole. */
  prefix: number
  store: StoreId
  isPacked: boolean
  /** As large as a blocked content: nobody may read it before it was compared. */
  isSuspect: boolean
  isComplete: boolean
}

interface ArrivingRow extends ArrivingFile {
  blobId: string
  revokedCount: number
  /** The prefix has grown by many parts since it was kept. */
  isAhead: boolean
}

/** One reading walks over about this many full parts at most, from the stored prefix, however many there are. */
const KEPT_AFTER_PARTS = 16

/** Those of an upload's files that are not there, and suspect ones until they were read, in order. */
export async function listArriving(db: Db, uploadId: string): Promise<ArrivingFile[]> {
  const { rows } = await sql<ArrivingRow>`
    select f.id, f.bytes, b.store, f.bytes <> b.bytes as "isPacked", b.id as "blobId", b.revoked_count as "revokedCount",
      b.completed_at is not null as "isComplete", suspect.found as "isSuspect", walked.prefix,
      walked.prefix - b.prefix_bytes >= ${KEPT_AFTER_PARTS} * b.part_bytes and ${onDisk('b.store')} as "isAhead"
    from blobs b join files f on f.blob_id = b.id
    cross join lateral (select exists (select from blocked_hashes h where h.bytes = f.bytes) as found) suspect
    cross join lateral (select case
      when f.bytes <> b.bytes then 0
      when not exists (select from parts p where p.blob_id = b.id and p.starts_at = b.prefix_bytes) then b.prefix_bytes
      -- In the order of the key, up to the first gap.
      else (select p.ends from (
          select starts_at, starts_at + bytes as ends, lead(starts_at) over (order by starts_at) as next
          from parts where blob_id = b.id and starts_at >= b.prefix_bytes
        ) p where p.next is distinct from p.ends order by p.starts_at limit 1)
      end as prefix) walked
    where b.upload_id = ${uploadId} and f.withdrawn_at is null
      and (b.completed_at is null or (f.checked_at is null and suspect.found))
    order by f.position`.execute(db)
  const ahead = rows.filter(({ isAhead, isPacked }) => isAhead && !isPacked)
  if (ahead.length > 0) await keepPrefixes(db, ahead)
  return rows.map(({ blobId: _blob, revokedCount: _count, isAhead: _is, ...file }) => file)
}

/** Stores where the next reading begins, except for blobs of which parts were revoked meanwhile. */
async function keepPrefixes(db: Db, ahead: readonly ArrivingRow[]): Promise<void> {
  await sql`
    with held as (
      -- Locked in the order in which blobs are completed, so that the two never wait for each other.
      select b.id, read.prefix
      from unnest(${ahead.map(({ blobId }) => blobId)}::text[], ${ahead.map(({ prefix }) => prefix)}::bigint[],
        ${ahead.map(({ revokedCount }) => revokedCount)}::int[]) as read (id, prefix, revoked_count)
      join blobs b on b.id = read.id
      where b.revoked_count = read.revoked_count and b.prefix_bytes < read.prefix
      order by b.id for no key update of b
    )
    update blobs set prefix_bytes = held.prefix from held where blobs.id = held.id`.execute(db)
}

/** How many bytes and files uploads lack, by upload; without those that lack none. */
export async function listLacking(
  db: Db,
  uploadIds: readonly string[],
): Promise<Map<string, { bytes: number; files: number }>> {
  const { rows } = await sql<{ id: string; bytes: number; files: number }>`
    select b.upload_id as id, sum(b.bytes - b.received_bytes)::bigint as bytes, sum((
        select count(*) from files f where f.blob_id = b.id and f.withdrawn_at is null
      ))::int as files
    from blobs b where b.upload_id = any(${[...uploadIds]}::text[]) and b.completed_at is null
    group by b.upload_id`.execute(db)
  return new Map(rows.map(({ id, ...lacking }) => [id, lacking]))
}

/** What a reader of an arriving file needs to know, at one moment. */
export interface ArrivalSnapshot {
  uploadId: string
  blob: BlobRow
  isOpen: boolean
  isWithdrawn: boolean
}

/** Null for an empty or unknown file. */
export async function readArrivalSnapshot(db: Db, fileId: string): Promise<ArrivalSnapshot | null> {
  const { rows } = await sql<BlobRow & { is_open: boolean; is_withdrawn: boolean }>`
    select b.*, u.state = 'open' as is_open, f.withdrawn_at is not null as is_withdrawn
    from files f join blobs b on b.id = f.blob_id join uploads u on u.id = b.upload_id
    where f.id = ${fileId} and b.removed_at is null`.execute(db)
  const [row] = rows
  if (row === undefined) return null
  const { is_open: isOpen, is_withdrawn: isWithdrawn, ...blob } = row
  return { uploadId: blob.upload_id, blob, isOpen, isWithdrawn }
}

/** The acknowledged bytes of a blob from `offset` to `end` without a gap, at most `bytes`, and the source to read them. */
export async function readRun(db: Db, blob: BlobRow, { offset, bytes }: { offset: number; bytes: number }) {
  const parts = (await listParts(db, [blob.id], { offset, bytes })).get(blob.id) ?? []
  let end = offset
  for (const part of parts) {
    if (part.offset > end) break
    end = Math.max(end, part.offset + part.bytes)
  }
  return { end: Math.min(end, offset + bytes), source: { blobId: blob.id, store: blob.store, ref: refOf(blob), parts } }
}

/** Whether some of these files are not read yet, are not withdrawn, and may have a blocked content. */
export async function hasUnreadSuspects(db: Db, files: ReadonlyArray<{ id: string }>): Promise<boolean> {
  const suspects = await listSuspects(
    db,
    files.map(({ id }) => id),
  )
  const { rows } = await sql`
    select from files where id = any(${suspects}::text[]) and checked_at is null and withdrawn_at is null limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Whether an unread file is as large as a blocked content. */
export async function isHeldBack(db: Db, fileId: string): Promise<boolean> {
  const { rows } = await sql`
    select from files f where f.id = ${fileId} and f.checked_at is null
      and exists (select from blocked_hashes h where h.bytes = f.bytes)`.execute(db)
  return rows.length > 0
}

export interface OpenArrival {
  uploadId: string
  /** No byte has come for so long. */
  isIdle: boolean
  /** A blob of it may be all there and not complete, or all are complete. */
  isReady: boolean
}

/** A page of the arriving uploads that are open, after `afterId`. */
export async function listArrivals(
  db: Db,
  { idleSeconds, afterId, limit }: { idleSeconds: number; afterId: string; limit: number },
): Promise<OpenArrival[]> {
  // Only the store knows what has come to a store of another kind. A part in progress counts as bytes arriving: a slow
  // one is cut.
  const { rows } = await sql<OpenArrival>`
    select u.id as "uploadId", coalesce(greatest(came.last_part_at, came.last_claim_at, came.writing_at), u.created_at)
      < now() - make_interval(secs => ${idleSeconds}::double precision) as "isIdle",
      not ${onDisk('u.store')}
        or exists (select from blobs b
          where b.upload_id = u.id and b.completed_at is null and b.received_bytes = b.bytes)
        or not exists (select from blobs b where b.upload_id = u.id and b.completed_at is null) as "isReady"
    from uploads u cross join lateral (
      select (select max(b.last_part_at) from blobs b where b.upload_id = u.id) as last_part_at,
        (select max(c.claimed_at) from blobs b join part_claims c on c.blob_id = b.id
          where b.upload_id = u.id and not ${onDisk('u.store')}) as last_claim_at,
        (select now() from part_leases l where l.upload_id = u.id limit 1) as writing_at
    ) came
    where u.is_arriving and u.state = 'open' and u.id > ${afterId}
    order by u.id limit ${limit}`.execute(db)
  return rows
}
