import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'

/** Files that an account deletes, and what comes back of them. Called with the account's row held. */
type Db = Kysely<Database>

interface Total {
  files: number
  bytes: number
}

/** Of these the files of the account's library, deleted or not. */
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

/** Takes files out of the library: withdrawn wherever they are named. */
export async function deleteFileRows(tx: Db, ids: readonly string[]): Promise<Total> {
  const { rows } = await sql<{ bytes: number }>`
    update files set deleted_at = now(), ${withdrawn}
    where id = any(${[...ids]}::text[]) and deleted_at is null returning bytes`.execute(tx)
  return totalOf(rows)
}

/** The same for the account's own files that these transfers had, and no standing one of the account has; with their ids. */
export async function deleteUnusedFiles(
  tx: Db,
  accountId: string,
  transferIds: readonly string[],
): Promise<Total & { ids: string[] }> {
  const { rows } = await sql<{ id: string; bytes: number }>`
    update files set deleted_at = now(), ${withdrawn}, deleted_with = had.transfer_id
    from (
      select file_id, min(transfer_id) as transfer_id from transfer_files
      where transfer_id = any(${[...transferIds]}::text[]) and removed_at is null group by file_id
    ) had, uploads u
    where files.id = had.file_id and u.id = files.upload_id and u.account_id = ${accountId}
      and files.deleted_at is null and not exists (
        select 1 from transfer_files tf join transfers t on t.id = tf.transfer_id
        where tf.file_id = files.id and tf.removed_at is null and t.account_id = ${accountId} and t.deleted_at is null
      ) returning files.id, files.bytes`.execute(tx)
  return { ...totalOf(rows), ids: rows.map(({ id }) => id) }
}

/** Brings back the account's own files that these transfers have and that went with a transfer. */
export async function restoreFiles(tx: Db, accountId: string, transferIds: readonly string[]): Promise<Total> {
  const { rows } = await sql<{ bytes: number }>`
    update files set deleted_at = null, deleted_with = null,
      withdrawn_at = case when withdrawn_because <> 'deleted' then withdrawn_at end,
      withdrawn_because = nullif(withdrawn_because, 'deleted')
    from uploads u
    where u.id = files.upload_id and u.account_id = ${accountId} and files.deleted_with is not null
      and files.bytes_removed_at is null and files.id in (
        select file_id from transfer_files where transfer_id = any(${[...transferIds]}::text[]) and removed_at is null
      )
    returning files.bytes`.execute(tx)
  return totalOf(rows)
}

const withdrawn = sql`withdrawn_at = coalesce(withdrawn_at, now()),
  withdrawn_because = coalesce(withdrawn_because, 'deleted')`

const totalOf = (rows: readonly { bytes: number }[]): Total => ({
  files: rows.length,
  bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0),
})
