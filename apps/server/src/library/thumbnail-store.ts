import { type Kysely, sql } from 'kysely'
import type { Database } from '../platform/database/schema.ts'

/** Thumbnails, one row per file; a row without a picture means that there can be none. */
type Db = Kysely<Database>

export async function listUndrawn(db: Db, uploadId: string, most: number) {
  return db
    .selectFrom('stored_files as files')
    .leftJoin('thumbnails', 'thumbnails.file_id', 'files.id')
    .select(['files.id', 'files.path', 'files.bytes'])
    .where('files.upload_id', '=', uploadId)
    .where('files.withdrawn_at', 'is', null)
    .where('thumbnails.file_id', 'is', null)
    .orderBy('files.position')
    .limit(most)
    .execute()
}

/** The upload of a file that is not drawn yet; null where it is drawn, or gone. */
export async function findUndrawn(db: Db, fileId: string): Promise<string | null> {
  const row = await db
    .selectFrom('stored_files as files')
    .leftJoin('thumbnails', 'thumbnails.file_id', 'files.id')
    .select('files.upload_id')
    .where('files.id', '=', fileId)
    .where('files.withdrawn_at', 'is', null)
    .where('thumbnails.file_id', 'is', null)
    .executeTakeFirst()
  return row?.upload_id ?? null
}

/** The drawing time used so far: of this upload, and of this sender within 24 hours. */
export async function readSpentMs(
  db: Db,
  uploadId: string,
  drawnFor: string,
): Promise<{ upload: number; sender: number }> {
  const { rows } = await sql<{ upload: number; sender: number }>`
    select
      (select coalesce(sum(t.took_ms), 0)::int8 from thumbnails t join stored_files f on f.id = t.file_id
        where f.upload_id = ${uploadId}) as upload,
      (select coalesce(sum(took_ms), 0)::int8 from thumbnails
        where drawn_for = ${drawnFor} and made_at > now() - interval '24 hours') as sender`.execute(db)
  return rows[0] ?? { upload: 0, sender: 0 }
}

export interface MadeThumbnail {
  fileId: string
  webp: Uint8Array | null
  drawnFor: string
  tookMs: number
}

export async function keepThumbnail(db: Db, { fileId, webp, drawnFor, tookMs }: MadeThumbnail): Promise<void> {
  await db
    .insertInto('thumbnails')
    .values({ file_id: fileId, webp, drawn_for: drawnFor, took_ms: tookMs })
    .onConflict((conflict) => conflict.column('file_id').doNothing())
    .execute()
}

/** Null where there is none, or the file is no longer visible. */
export async function findThumbnail(db: Db, fileId: string): Promise<Buffer | null> {
  const row = await db
    .selectFrom('thumbnails')
    .innerJoin('stored_files as files', 'files.id', 'thumbnails.file_id')
    .select('thumbnails.webp')
    .where('thumbnails.file_id', '=', fileId)
    .where('files.withdrawn_at', 'is', null)
    .where('files.deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.webp ?? null
}
