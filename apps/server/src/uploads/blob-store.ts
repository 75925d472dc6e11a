import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import { arrayOf } from '../platform/database/array-of.ts'
import type { BlobsTable, Database, FilesTable } from '../platform/database/schema.ts'
import type { BlobRef } from '../platform/storage/blob-port.ts'

/** Blobs and the files in them: where the bytes are, whether they are complete, and which are no longer wanted. */
type Db = Kysely<Database>

export type BlobRow = Selectable<BlobsTable>
export type FileRow = Selectable<FilesTable>

type NewFile = Omit<PlannedFile, 'upload_id' | 'position' | 'crc32'>

const ROWS_PER_INSERT = 500

/** The fields of a row for the storage port. */
export function refOf(row: Pick<BlobRow, 'key' | 'bytes' | 'part_bytes' | 'wrapped_key' | 'multipart_id'>): BlobRef {
  return {
    key: row.key,
    bytes: row.bytes,
    partBytes: row.part_bytes,
    wrappedKey: row.wrapped_key,
    multipartId: row.multipart_id,
  }
}

export async function insertBlobs(tx: Db, rows: readonly Insertable<BlobsTable>[]): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_PER_INSERT) {
    await tx
      .insertInto('blobs')
      .values(rows.slice(from, from + ROWS_PER_INSERT))
      .execute()
  }
}

/**
 * The files of one upload, in the order of its manifest. One statement, however many: 10,000 rows of placeholders take
 * longer to build and parse than to insert.
 */
export async function insertFiles(tx: Db, uploadId: string, rows: readonly NewFile[]): Promise<void> {
  const all = <Name extends keyof NewFile>(name: Name) => rows.map((row) => row[name])
  const modifiedMs = rows.map(({ modified_at }) => modified_at.getTime())
  await sql`
    insert into files (id, upload_id, position, path, bytes, modified_at, fingerprint, crc32, blob_id, blob_offset)
    select id, ${uploadId}, nth - 1, path, bytes,
      -- Whole seconds apart: a product of so many milliseconds would be rounded.
      timestamptz 'epoch' + (ms / 1000) * interval '1 second' + (ms % 1000) * interval '1 millisecond',
      fingerprint, case when bytes = 0 then 0 end, blob_id, blob_offset
    from unnest(${arrayOf(all('id'))}::text[], ${all('path')}::text[], ${arrayOf(all('bytes'))}::bigint[],
      ${arrayOf(modifiedMs)}::bigint[], ${all('fingerprint')}::text[], ${arrayOf(all('blob_id'))}::text[],
      ${arrayOf(all('blob_offset'))}::bigint[])
      with ordinality as given (id, path, bytes, ms, fingerprint, blob_id, blob_offset, nth)`.execute(tx)
}

/** In the order of the plan. */
export async function listBlobs(db: Db, uploadId: string): Promise<BlobRow[]> {
  return db.selectFrom('blobs').selectAll().where('upload_id', '=', uploadId).orderBy('position').execute()
}

export async function findBlob(db: Db, id: string): Promise<BlobRow | null> {
  return (await db.selectFrom('blobs').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** The files in a blob. */
export async function listMembers(db: Db, blobId: string): Promise<FileRow[]> {
  return db.selectFrom('files').selectAll().where('blob_id', '=', blobId).orderBy('blob_offset').execute()
}

/** What an upload's files are, without how they fared since: there may be thousands. */
const PLANNED_COLUMNS = [
  'id',
  'upload_id',
  'position',
  'path',
  'bytes',
  'modified_at',
  'fingerprint',
  'crc32',
  'blob_id',
  'blob_offset',
] as const
export type PlannedFile = Pick<FileRow, (typeof PLANNED_COLUMNS)[number]>

/** In the order of the manifest. */
export async function listFiles(db: Db, uploadId: string): Promise<PlannedFile[]> {
  return db
    .selectFrom('files')
    .select([...PLANNED_COLUMNS])
    .where('upload_id', '=', uploadId)
    .orderBy('position')
    .execute()
}

/** What an upload's files are and where their bytes are: a small part of the rows, since there may be thousands. */
const UPLOADED_COLUMNS = ['id', 'path', 'bytes', 'blob_id', 'blob_offset', 'withdrawn_at'] as const
export type UploadedFile = Pick<FileRow, (typeof UPLOADED_COLUMNS)[number]>

/** In the order of the manifest. */
export async function listUploadedFiles(db: Db, uploadId: string): Promise<UploadedFile[]> {
  const query = db
    .selectFrom('files')
    .select([...UPLOADED_COLUMNS])
    .where('upload_id', '=', uploadId)
  return query.orderBy('position').execute()
}

/**
 * The blob's bytes are gone, and with them those of every file inside it; nothing changes where its row names another
 * place by now.
 */
export async function markBlobRemoved(db: Db, { id, key }: Pick<BlobRow, 'id' | 'key'>): Promise<void> {
  await sql`
    with gone as (
      update blobs set removed_at = coalesce(removed_at, now()) where id = ${id} and key = ${key} returning id
    )
    update files set bytes_removed_at = now() from gone
    where files.blob_id = gone.id and bytes_removed_at is null`.execute(db)
}

/** Complete files that no job has read back since they were stored. */
export async function listUncheckedFiles(db: Db, uploadId: string): Promise<Array<Pick<FileRow, 'id' | 'bytes'>>> {
  return db
    .selectFrom('files')
    .select(['id', 'bytes'])
    .where('upload_id', '=', uploadId)
    .where('checked_at', 'is', null)
    .where(
      sql<boolean>`(blob_id is null or exists (
        select from blobs where blobs.id = files.blob_id and blobs.completed_at is not null
      ))`,
    )
    .orderBy('position')
    .execute()
}

/** Which of these files are still unchecked, in order. */
export async function listUnchecked(db: Db, fileIds: readonly string[]): Promise<string[]> {
  const query = db.selectFrom('files').select('id').where('id', 'in', fileIds).where('checked_at', 'is', null)
  return (await query.orderBy('position').execute()).map(({ id }) => id)
}

export async function markFileChecked(db: Db, fileId: string, sha256: Uint8Array): Promise<void> {
  await db
    .updateTable('files')
    .set({ sha256: Buffer.from(sha256), checked_at: sql<Date>`now()`, reread_at: sql<Date>`now()` })
    .where('id', '=', fileId)
    .execute()
}

/** Withdraws a file; null where that was done before. */
export async function withdrawFile(tx: Db, fileId: string, because: string): Promise<FileRow | null> {
  const row = await tx
    .updateTable('files')
    .set({ checked_at: sql<Date>`now()`, withdrawn_at: sql<Date>`now()`, withdrawn_because: because })
    .where('id', '=', fileId)
    .where('withdrawn_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Not the rest of a row: an archive or a check has thousands of files. */
const READABLE_COLUMNS = [
  'id',
  'path',
  'bytes',
  'modified_at',
  'crc32',
  'sha256',
  'withdrawn_at',
  'blob_id',
  'blob_offset',
] as const
export type ReadableFile = Pick<FileRow, (typeof READABLE_COLUMNS)[number]>

/** In no order; unknown ones are left out. */
export async function listReadableFiles(db: Db, fileIds: readonly string[]): Promise<ReadableFile[]> {
  return db
    .selectFrom('files')
    .select([...READABLE_COLUMNS])
    .where('id', '=', sql<string>`any(${arrayOf(fileIds)}::text[])`)
    .execute()
}

/** Complete blobs, without those whose bytes were removed. */
export async function listReadableBlobs(db: Db, blobIds: readonly string[]): Promise<BlobRow[]> {
  return db
    .selectFrom('blobs')
    .selectAll()
    .where('id', '=', sql<string>`any(${[...blobIds]}::text[])`)
    .where('removed_at', 'is', null)
    .where('completed_at', 'is not', null)
    .execute()
}

/**
 * How long the bytes of a deleted file are kept, in hours: longer than a backup takes, and than a started download may.
 */
export const DELETED_HOURS = 24

/** Whether something that ended at `at` ended long enough ago for its bytes to be removed. */
export const isPastGrace = (at: ReturnType<typeof sql.ref>) =>
  sql<boolean>`${at} <= now() - make_interval(hours => ${DELETED_HOURS})`

/** A page of them after `afterId`. */
export async function listDeadBlobs(db: Db, afterId: string, limit: number): Promise<BlobRow[]> {
  const { rows } = await sql<BlobRow>`
    select b.* from blobs b
    where b.id > ${afterId} and b.removed_at is null
      and b.id in (
        select f.blob_id from files f where f.bytes_removed_at is null and ${isPastGrace(sql.ref('f.deleted_at'))}
      )
      and not exists (
        select 1 from files f
        where f.blob_id = b.id and (f.deleted_at is null or not ${isPastGrace(sql.ref('f.deleted_at'))})
      )
    order by b.id limit ${limit}`.execute(db)
  return rows
}

/** Deleted files that never had a byte have none to remove. */
export async function settleEmptyFiles(db: Db): Promise<void> {
  await sql`
    update files set bytes_removed_at = now()
    where blob_id is null and bytes_removed_at is null and ${isPastGrace(sql.ref('deleted_at'))}`.execute(db)
}
