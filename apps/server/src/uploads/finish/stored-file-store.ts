import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'

/** Files of complete uploads, as their owner keeps and deletes them. Called with the owner's row held. */
type Db = Kysely<Database>

interface Total {
  files: number
  bytes: number
}

/** Of these the account's own files, deleted or not. */
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

/** Deletes files: they are withdrawn wherever they are named. */
export async function deleteFileRows(tx: Db, ids: readonly string[]): Promise<Total> {
  const { rows } = await sql<{ bytes: number }>`
    update files set deleted_at = now(), ${withdrawn}
    where id = any(${[...ids]}::text[]) and deleted_at is null returning bytes`.execute(tx)
  return totalOf(rows)
}

/** The same of the account's own among files that go with a transfer, which `restoreFileRows` brings back; with their ids. */
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

/** Brings back the account's own among files that went with a transfer. */
export async function restoreFileRows(tx: Db, accountId: string, ids: readonly string[]): Promise<Total> {
  const { rows } = await sql<{ bytes: number }>`
    update files set deleted_at = null, deleted_with = null,
      withdrawn_at = case when withdrawn_because <> 'deleted' then withdrawn_at end,
      withdrawn_because = nullif(withdrawn_because, 'deleted')
    from uploads u
    where u.id = files.upload_id and u.account_id = ${accountId} and files.deleted_with is not null
      and files.bytes_removed_at is null and files.id = any(${[...ids]}::text[])
    returning files.bytes`.execute(tx)
  return totalOf(rows)
}

/** Files that are not deleted, of those of these uploads that no account has; with the upload of each. */
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

/** Of these uploads, whether an account has each, and whether some of its bytes are not removed yet. */
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

/** Clears whose address a page of the account's uploads came under; false where there is none left. */
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

/** Gives files other paths in their owner's library. */
export async function renameFiles(tx: Db, files: ReadonlyArray<{ id: string; path: string }>): Promise<void> {
  await sql`
    update files set path = given.path
    from unnest(${files.map(({ id }) => id)}::text[], ${files.map(({ path }) => path)}::text[])
      as given (id, path) where files.id = given.id`.execute(tx)
}
