import { type Kysely, type Selectable, sql } from 'kysely'
import type { BlobCopiesTable, Database } from '../../platform/database/schema.ts'
import type { BlobRef, StoreId } from '../../platform/storage/blob-port.ts'
import { type BlobRow, DELETED_HOURS } from '../blob-store.ts'

/** Bytes of blobs in places that their rows do not name, and the moment when a blob's row names another place. */
type Db = Kysely<Database>

export type CopyRow = Selectable<BlobCopiesTable>

const afterGrace = sql<Date>`now() + make_interval(hours => ${DELETED_HOURS})`

/** Notes a copy before its first byte is written, so that a crash leaves nothing unknown. */
export async function insertCopy(
  db: Db,
  copy: { blobId: string; store: StoreId; moveId: string; ref: Pick<BlobRef, 'key' | 'multipartId'> },
): Promise<void> {
  await db
    .insertInto('blob_copies')
    .values({
      key: copy.ref.key,
      blob_id: copy.blobId,
      store: copy.store,
      multipart_id: copy.ref.multipartId,
      move_id: copy.moveId,
      remove_at: afterGrace,
    })
    .execute()
}

/** The copies that a move makes now are needed for another day. */
export async function extendCopies(db: Db, moveId: string): Promise<void> {
  await db
    .updateTable('blob_copies')
    .set({ remove_at: afterGrace })
    .where('move_id', '=', moveId)
    .where('is_leaving', '=', false)
    .execute()
}

/** What an earlier process of a move began to copy is removed at the next sweep. */
export async function dropUnfinished(db: Db, moveId: string): Promise<void> {
  await db
    .updateTable('blob_copies')
    .set({ is_leaving: true, remove_at: sql<Date>`now()` })
    .where('move_id', '=', moveId)
    .execute()
}

/** Makes a finished copy a blob's own. False, and nothing changed, where its removal has begun. */
export async function takeCopy(tx: Db, key: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('blob_copies')
    .where('key', '=', key)
    .where('is_leaving', '=', false)
    .returning('key')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Switches a blob's row to another place, if it still names the one that was read. Its former bytes are kept for as
 * long as a started download may take.
 */
export async function switchPlace(
  tx: Db,
  from: Pick<BlobRow, 'id' | 'store' | 'key' | 'multipart_id'>,
  to: { store: StoreId; ref: BlobRef },
): Promise<boolean> {
  const row = await tx
    .updateTable('blobs')
    .set({
      store: to.store,
      key: to.ref.key,
      part_bytes: to.ref.partBytes,
      wrapped_key: Buffer.from(to.ref.wrappedKey),
      multipart_id: to.ref.multipartId,
    })
    .where('id', '=', from.id)
    .where('store', '=', from.store)
    .where('key', '=', from.key)
    .where('removed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (row === undefined) return false
  const { id: blob_id, store, key, multipart_id } = from
  await tx.insertInto('blob_copies').values({ key, blob_id, store, multipart_id, remove_at: afterGrace }).execute()
  return true
}

/** Claims some copies whose time has come, in these stores: from now on no blob takes them. */
export async function claimDueCopies(db: Db, stores: readonly StoreId[], limit: number): Promise<CopyRow[]> {
  const { rows } = await sql<CopyRow>`
    update blob_copies set is_leaving = true where key in (
      select key from blob_copies where remove_at <= now() and store = any(${[...stores]}::text[])
      order by remove_at limit ${limit} for update skip locked
    ) returning *`.execute(db)
  return rows
}

/** Tries a copy again later whose removal failed. */
export async function postponeCopy(db: Db, key: string): Promise<void> {
  await db
    .updateTable('blob_copies')
    .set({ remove_at: sql<Date>`now() + interval '1 hour'` })
    .where('key', '=', key)
    .execute()
}

/** Claims one copy for its removal. False where it is gone, or became a blob's own. */
export async function claimCopy(db: Db, key: string): Promise<boolean> {
  const row = await db
    .updateTable('blob_copies')
    .set({ is_leaving: true, remove_at: sql<Date>`now()` })
    .where('key', '=', key)
    .returning('key')
    .executeTakeFirst()
  return row !== undefined
}

/** Its bytes are gone. */
export async function deleteCopy(db: Db, key: string): Promise<void> {
  await db.deleteFrom('blob_copies').where('key', '=', key).execute()
}
