import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'

/** Multipart uploads at the S3 door. Their parts are the blob's own rows, which carry the MD5 that clients know. */
type Db = Kysely<Database>

export interface Multipart {
  id: string
  partBytes: number | null
  etag: string | null
}

/** False where the blob has `most` already. */
export async function insertMultipart(db: Db, id: string, blobId: string, most: number): Promise<boolean> {
  const { rows } = await sql`
    insert into door_multiparts (id, blob_id) select ${id}, ${blobId}
    where ${most}::int > (select count(*) from door_multiparts where blob_id = ${blobId}) returning id`.execute(db)
  return rows.length > 0
}

export async function findMultipart(db: Db, id: string, blobId: string): Promise<Multipart | null> {
  const row = await db
    .selectFrom('door_multiparts')
    .select(['id', 'part_bytes as partBytes', 'etag'])
    .where('id', '=', id)
    .where('blob_id', '=', blobId)
    .executeTakeFirst()
  return row ?? null
}

/** Sets the size of its parts, unless an earlier part has set it. @returns the size; null where it is gone */
export async function settlePartBytes(db: Db, id: string, partBytes: number): Promise<number | null> {
  const row = await db
    .updateTable('door_multiparts')
    .set({ part_bytes: sql<number>`coalesce(part_bytes, ${partBytes}::bigint)` })
    .where('id', '=', id)
    .returning('part_bytes')
    .executeTakeFirst()
  return row?.part_bytes ?? null
}

export async function setMultipartEtag(db: Db, id: string, etag: string): Promise<void> {
  await db.updateTable('door_multiparts').set({ etag }).where('id', '=', id).execute()
}

/** False where it is gone or complete. */
export async function deleteMultipart(db: Db, id: string, blobId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('door_multiparts')
    .where('id', '=', id)
    .where('blob_id', '=', blobId)
    .where('etag', 'is', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes all of an upload. */
export async function deleteMultiparts(tx: Db, uploadId: string): Promise<void> {
  await sql`delete from door_multiparts where blob_id in (select id from blobs where upload_id = ${uploadId})`.execute(
    tx,
  )
}

export interface NamedPart {
  offset: number
  bytes: number
  md5: Buffer
  receivedAt: Date
}

/** The stored parts of a blob that came in numbered parts, ascending. */
export async function listNamedParts(db: Db, blobId: string): Promise<NamedPart[]> {
  const rows = await db
    .selectFrom('parts')
    .select(['starts_at as offset', 'bytes', 'md5', 'received_at as receivedAt'])
    .where('blob_id', '=', blobId)
    .orderBy('starts_at')
    .execute()
  return rows.flatMap(({ md5, ...row }) => (md5 === null ? [] : [{ ...row, md5 }]))
}
