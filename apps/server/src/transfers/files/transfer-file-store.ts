import { dedupePaths } from '@waybill/contract/core/dedupe-paths'
import { type Kysely, type Selectable, sql } from 'kysely'
import { arrayOf } from '../../platform/database/array-of.ts'
import type { Database, FilesTable } from '../../platform/database/schema.ts'
import { completeUploads, sentUploads } from '../../uploads/index.ts'
import { senderMailbox } from '../sender-mailbox-store.ts'
import { isServed } from '../transfer-store.ts'

/** The files of transfers. Many transfers may refer to a file, each under its own path. */
type Db = Kysely<Database>

/** The files of transfers. Many transfers may refer to a file, each under its own path. */
type FileRow = Selectable<FilesTable>

/** A file in one transfer. */
export interface TransferFile
  extends Pick<
    FileRow,
    'id' | 'bytes' | 'modified_at' | 'crc32' | 'sha256' | 'withdrawn_at' | 'position' | 'scan_state' | 'scan_because'
  > {
  /** Cleaned, unique inside the transfer. */
  path: string
}

/** A stored file to add to a transfer. */
export interface NamedFile {
  id: string
  path: string
}

/** In the sender's order, without removed ones. */
export async function listTransferFiles(db: Db, transferId: string): Promise<TransferFile[]> {
  return db
    .selectFrom('transfer_files')
    .innerJoin('stored_files as files', 'files.id', 'transfer_files.file_id')
    .select(['files.id', 'files.bytes', 'files.modified_at', 'files.crc32', 'files.sha256', 'files.withdrawn_at'])
    .select(['transfer_files.position', 'transfer_files.path', 'files.scan_state', 'files.scan_because'])
    .where('transfer_files.transfer_id', '=', transferId)
    .where('transfer_files.removed_at', 'is', null)
    .orderBy('transfer_files.position')
    .execute()
}

/** Changes with the contents: files that are added, removed or withdrawn, other names, new checksums and scans. */
export async function readContentsStamp(db: Db, transferId: string): Promise<string> {
  const { rows } = await sql<{ stamp: string }>`
    select concat_ws(' ', count(*), sum(hashtextextended(tf.file_id || ' ' || tf.position || ' ' || tf.path, 0)),
      count(f.sha256), count(f.withdrawn_at), max(f.withdrawn_at), count(f.scan_state), max(f.scanned_at)) as stamp
    from transfer_files tf join stored_files f on f.id = tf.file_id
    where tf.transfer_id = ${transferId} and tf.removed_at is null`.execute(db)
  return rows[0]?.stamp ?? ''
}

/** The owner's first transfer with a file, and the file's name in it. */
export async function findSendingOf(db: Db, fileId: string) {
  const row = await db
    .selectFrom('transfer_files')
    .innerJoin('stored_files as files', 'files.id', 'transfer_files.file_id')
    .innerJoin(sql<{ id: string; account_id: string | null }>`${sentUploads}`.as('uploads'), (join) =>
      join.onRef('uploads.id', '=', 'files.upload_id'),
    )
    .innerJoin('transfers', 'transfers.id', 'transfer_files.transfer_id')
    .leftJoin('account_facts as accounts', 'accounts.id', 'transfers.account_id')
    .select(['transfers.slug', 'transfers.sender_language', 'transfers.sender_proven'])
    .select(senderMailbox.as('sender_mailbox'))
    .select(['transfer_files.path', 'transfers.account_id'])
    .where('files.id', '=', fileId)
    .where((where) =>
      where.or([
        where('transfers.upload_id', '=', where.ref('uploads.id')),
        where('transfers.account_id', '=', where.ref('uploads.account_id')),
      ]),
    )
    .orderBy('transfer_files.added_at')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** Each content that a transfer has or had, once, without empty files; null for each file that no job has read yet. */
export async function listHashesOf(db: Db, slug: string): Promise<Array<Buffer | null>> {
  const rows = await db
    .selectFrom('transfer_files')
    .innerJoin('transfers', 'transfers.id', 'transfer_files.transfer_id')
    .innerJoin('stored_files as files', 'files.id', 'transfer_files.file_id')
    .select(['files.id', 'files.sha256'])
    .where('transfers.slug', '=', slug)
    .where('files.bytes', '>', 0)
    .execute()
  const known = new Map(rows.map(({ id, sha256 }) => [sha256?.toString('hex') ?? id, sha256]))
  return [...known.values()]
}

/** Undeleted transfers, of any account, with one of these files. */
export async function listTransfersWith(db: Db, fileIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('transfer_files')
    .innerJoin('transfers', 'transfers.id', 'transfer_files.transfer_id')
    .select('transfers.id')
    .distinct()
    .where('transfer_files.file_id', '=', sql<string>`any(${[...fileIds]}::text[])`)
    .where('transfer_files.removed_at', 'is', null)
    .where('transfers.deleted_at', 'is', null)
    .orderBy('transfers.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Adds files to a new transfer, in this order, with clashing paths made distinct; returns them under these. */
export async function insertTransferFiles<File extends NamedFile>(
  tx: Db,
  transferId: string,
  files: readonly File[],
): Promise<File[]> {
  const paths = dedupePaths(files.map(({ path }) => path))
  await sql`
    insert into transfer_files (transfer_id, file_id, position, path)
    select ${transferId}, given.file_id, given.nth - 1, given.path
    from unnest(${arrayOf(files.map(({ id }) => id))}::text[], ${paths}::text[])
      with ordinality as given (file_id, path, nth)`.execute(tx)
  return files.map((file, nth) => ({ ...file, path: paths[nth] as string }))
}

/** Removes a file; returns its position, null where the transfer does not have it. */
export async function takeFileOut(tx: Db, transferId: string, fileId: string): Promise<number | null> {
  const row = await tx
    .updateTable('transfer_files')
    .set({ removed_at: sql<Date>`now()` })
    .where('transfer_id', '=', transferId)
    .where('file_id', '=', fileId)
    .where('removed_at', 'is', null)
    .returning('position')
    .executeTakeFirst()
  return row?.position ?? null
}

/** Appends further files. */
export async function appendFiles(tx: Db, transferId: string, files: readonly NamedFile[]): Promise<void> {
  await sql`
    insert into transfer_files (transfer_id, file_id, position, path)
    select ${transferId}, given.file_id, last.position + given.nth, given.path
    from unnest(${files.map(({ id }) => id)}::text[], ${files.map(({ path }) => path)}::text[])
      with ordinality as given (file_id, path, nth),
      (select coalesce(max(position), -1) as position from transfer_files where transfer_id = ${transferId}) as last
  `.execute(tx)
}

/** Puts a file in the place of a removed one. */
export async function putInPlace(
  tx: Db,
  transferId: string,
  file: NamedFile,
  { position, replaces }: { position: number; replaces: string },
): Promise<void> {
  await tx
    .insertInto('transfer_files')
    .values({ transfer_id: transferId, file_id: file.id, position, path: file.path, replaces_file_id: replaces })
    .execute()
}

/** Updates the transfer's totals. Finished recipients become unfinished where `asksMore` says that bytes were added. */
export async function settleChange(tx: Db, transferId: string, { asksMore }: { asksMore: boolean }): Promise<void> {
  await sql`
    update transfers set file_count = had.files, bytes = had.bytes, edited_at = now()
    from (
      select count(*) as files, coalesce(sum(f.bytes), 0) as bytes
      from transfer_files tf join stored_files f on f.id = tf.file_id
      where tf.transfer_id = ${transferId} and tf.removed_at is null
    ) had where id = ${transferId}`.execute(tx)
  if (!asksMore) return
  await sql`update recipients set finished_at = null where transfer_id = ${transferId}`.execute(tx)
}

/** Transfers whose ledgers lack known checksums: those with one of these files, or at most `limit` of all. */
export async function listUnsummed(db: Db, of: { fileIds: readonly string[] } | { limit: number }): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct tf.transfer_id as id from transfer_files tf join stored_files f on f.id = tf.file_id
    where not tf.is_summed and f.sha256 is not null
    ${'fileIds' in of ? sql`and tf.file_id = any(${[...of.fileIds]}::text[])` : sql`limit ${of.limit}`}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Whether more checksums of a transfer will be known soon, and none has waited for a minute. */
export async function awaitsSums(db: Db, transferId: string): Promise<boolean> {
  const { rows } = await sql<{ awaits: boolean }>`
    select coalesce(bool_or(f.checked_at is null and f.withdrawn_at is null and tf.removed_at is null), false)
      and coalesce(min(f.checked_at) filter (where f.sha256 is not null) > now() - interval '1 minute', false) as awaits
    from transfer_files tf join stored_files f on f.id = tf.file_id
    where tf.transfer_id = ${transferId} and not tf.is_summed`.execute(db)
  return rows[0]?.awaits ?? false
}

/** Marks these checksums as recorded; returns their files, in the order of the transfer. No other caller gets them. */
export async function takeSums(tx: Db, transferId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string; position: number }>`
    update transfer_files tf set is_summed = true from stored_files f
    where tf.transfer_id = ${transferId} and f.id = tf.file_id and not tf.is_summed and f.sha256 is not null
    returning tf.file_id as id, tf.position`.execute(tx)
  return rows.toSorted((one, other) => one.position - other.position).map(({ id }) => id)
}

/** Files of these transfers that no undeleted transfer of the account has, each with one of the transfers. */
export async function listUnusedFiles(
  db: Db,
  accountId: string,
  transferIds: readonly string[],
): Promise<Array<{ fileId: string; transferId: string }>> {
  const { rows } = await sql<{ fileId: string; transferId: string }>`
    select had.file_id as "fileId", min(had.transfer_id) as "transferId" from transfer_files had
    where had.transfer_id = any(${[...transferIds]}::text[]) and had.removed_at is null and not exists (
      select 1 from transfer_files tf join transfers t on t.id = tf.transfer_id
      where tf.file_id = had.file_id and tf.removed_at is null and t.account_id = ${accountId} and t.deleted_at is null
    ) group by had.file_id`.execute(db)
  return rows
}

/** The files of these transfers, each once. */
export async function listFileIds(db: Db, transferIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct file_id as id from transfer_files
    where transfer_id = any(${[...transferIds]}::text[]) and removed_at is null`.execute(db)
  return rows.map(({ id }) => id)
}

/** Those of these files that an undeleted transfer has or had: somebody may be downloading them through its link. */
export async function listNamedFiles(db: Db, fileIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct tf.file_id as id from transfer_files tf join transfers t on t.id = tf.transfer_id
    where tf.file_id = any(${[...fileIds]}::text[]) and t.deleted_at is null`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** A stored file that an account may read and forward, under the account's name for it. */
export interface ReadableFile {
  id: string
  /** For others to see. */
  path: string
  /** In the account's own library: a submitted file is in a folder named after its supplier. */
  libraryPath: string
  bytes: number
  /** A transfer with this file is blocked: nobody may forward it. */
  isBlocked: boolean
}

/**
 * Those of `fileIds` that the account may read, in the requested order. Only this function decides that: files of its
 * own uploads, and files that were mailed to an address it has proven, as long as that transfer's link would open them
 * without further proof. A file always belongs to its owner, however often it is forwarded: once the owner deletes it,
 * or the time of an owner without an account has run out, it is withdrawn everywhere.
 */
export async function listReadableTransferFiles(
  db: Db,
  accountId: string,
  fileIds: readonly string[],
): Promise<ReadableFile[]> {
  const { rows } = await sql<ReadableFile>`
    select f.id, f.bytes, exists (
        select from transfer_files named join transfers t on t.id = named.transfer_id
        where named.file_id = f.id and t.blocked_at is not null
      ) as "isBlocked", case when u.account_id = ${accountId} then f.path else received.path end as "libraryPath",
      case when u.account_id is distinct from ${accountId} then received.path
        else path_for_others(f.id, f.path) end as path
    from unnest(${[...fileIds]}::text[]) with ordinality as given (id, nth)
    join stored_files f on f.id = given.id
    join ${completeUploads} u on u.id = f.upload_id
    left join lateral (
      select tf.path from transfer_files tf
      join transfers t on t.id = tf.transfer_id
      join recipients r on r.transfer_id = t.id
      join account_emails a on a.address = r.address
      where tf.file_id = f.id and tf.removed_at is null and a.account_id = ${accountId} and r.removed_at is null
        and ${isServed('t')} and (t.expires_at is null or t.expires_at > now())
        and (t.arrival is null or t.arrival = 'whole')
        and t.paused_at is null and t.password_hash is null and t.download_limit is null
      order by t.sent_at desc limit 1
    ) received on true
    where f.withdrawn_at is null
      and (u.account_id = ${accountId} or received.path is not null)
    order by given.nth`.execute(db)
  return rows
}

/** Clears the names of the files in transfers whose record is erased. */
export async function clearFileNames(tx: Db, transferIds: readonly string[]): Promise<void> {
  await sql`
    update transfer_files set path = file_id where transfer_id = any(${[...transferIds]}::text[])`.execute(tx)
}
