/** Blobs as a backup copies them and a restore places them. */
import { type Kysely, sql } from 'kysely'
import type { Database } from '../platform/database/schema.ts'
import type { BlobRef, StoredPart, StoreId } from '../platform/storage/blob-port.ts'
import { refOf } from './blob-store.ts'
import { onDisk } from './on-disk-store.ts'
import { listParts, replaceParts } from './parts/part-store.ts'

type Db = Kysely<Database>

export interface StoredBlob {
  id: string
  uploadId: string
  store: StoreId
  ref: BlobRef
  parts: StoredPart[]
  isComplete: boolean
}

/**
 * Blobs with acknowledged, readable bytes: all complete ones, and unfinished ones on disk. An unfinished upload to S3
 * cannot be read back before it is complete. A page of them after `afterId`.
 */
export async function listStoredBlobs(db: Db, afterId: string, limit: number): Promise<StoredBlob[]> {
  const rows = await db
    .selectFrom('blobs')
    .innerJoin('uploads', 'uploads.id', 'blobs.upload_id')
    .selectAll('blobs')
    .where('blobs.id', '>', afterId)
    .where('blobs.removed_at', 'is', null)
    .where('uploads.state', '<>', 'abandoned')
    .where((where) =>
      where.or([
        where('blobs.completed_at', 'is not', null),
        where.and([onDisk('blobs.store'), where('blobs.received_bytes', '>', 0)]),
      ]),
    )
    .orderBy('blobs.id')
    .limit(limit)
    .execute()
  const parts = await listParts(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    id: row.id,
    uploadId: row.upload_id,
    store: row.store,
    ref: refOf(row),
    parts: parts.get(row.id) ?? [],
    isComplete: row.completed_at !== null,
  }))
}

/** Whether the blob's bytes are no longer wanted. */
export async function isBlobGone(db: Db, blobId: string): Promise<boolean> {
  const kept = await db
    .selectFrom('blobs')
    .innerJoin('uploads', 'uploads.id', 'blobs.upload_id')
    .select('blobs.id')
    .where('blobs.id', '=', blobId)
    .where('blobs.removed_at', 'is', null)
    .where('uploads.state', '<>', 'abandoned')
    .executeTakeFirst()
  return kept === undefined
}

/** Records a blob's new location: another key, other parts, possibly another store. */
export async function setBlobPlace(
  tx: Db,
  blobId: string,
  { store, ref, parts }: Pick<StoredBlob, 'store' | 'ref' | 'parts'>,
): Promise<void> {
  await tx
    .updateTable('blobs')
    .set({
      store,
      key: ref.key,
      part_bytes: ref.partBytes,
      wrapped_key: Buffer.from(ref.wrappedKey),
      multipart_id: ref.multipartId,
    })
    .where('id', '=', blobId)
    .execute()
  await replaceParts(tx, blobId, parts)
}

/**
 * After a restore: moves the rows of blobs without a copy from stores that are not configured to the current store. Their
 * bytes are missing there, which the checks of files find. A server does not start with rows in an unknown store.
 */
export async function adoptStrayBlobs(
  tx: Db,
  movedBlobs: readonly string[],
  { known, current }: { known: readonly StoreId[]; current: StoreId },
): Promise<void> {
  await sql`
    update blobs set store = ${current}, multipart_id = ''
    where removed_at is null and not store = any(${[...known]}::text[])
      and not id = any(${[...movedBlobs]}::text[])`.execute(tx)
}

/** Open uploads that cannot continue without blobs other than these: on disk those with acknowledged parts, else all. */
export async function listBereftUploads(db: Db, heldBlobs: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct u.id from uploads u join blobs b on b.upload_id = u.id
    where u.state = 'open' and b.removed_at is null and not b.id = any(${[...heldBlobs]}::text[])
      and (not ${onDisk('b.store')} or b.received_bytes > 0)
    order by u.id`.execute(db)
  return rows.map(({ id }) => id)
}
