import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { markFileChecked, withdrawFile } from '../blob-row-store.ts'

/**
 * Contents that the operator has blocked, by SHA-256. A file's own is known once a job has read it; where one of a blocked
 * content is known already, files of its size and CRC-32 are looked at before they are visible.
 */
type Db = Kysely<Database>

/** Why a blocked file is withdrawn; lifting gives back what was withdrawn for this reason alone. */
const BLOCKED = 'blocked'

/**
 * Held together by whoever learns a file's hash, alone by whoever blocks one: so one of the two sees the other, and no
 * blocked file slips through between them.
 */
const LOCK = sql`hashtextextended('waybill blocked hashes', 0)`

export interface BlockedHash {
  sha256: Buffer
  /** Null as long as no file that has it was stored here. */
  bytes: number | null
  note: string
  created_at: Date
  /** Stored files that have it and are withdrawn. */
  files: number
}

export interface BlockedFile {
  id: string
  path: string
  bytes: number
}

/** Keeps the hash of a file that was read back. @returns the file, where it is blocked and this has withdrawn it */
export async function keepHash(tx: Db, fileId: string, sha256: Uint8Array): Promise<BlockedFile | null> {
  await sql`select pg_advisory_xact_lock_shared(${LOCK})`.execute(tx)
  await markFileChecked(tx, fileId, sha256)
  const { rows } = await sql`
    update blocked_hashes b set bytes = f.bytes, crc32 = f.crc32 from files f
    where f.id = ${fileId} and b.sha256 = f.sha256 returning b.sha256`.execute(tx)
  return rows.length > 0 ? withdrawFile(tx, fileId, BLOCKED) : null
}

/** Blocks a content; false where it was. Files that have it are withdrawn, a page at a time, by `withdrawBlocked`. */
export async function insertBlock(tx: Db, sha256: Uint8Array, note: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx)
  const { rows } = await sql`
    insert into blocked_hashes (sha256, bytes, crc32, note)
    select given.sha256, f.bytes, f.crc32, ${note}
    from (select ${Buffer.from(sha256)}::bytea as sha256) given
    left join lateral (
      select bytes, crc32 from files where files.sha256 = given.sha256 and crc32 is not null limit 1
    ) f on true
    on conflict (sha256) do nothing returning sha256`.execute(tx)
  return rows.length > 0
}

/** Withdraws files that have a blocked content. @returns those that this withdrew; none once all are */
export async function withdrawBlocked(tx: Db, sha256: Uint8Array, limit: number): Promise<BlockedFile[]> {
  const rows = await tx
    .selectFrom('files')
    .select('id')
    .where('sha256', '=', Buffer.from(sha256))
    .where('withdrawn_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()
  const withdrawn: BlockedFile[] = []
  for (const { id } of rows) {
    const file = await withdrawFile(tx, id, BLOCKED)
    if (file !== null) withdrawn.push(file)
  }
  return withdrawn
}

/** Lifts a block: files that were withdrawn for it are back, as long as they are there. False where there was none. */
export async function deleteBlock(tx: Db, sha256: Uint8Array): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx)
  const { numDeletedRows } = await tx
    .deleteFrom('blocked_hashes')
    .where('sha256', '=', Buffer.from(sha256))
    .executeTakeFirst()
  await tx
    .updateTable('files')
    .set({ withdrawn_at: null, withdrawn_because: null })
    .where('sha256', '=', Buffer.from(sha256))
    .where('withdrawn_because', '=', BLOCKED)
    .where('deleted_at', 'is', null)
    .execute()
  return numDeletedRows > 0n
}

/** Newest first. */
export async function listBlocks(db: Db): Promise<BlockedHash[]> {
  const { rows } = await sql<BlockedHash>`
    select b.sha256, b.bytes, b.note, b.created_at, (
      select count(*)::int from files f where f.sha256 = b.sha256 and f.withdrawn_because = ${BLOCKED}
    ) as files
    from blocked_hashes b order by b.created_at desc, b.sha256`.execute(db)
  return rows
}

/** Files that look like a blocked content by size and CRC-32; on S3 by size alone, for there a browser claims the CRC-32. */
export async function listSuspects(db: Db, fileIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select f.id from files f left join blobs s on s.id = f.blob_id
    where f.id = any(${[...fileIds]}::text[])
      and exists (select from blocked_hashes b where b.bytes = f.bytes and (b.crc32 = f.crc32 or s.store = 's3'))`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

export async function isBlocked(db: Db, sha256: Uint8Array): Promise<boolean> {
  const row = await db
    .selectFrom('blocked_hashes')
    .select('sha256')
    .where('sha256', '=', Buffer.from(sha256))
    .executeTakeFirst()
  return row !== undefined
}
