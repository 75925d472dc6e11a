import { type Kysely, sql } from 'kysely'
import type { Database } from '../platform/database/schema.ts'
import type { BlobRow } from './blob-store.ts'

/** Which blobs are whole, and marking them so. */
type Db = Kysely<Database>

/** Whether every byte of an upload through this server is acknowledged. */
export async function isWhole(db: Db, uploadId: string): Promise<boolean> {
  const lacking = await db
    .selectFrom('blobs')
    .select('id')
    .where('upload_id', '=', uploadId)
    .where('completed_at', 'is', null)
    .whereRef('received_bytes', '<', 'bytes')
    .limit(1)
    .executeTakeFirst()
  return lacking === undefined
}

export interface FinishedBlob {
  row: Pick<BlobRow, 'id'>
  /** CRC-32 of files in it, by id. */
  crcs: ReadonlyMap<string, number>
}

/**
 * Marks blobs complete and stores the CRC-32 of files in them: one statement, however many, so one wait for the disk.
 * One whose parts are counted as they are acknowledged stays open where some were revoked since they were read.
 */
export async function finishBlobs(
  db: Db,
  blobs: readonly FinishedBlob[],
  { areCounted }: { areCounted: boolean },
): Promise<void> {
  const crcs = blobs.flatMap((blob) => [...blob.crcs])
  await sql`
    with held as (
      -- Concurrent calls lock in the same order.
      select id from blobs where id = any(${blobs.map(({ row }) => row.id)}::text[]) and completed_at is null
        and (received_bytes = bytes or not ${areCounted}::boolean)
      order by id for update
    ), summed as (
      update files set crc32 = given.crc32
      from unnest(${crcs.map(([id]) => id)}::text[], ${crcs.map(([, crc32]) => crc32)}::bigint[]) as given (id, crc32)
      where files.id = given.id
    )
    update blobs set completed_at = now(), received_bytes = blobs.bytes from held where blobs.id = held.id`.execute(db)
}

/** The bytes that blobs lack which accept parts; null where every blob of the upload is complete. */
export async function lackingBytes(db: Db, uploadId: string): Promise<number | null> {
  const row = await db
    .selectFrom('blobs')
    .select(sql<number | null>`sum(bytes - received_bytes)::bigint`.as('bytes'))
    .where('upload_id', '=', uploadId)
    .where('completed_at', 'is', null)
    .executeTakeFirst()
  return row?.bytes ?? null
}
