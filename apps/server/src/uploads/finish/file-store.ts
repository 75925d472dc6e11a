import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { markFileChecked, withdrawFile } from '../blob-store.ts'
import { onDisk } from '../on-disk-store.ts'

/**
 * Files of complete uploads, as their owner keeps and deletes them, where the caller locks the owner's row; and
 * contents that the operator has blocked, by SHA-256. A file's own hash is known once a job has read the file; where a
 * stored file with a blocked content is known, files with its size and CRC-32 are checked before they are visible.
 */
type Db = Kysely<Database>

interface Total {
  files: number
  bytes: number
}

/** Those of these files that the account owns, deleted or not. */
export async function listOwnFiles(db: Db, accountId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('files')
    .innerJoin('uploads', 'uploads.id', 'files.upload_id')
    .select('files.id')
    .where('files.id', '=', sql<string>`any(${[...ids]}::text[])`)
    .where('uploads.account_id', '=', accountId)
    .where('uploads.state', '=', 'complete')
    .execute()
  return rows.map(({ id }) => id)
}

/** Who of the workspace owns each of these files, deleted or not; those of nobody there are left out. */
export async function listFileOwners(
  db: Db,
  workspaceId: string,
  ids: readonly string[],
): Promise<Array<{ id: string; accountId: string }>> {
  const { rows } = await sql<{ id: string; accountId: string }>`
    select f.id, u.account_id as "accountId" from files f join uploads u on u.id = f.upload_id
    where f.id = any(${[...ids]}::text[]) and u.workspace_id = ${workspaceId} and u.state = 'complete'`.execute(db)
  return rows
}

/** Those of these files that belong to the account's own uploads and are not deleted. */
export async function listOwnStanding(
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<Array<{ id: string; path: string }>> {
  return db
    .selectFrom('files')
    .innerJoin('uploads', 'uploads.id', 'files.upload_id')
    .select(['files.id', 'files.path'])
    .where('files.id', '=', sql<string>`any(${[...ids]}::text[])`)
    .where('uploads.account_id', '=', accountId)
    .where('uploads.state', '=', 'complete')
    .where('files.deleted_at', 'is', null)
    .where('files.withdrawn_at', 'is', null)
    .execute()
}

/** A page of the account's files that are not deleted. */
export async function listKeptFiles(db: Db, accountId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('files')
    .innerJoin('uploads', 'uploads.id', 'files.upload_id')
    .select('files.id')
    .where('uploads.account_id', '=', accountId)
    .where('uploads.state', '=', 'complete')
    .where('files.deleted_at', 'is', null)
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes files: they are withdrawn everywhere. */
export async function deleteFileRows(tx: Db, ids: readonly string[]): Promise<Total> {
  const { rows } = await sql<{ bytes: number }>`
    update files set deleted_at = now(), ${withdrawn}
    where id = any(${[...ids]}::text[]) and deleted_at is null returning bytes`.execute(tx)
  return totalOf(rows)
}

/**
 * The same for the account's own files that are deleted with a transfer, which `restoreFileRows` restores; with their
 * ids.
 */
export async function deleteFilesWith(
  tx: Db,
  accountId: string,
  given: ReadonlyArray<{ fileId: string; transferId: string }>,
): Promise<Total & { ids: string[] }> {
  const [fileIds, transferIds] = [given.map(({ fileId }) => fileId), given.map(({ transferId }) => transferId)]
  const { rows } = await sql<{ id: string; bytes: number }>`
    update files set deleted_at = now(), ${withdrawn}, deleted_with = had.transfer_id
    from unnest(${fileIds}::text[], ${transferIds}::text[]) as had (file_id, transfer_id), uploads u
    where files.id = had.file_id and u.id = files.upload_id and u.account_id = ${accountId}
      and files.deleted_at is null returning files.id, files.bytes`.execute(tx)
  return { ...totalOf(rows), ids: rows.map(({ id }) => id) }
}

/** Restores the account's own files that were deleted with a transfer; infected ones stay withdrawn. */
export async function restoreFileRows(tx: Db, accountId: string, ids: readonly string[]): Promise<Total> {
  const { rows } = await sql<{ bytes: number }>`
    update files set deleted_at = null, deleted_with = null,
      withdrawn_at = case when withdrawn_because <> 'deleted' or scan_state = 'infected' then withdrawn_at end,
      withdrawn_because = case when scan_state = 'infected' then scan_state
        else nullif(withdrawn_because, 'deleted') end
    from uploads u
    where u.id = files.upload_id and u.account_id = ${accountId} and files.deleted_with is not null
      and files.bytes_removed_at is null and files.id = any(${[...ids]}::text[])
    returning files.bytes`.execute(tx)
  return totalOf(rows)
}

/** Undeleted files in those of these uploads that have no account; with the upload of each. */
export async function listAnonymousFiles(
  db: Db,
  uploadIds: readonly string[],
): Promise<Array<{ id: string; uploadId: string }>> {
  const { rows } = await sql<{ id: string; uploadId: string }>`
    select f.id, u.id as "uploadId" from uploads u join files f on f.upload_id = u.id
    where u.id = any(${[...uploadIds]}::text[]) and u.account_id is null and f.deleted_at is null`.execute(db)
  return rows
}

/** Deletes files as of the given times, which PostgreSQL wrote. Returns those that were not deleted before. */
export async function deleteFilesAt(tx: Db, given: ReadonlyArray<{ id: string; at: string }>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update files set deleted_at = given.at, ${withdrawn}
    from unnest(${given.map(({ id }) => id)}::text[], ${given.map(({ at }) => at)}::timestamptz[]) as given (id, at)
    where files.id = given.id and files.deleted_at is null returning files.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** For each of these uploads, whether an account owns it, and whether some of its bytes are not removed yet. */
export async function readRemains(
  db: Db,
  uploadIds: readonly string[],
): Promise<Array<{ uploadId: string; isOfAccount: boolean; hasBytes: boolean }>> {
  const { rows } = await sql<{ uploadId: string; isOfAccount: boolean; hasBytes: boolean }>`
    select u.id as "uploadId", u.account_id is not null as "isOfAccount",
      exists (select from files f where f.upload_id = u.id and f.bytes_removed_at is null) as "hasBytes"
    from uploads u where u.id = any(${[...uploadIds]}::text[])`.execute(db)
  return rows
}

/** Clears the addresses of a page of the account's uploads; false where there is none left. */
export async function clearOwnerAddresses(tx: Db, accountId: string, limit: number): Promise<boolean> {
  const { rows } = await sql`
    update uploads set owner_address = '' where id in (
      select id from uploads where account_id = ${accountId} and owner_address <> '' limit ${limit}
    ) returning id`.execute(tx)
  return rows.length > 0
}

const withdrawn = sql`withdrawn_at = coalesce(withdrawn_at, now()),
  withdrawn_because = coalesce(withdrawn_because, 'deleted')`

const totalOf = (rows: readonly { bytes: number }[]): Total => ({
  files: rows.length,
  bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0),
})

/** Changes the paths of files in their owner's library. */
export async function renameFiles(tx: Db, files: ReadonlyArray<{ id: string; path: string }>): Promise<void> {
  await sql`
    update files set path = given.path
    from unnest(${files.map(({ id }) => id)}::text[], ${files.map(({ path }) => path)}::text[])
      as given (id, path) where files.id = given.id`.execute(tx)
}

/** Why a blocked file is withdrawn; lifting the block restores only files with this reason. */
export const BLOCKED = 'blocked'

/**
 * Shared by every transaction that learns a file's hash, exclusive for one that blocks: so one of the two sees the
 * other, and no blocked file slips through between them.
 */
const LOCK = sql`hashtextextended('waybill blocked hashes', 0)`

export interface BlockedFile {
  id: string
  path: string
  bytes: number
}

/** Until the transaction ends, no content is blocked and no block is lifted. */
export async function holdBlocks(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${LOCK})`.execute(tx)
}

/** Stores the hash of a file that was read back. @returns the file, where it is blocked and this has withdrawn it */
export async function keepHash(tx: Db, fileId: string, sha256: Uint8Array): Promise<BlockedFile | null> {
  await holdBlocks(tx)
  await markFileChecked(tx, fileId, sha256)
  const { rows } = await sql`
    update blocked_hashes b set bytes = f.bytes, crc32 = f.crc32 from files f
    where f.id = ${fileId} and b.sha256 = f.sha256 returning b.sha256`.execute(tx)
  return rows.length > 0 ? withdrawFile(tx, fileId, BLOCKED) : null
}

/** Blocks a content; false where it was already blocked. `withdrawBlocked` withdraws its files, a page at a time. */
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

/** Withdraws files with a blocked content. @returns those that this withdrew; none once all are */
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

/**
 * Lifts a block: restores the files that were withdrawn for it, as long as they exist and are not infected. False where
 * there was none.
 */
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
    .where(sql<boolean>`scan_state is distinct from 'infected'`)
    .execute()
  return numDeletedRows > 0n
}

/**
 * Files that match a blocked content by size and CRC-32. In any store but the disk the size alone decides, because
 * a browser claims the CRC-32 of what it sends there.
 */
export async function listSuspects(db: Db, fileIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select f.id from files f left join blobs s on s.id = f.blob_id
    where f.id = any(${[...fileIds]}::text[])
      and exists (select from blocked_hashes b where b.bytes = f.bytes and (b.crc32 = f.crc32 or not ${onDisk('s.store')}))`.execute(
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
