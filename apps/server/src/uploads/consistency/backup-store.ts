import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import type { BlobRef, StoredPart, StoreKind } from '../../platform/storage/blob-store.ts'
import { refOf } from '../blob-row-store.ts'
import { listParts, replaceParts } from '../parts/part-store.ts'

/** What a backup asks of this room's tables, and what a restored one writes. */
type Db = Kysely<Database>

export interface StoredBlob {
  id: string
  uploadId: string
  store: StoreKind
  ref: BlobRef
  parts: StoredPart[]
  isComplete: boolean
}

/**
 * Blobs with acknowledged bytes that can be read one by one: all complete ones, and unfinished ones on disk. An unfinished
 * upload to S3 cannot be read back before it is complete. A page of them after `afterId`.
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
        where.and([where('blobs.store', '=', 'disk'), where('blobs.received_bytes', '>', 0)]),
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

/** Whether nobody wants the blob's bytes any more. */
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

/** Says where a blob's bytes lie now: under another key, in other parts, maybe in another store. */
export async function moveBlob(
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

/** Open uploads that have acknowledged parts, other than those of these blobs: nothing holds their bytes. */
export async function listBereftUploads(db: Db, heldBlobs: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct u.id from uploads u join blobs b on b.upload_id = u.id
    where u.state = 'open' and b.removed_at is null and not b.id = any(${[...heldBlobs]}::text[])
      and (b.store = 's3' or b.received_bytes > 0)
    order by u.id`.execute(db)
  return rows.map(({ id }) => id)
}
