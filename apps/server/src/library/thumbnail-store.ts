import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'

/** Thumbnails, one row a file; a row without a picture says that none can be made. */
type Db = Kysely<Database>

export async function listUndrawn(db: Db, uploadId: string, most: number) {
  return db
    .selectFrom('files')
    .leftJoin('thumbnails', 'thumbnails.file_id', 'files.id')
    .select(['files.id', 'files.path', 'files.bytes'])
    .where('files.upload_id', '=', uploadId)
    .where('files.withdrawn_at', 'is', null)
    .where('thumbnails.file_id', 'is', null)
    .orderBy('files.position')
    .limit(most)
    .execute()
}

export async function keepThumbnail(db: Db, fileId: string, webp: Uint8Array | null): Promise<void> {
  await db
    .insertInto('thumbnails')
    .values({ file_id: fileId, webp })
    .onConflict((conflict) => conflict.column('file_id').doNothing())
    .execute()
}

/** Null where there is none, or the file is no longer to be seen. */
export async function findThumbnail(db: Db, fileId: string): Promise<Buffer | null> {
  const row = await db
    .selectFrom('thumbnails')
    .innerJoin('files', 'files.id', 'thumbnails.file_id')
    .select('thumbnails.webp')
    .where('thumbnails.file_id', '=', fileId)
    .where('files.withdrawn_at', 'is', null)
    .where('files.deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.webp ?? null
}
