import { dedupePaths } from '@waybill/contract/core/dedupe-paths'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Database, FilesTable } from '../../platform/database/schema.ts'

/** Which files a transfer has. A file may be named by many transfers, in each under a path of its own. */
type Db = Kysely<Database>
type FileRow = Selectable<FilesTable>

/** A file as one transfer names it. */
export interface TransferFile
  extends Pick<FileRow, 'id' | 'bytes' | 'modified_at' | 'crc32' | 'sha256' | 'withdrawn_at' | 'position'> {
  /** Cleaned, unique inside the transfer. */
  path: string
}

/** What a transfer is given of a file that is stored. */
export interface NamedFile {
  id: string
  path: string
}

/** In the sender's order, those taken out left out. */
export async function listTransferFiles(db: Db, transferId: string): Promise<TransferFile[]> {
  return db
    .selectFrom('transfer_files')
    .innerJoin('files', 'files.id', 'transfer_files.file_id')
    .select(['files.id', 'files.bytes', 'files.modified_at', 'files.crc32', 'files.sha256', 'files.withdrawn_at'])
    .select(['transfer_files.position', 'transfer_files.path'])
    .where('transfer_files.transfer_id', '=', transferId)
    .where('transfer_files.removed_at', 'is', null)
    .orderBy('transfer_files.position')
    .execute()
}

/** Another for other contents: files that come, go or are withdrawn, other names, and sums that become known. */
export async function readContentsStamp(db: Db, transferId: string): Promise<string> {
  const { rows } = await sql<{ stamp: string }>`
    select concat_ws(' ', count(*), sum(hashtextextended(tf.file_id || ' ' || tf.position || ' ' || tf.path, 0)),
      count(f.sha256), count(f.withdrawn_at), max(f.withdrawn_at)) as stamp
    from transfer_files tf join files f on f.id = tf.file_id
    where tf.transfer_id = ${transferId} and tf.removed_at is null`.execute(db)
  return rows[0]?.stamp ?? ''
}

/** The transfer by which a file was sent first, by its owner, and what the file is called there. */
export async function findSendingOf(db: Db, fileId: string) {
  const row = await db
    .selectFrom('transfer_files')
    .innerJoin('files', 'files.id', 'transfer_files.file_id')
    .innerJoin('uploads', 'uploads.id', 'files.upload_id')
    .innerJoin('transfers', 'transfers.id', 'transfer_files.transfer_id')
    .select(['transfers.slug', 'transfers.sender_address', 'transfers.sender_language', 'transfers.sender_proven'])
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

/** Each content once that a transfer has or had, empty files left out; null for each file that no job has read yet. */
export async function listHashesOf(db: Db, slug: string): Promise<Array<Buffer | null>> {
  const rows = await db
    .selectFrom('transfer_files')
    .innerJoin('transfers', 'transfers.id', 'transfer_files.transfer_id')
    .innerJoin('files', 'files.id', 'transfer_files.file_id')
    .select(['files.id', 'files.sha256'])
    .where('transfers.slug', '=', slug)
    .where('files.bytes', '>', 0)
    .execute()
  const known = new Map(rows.map(({ id, sha256 }) => [sha256?.toString('hex') ?? id, sha256]))
  return [...known.values()]
}

/** Standing transfers, whoever's, that have one of these files. */
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

/** Names files of a new transfer, in this order, clashing paths made distinct. */
export async function insertTransferFiles(tx: Db, transferId: string, files: readonly NamedFile[]): Promise<void> {
  const paths = dedupePaths(files.map(({ path }) => path))
  await sql`
    insert into transfer_files (transfer_id, file_id, position, path)
    select ${transferId}, given.file_id, given.nth - 1, given.path
    from unnest(${files.map(({ id }) => id)}::text[], ${paths}::text[])
      with ordinality as given (file_id, path, nth)`.execute(tx)
}
