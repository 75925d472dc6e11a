import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'

type Db = Kysely<Database>

/** The thumbnail of a file that the transfer has now; null where there is none, or the file is withdrawn. */
export async function findReceivedThumbnail(db: Db, transferId: string, fileId: string) {
  const { rows } = await sql<{ webp: Buffer; scan_state: string | null; scan_because: string | null }>`
    select th.webp, f.scan_state, f.scan_because
    from transfer_contents tf join stored_files f on f.id = tf.file_id join thumbnails th on th.file_id = f.id
    where tf.transfer_id = ${transferId} and tf.file_id = ${fileId} and tf.removed_at is null
      and f.withdrawn_at is null and f.deleted_at is null and th.webp is not null`.execute(db)
  return rows[0] ?? null
}

export interface DrawnPage {
  /** Null: it was dropped, or cannot be drawn. */
  webp: Buffer | null
  is_refused: boolean
  pages: number
}

export async function findPage(db: Db, fileId: string, page: number): Promise<DrawnPage | null> {
  const row = await db
    .selectFrom('previews')
    .select(['webp', 'is_refused', 'pages'])
    .where('file_id', '=', fileId)
    .where('page', '=', page)
    .executeTakeFirst()
  return row ?? null
}

/** The drawing time that previews have used in the last 24 hours: of this upload, and of this sender. */
export async function readPreviewMs(
  db: Db,
  { uploadId, drawnFor }: { uploadId: string; drawnFor: string },
): Promise<{ upload: number; sender: number }> {
  const { rows } = await sql<{ upload: number; sender: number }>`
    select coalesce(sum(p.took_ms), 0)::int8 as sender,
      coalesce(sum(p.took_ms) filter (where f.upload_id = ${uploadId}), 0)::int8 as upload
    from previews p join stored_files f on f.id = p.file_id
    where p.drawn_for = ${drawnFor} and p.made_at > now() - interval '24 hours'`.execute(db)
  return rows[0] ?? { upload: 0, sender: 0 }
}

export async function findUploadOf(db: Db, fileId: string): Promise<string | null> {
  const row = await db.selectFrom('stored_files').select('upload_id').where('id', '=', fileId).executeTakeFirst()
  return row?.upload_id ?? null
}

/** Pictures kept at once, and their bytes. Older ones are dropped, and drawn again when asked for. */
const MOST_KEPT = 2_000
const MOST_KEPT_BYTES = 500_000_000

interface MadePage {
  fileId: string
  page: number
  /** Null: it cannot be drawn. */
  drawn: { webp: Uint8Array; pages: number } | null
  drawnFor: string
  tookMs: number
}

export async function keepPage(db: Db, { fileId, page, drawn, drawnFor, tookMs }: MadePage): Promise<void> {
  await sql`
    insert into previews as p (file_id, page, webp, is_refused, pages, took_ms, drawn_for)
    values (${fileId}, ${page}, ${drawn?.webp ?? null}, ${drawn === null}, ${drawn?.pages ?? 1}, ${tookMs}, ${drawnFor})
    on conflict (file_id, page) do update set webp = excluded.webp, is_refused = excluded.is_refused,
      pages = excluded.pages, made_at = excluded.made_at, took_ms = excluded.took_ms
        + case when p.made_at > now() - interval '24 hours' then p.took_ms else 0 end`.execute(db)
  await sql`
    update previews set webp = null where (file_id, page) in (
      select file_id, page from (
        select file_id, page, row_number() over newest as nth, sum(octet_length(webp)) over newest as bytes
        from previews where webp is not null window newest as (order by made_at desc, file_id, page)
      ) kept where nth > ${MOST_KEPT} or bytes > ${MOST_KEPT_BYTES})`.execute(db)
}

/**
 * Deletes pictures after a week, and those of files whose bytes are removed; what drawing them took counts for a day.
 * After that day a refused page may be tried again: in a busy hour, a good one takes too long.
 */
export async function forgetPages(db: Db): Promise<void> {
  await sql`
    delete from previews where made_at < now() - case when is_refused then interval '1 day' else interval '7 days' end
  `.execute(db)
  await sql`
    update previews set webp = null where webp is not null and exists (
      select from stored_files f where f.id = previews.file_id and f.bytes_removed_at is not null)`.execute(db)
}
