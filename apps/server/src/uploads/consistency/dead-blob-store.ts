import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import type { BlobRow } from '../blob-row-store.ts'

/** Blobs of whose files nobody wants any: a file of its own, or a pack once all of its files are deleted. */
type Db = Kysely<Database>

/** How long the bytes of a deleted file are kept, in hours: longer than a backup takes, and than a begun download may. */
const DELETED_HOURS = 24

/** Whether something that ended at `at` ended so long ago that its bytes may go. */
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

/** Deleted files that never had a byte have none to lose. */
export async function settleEmptyFiles(db: Db): Promise<void> {
  await sql`
    update files set bytes_removed_at = now()
    where blob_id is null and bytes_removed_at is null and ${isPastGrace(sql.ref('deleted_at'))}`.execute(db)
}
