import { type Kysely, type Selectable, sql } from 'kysely'
import type { Database, PartClaimsTable } from '../../platform/database/schema.ts'
import type { ByteSpan, StoredPart, StoreId } from '../../platform/storage/blob-port.ts'
import { onDisk } from '../on-disk-store.ts'

/** Acknowledged parts, the segments that contain them, and what browsers claimed about parts sent to presigned URLs. */
type Db = Kysely<Database>

export type ClaimRow = Selectable<PartClaimsTable>

/** No part is larger, whichever way it arrives, so that a search for overlaps reads a short range of the index. */
export const MAX_PART_BYTES = 64 * 1024 * 1024

/** SQL: the row of `parts` overlaps the span. */
const overlaps = (span: ByteSpan) => sql<boolean>`
  starts_at < ${span.offset + span.bytes}::bigint and starts_at > ${span.offset - MAX_PART_BYTES}::bigint
  and starts_at + bytes > ${span.offset}::bigint`

/** Parts of many blobs, ascending in each. With `span`, only those with bytes in it. */
export async function listParts(
  db: Db,
  blobIds: readonly string[],
  span?: ByteSpan,
): Promise<Map<string, StoredPart[]>> {
  const byBlob = new Map<string, StoredPart[]>(blobIds.map((id) => [id, []]))
  if (blobIds.length === 0) return byBlob
  const rows = await db
    .selectFrom('parts')
    .select(['blob_id', 'starts_at', 'bytes', 'crc32', 'tag', 'segment'])
    .where('blob_id', 'in', [...blobIds])
    .$if(span !== undefined, (query) => query.where(overlaps(span as ByteSpan)))
    .orderBy('blob_id')
    .orderBy('starts_at')
    .execute()
  for (const { blob_id, starts_at, bytes, crc32, tag, segment } of rows) {
    byBlob.get(blob_id)?.push({ offset: starts_at, bytes, crc32, tag, segment })
  }
  return byBlob
}

/**
 * The parts of blobs as they were read: none of one whose row names another place by now, which a later read finds.
 * With `span`, only those with bytes in it.
 */
export async function listPartsAt(
  db: Db,
  blobs: readonly { id: string; key: string }[],
  span?: ByteSpan,
): Promise<Map<string, StoredPart[]>> {
  const byBlob = new Map<string, StoredPart[]>(blobs.map(({ id }) => [id, []]))
  if (blobs.length === 0) return byBlob
  const ids = blobs.map(({ id }) => id)
  const keys = blobs.map(({ key }) => key)
  const within = span === undefined ? sql`true` : overlaps(span)
  const { rows } = await sql<StoredPart & { blob_id: string }>`
    select p.blob_id, p.starts_at as offset, p.bytes, p.crc32, p.tag, p.segment
    from unnest(${ids}::text[], ${keys}::text[]) as seen (id, key)
    join blobs b on b.id = seen.id and b.key = seen.key
    join (select * from parts where blob_id = any(${ids}::text[]) and ${within}) p on p.blob_id = b.id
    order by p.blob_id, p.starts_at`.execute(db)
  for (const { blob_id, ...part } of rows) byBlob.get(blob_id)?.push(part)
  return byBlob
}

export interface Acknowledgement {
  leaseId: string
  crc32: number
  tag: Uint8Array
  segment: string
  /** Of a part that clients of the S3 door name by it. */
  md5?: Uint8Array | null
  /** CRC-32 of files that are completely inside the part, by file id. */
  fileCrcs: ReadonlyMap<string, number>
}

export interface Acknowledged {
  /** Leases on the same range. */
  rivals: string[]
  /** The files of its upload are shown already. */
  isShown: boolean
  /** It was the last part of a blob of such an upload. */
  completesShown: boolean
}

/** The channel that notifies all processes of parts of uploads whose files are shown already; the payload is the upload's id. */
export const ARRIVAL_CHANNEL = 'waybill_arrivals'

/**
 * Acknowledges a written and synced part: releases its lease, stores the part and counts its bytes, in one statement.
 * Null, and nothing stored, where the lease was taken over, a rival was faster, or the upload is no longer open. Leases
 * that overlap and are both alive have the same range, so the key of `parts` decides between two that end at once.
 *
 * @returns the leases of the part's rivals, which are useless now
 */
export async function acknowledgePart(db: Db, ack: Acknowledgement): Promise<Acknowledged | null> {
  const { rows } = await sql<{ kept: number; rivals: string[]; shown: boolean; completes: boolean }>`
    with lease as (
      delete from part_leases where id = ${ack.leaseId} returning blob_id, starts_at, bytes
    ), part as (
      insert into parts (blob_id, starts_at, bytes, crc32, tag, segment, md5)
      select l.blob_id, l.starts_at, l.bytes, ${ack.crc32}::bigint, ${Buffer.from(ack.tag)}::bytea, ${ack.segment}::text,
        ${ack.md5 ? Buffer.from(ack.md5) : null}::bytea
      from lease l join blobs b on b.id = l.blob_id join uploads u on u.id = b.upload_id
      where u.state = 'open' and not exists (
        select 1 from parts p where p.blob_id = l.blob_id
          and p.starts_at < l.starts_at + l.bytes and p.starts_at > l.starts_at - ${MAX_PART_BYTES}::bigint
          and p.starts_at + p.bytes > l.starts_at
      )
      on conflict do nothing
      returning blob_id, starts_at, bytes
    ), received as (
      update blobs set received_bytes = received_bytes + part.bytes, last_part_at = now()
      from part where blobs.id = part.blob_id
      returning blobs.upload_id, blobs.received_bytes = blobs.bytes as is_whole
    ), arriving as (
      select received.is_whole from received join uploads u on u.id = received.upload_id where u.is_arriving
    ), summed as (
      update files set crc32 = given.crc32
      from unnest(${[...ack.fileCrcs.keys()]}::text[], ${[...ack.fileCrcs.values()]}::bigint[]) as given (id, crc32)
      where files.id = given.id and exists (select 1 from part)
    )
    select count(*)::int as kept, coalesce((
      select json_agg(o.id) from part join part_leases o
        on o.blob_id = part.blob_id and o.starts_at = part.starts_at and o.id <> ${ack.leaseId}
    ), '[]') as rivals, exists (select from arriving) as shown,
      coalesce((select bool_or(is_whole) from arriving), false) as completes from part`.execute(db)
  const [row] = rows
  return row?.kept === 1 ? { rivals: row.rivals, isShown: row.shown, completesShown: row.completes } : null
}

/**
 * Revokes the acknowledgement of these parts: their stored bytes differ from what was sent. Their blob accepts parts
 * again, and no earlier writer may acknowledge any, since a sweep may have removed its unacknowledged bytes meanwhile.
 * Does not affect parts that were replaced since they were read, nor those of a closed upload.
 */
export async function forgetParts(
  tx: Db,
  blobId: string,
  parts: readonly StoredPart[],
  ownLeaseId = '',
): Promise<void> {
  await endWriters(tx, blobId, ownLeaseId)
  await takeBack(tx, blobId, parts)
}

/**
 * Revokes the acknowledgement of parts that the holder of a lease is about to replace. Their bytes are sound, so writers
 * of other parts go on; except where the blob was complete, since a sweep may have removed what they wrote.
 */
export async function revokeReplaced(
  tx: Db,
  blobId: string,
  parts: readonly StoredPart[],
  leaseId: string,
): Promise<void> {
  const { wasComplete } = await takeBack(tx, blobId, parts)
  if (wasComplete) await endWriters(tx, blobId, leaseId)
}

async function endWriters(tx: Db, blobId: string, exceptLeaseId: string): Promise<void> {
  await sql`delete from part_leases where blob_id = ${blobId} and id <> ${exceptLeaseId}`.execute(tx)
}

async function takeBack(tx: Db, blobId: string, parts: readonly StoredPart[]): Promise<{ wasComplete: boolean }> {
  const starts = parts.map(({ offset }) => offset)
  const tags = parts.map(({ tag }) => Buffer.from(tag))
  const { rows } = await sql<{ wasComplete: boolean }>`
    with open as (
      select b.id, b.completed_at is not null as was_complete from blobs b join uploads u on u.id = b.upload_id
      where b.id = ${blobId} and u.state = 'open' for update
    ), gone as (
      delete from parts p using open, unnest(${starts}::bigint[], ${tags}::bytea[]) as lost (starts_at, tag)
      where p.blob_id = open.id and p.starts_at = lost.starts_at and p.tag = lost.tag returning p.bytes
    ), unread as (
      -- What was read and scanned is not what will be there.
      update files set sha256 = null, checked_at = null, reread_at = null, scan_state = null, scan_because = null,
        scan_finding = null, scan_signatures = null, scanned_at = null
      from open where open.was_complete and files.blob_id = open.id and files.withdrawn_at is null
    )
    update blobs set completed_at = null, revoked_count = revoked_count + 1, prefix_bytes = 0,
      received_bytes = received_bytes - (select coalesce(sum(bytes), 0) from gone)
    from open where blobs.id = open.id returning open.was_complete as "wasComplete"`.execute(tx)
  return rows[0] ?? { wasComplete: false }
}

/** Stores the parts that a store has, instead of those known before. Concurrent calls agree. */
export async function replaceParts(tx: Db, blobId: string, parts: readonly StoredPart[]): Promise<void> {
  const starts = parts.map(({ offset }) => offset)
  await sql`delete from parts where blob_id = ${blobId} and starts_at <> all(${starts}::bigint[])`.execute(tx)
  const rows = parts.map(({ offset, bytes, crc32, tag, segment }) => ({
    blob_id: blobId,
    starts_at: offset,
    bytes,
    crc32,
    tag: Buffer.from(tag),
    segment,
  }))
  for (let from = 0; from < rows.length; from += 500) {
    await tx
      .insertInto('parts')
      .values(rows.slice(from, from + 500))
      .onConflict((conflict) =>
        conflict.columns(['blob_id', 'starts_at']).doUpdateSet((excluded) => ({
          bytes: excluded.ref('excluded.bytes'),
          crc32: excluded.ref('excluded.crc32'),
          tag: excluded.ref('excluded.tag'),
          segment: excluded.ref('excluded.segment'),
        })),
      )
      .execute()
  }
}

export interface NewClaim {
  blob_id: string
  starts_at: number
  bytes: number
  crc32: number
  md5: Uint8Array
  member_crcs: number[] | null
}

/** Stores claims; a repeated one becomes the latest of its range. */
export async function insertClaims(db: Db, claims: readonly NewClaim[]): Promise<void> {
  await db
    .insertInto('part_claims')
    .values(claims.map((claim) => ({ ...claim, md5: Buffer.from(claim.md5) })))
    .onConflict((conflict) =>
      conflict.columns(['blob_id', 'starts_at', 'md5']).doUpdateSet((excluded) => ({
        crc32: excluded.ref('excluded.crc32'),
        bytes: excluded.ref('excluded.bytes'),
        member_crcs: excluded.ref('excluded.member_crcs'),
        claimed_at: sql<Date>`clock_timestamp()`,
      })),
    )
    .execute()
}

/** Claims of a blob, latest first. */
export async function listClaims(db: Db, blobId: string): Promise<ClaimRow[]> {
  return db.selectFrom('part_claims').selectAll().where('blob_id', '=', blobId).orderBy('claimed_at', 'desc').execute()
}

/** Blobs of an upload with at least one signed part: the others are still empty. */
export async function listClaimedBlobs(db: Db, uploadId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('blobs')
    .select('id')
    .where('upload_id', '=', uploadId)
    .where((where) =>
      where.exists(where.selectFrom('part_claims').select('blob_id').whereRef('part_claims.blob_id', '=', 'blobs.id')),
    )
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/**
 * The segments with the parts of a finished blob, none where its bytes were removed. Null where it may still accept
 * parts, or is no longer under this key. It stays so until the transaction ends.
 */
export async function lockFinishedBlob(tx: Db, blobId: string, key: string): Promise<Set<string> | null> {
  const blob = await tx
    .selectFrom('blobs')
    .select(['removed_at'])
    .where('id', '=', blobId)
    .where('key', '=', key)
    .where('completed_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (blob === undefined) return null
  if (blob.removed_at !== null) return new Set()
  const rows = await tx.selectFrom('parts').select('segment').distinct().where('blob_id', '=', blobId).execute()
  return new Set(rows.map(({ segment }) => segment))
}

interface LeftSegment {
  id: string
  store: StoreId
  key: string
  segment: string
}

/** Those of these stored segments that belong to a finished blob and hold no part of it. */
export async function listLeftSegments(
  db: Db,
  stored: ReadonlyArray<{ key: string; segment: string }>,
): Promise<LeftSegment[]> {
  const keys = stored.map(({ key }) => key)
  const segments = stored.map(({ segment }) => segment)
  const { rows } = await sql<LeftSegment>`
    select b.id, b.store, b.key, s.segment
    from unnest(${keys}::text[], ${segments}::text[]) as s (key, segment) join blobs b on b.key = s.key
    where ${onDisk('b.store')} and b.completed_at is not null and (b.removed_at is not null
      or not exists (select 1 from parts p where p.blob_id = b.id and p.segment = s.segment))
    order by b.id`.execute(db)
  return rows
}
