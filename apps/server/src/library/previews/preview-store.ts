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
