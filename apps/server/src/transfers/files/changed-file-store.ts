import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import type { NamedFile } from './transfer-file-store.ts'

/** Changes to the files of a saved transfer. Called with its account's row held, so that they follow each other. */
type Db = Kysely<Database>

/** Takes a file out; answers its place, null where the transfer does not have it. */
export async function takeFileOut(tx: Db, transferId: string, fileId: string): Promise<number | null> {
  const row = await tx
    .updateTable('transfer_files')
    .set({ removed_at: sql<Date>`now()` })
    .where('transfer_id', '=', transferId)
    .where('file_id', '=', fileId)
    .where('removed_at', 'is', null)
    .returning('position')
    .executeTakeFirst()
  return row?.position ?? null
}

/** Names further files, at the end. */
export async function appendFiles(tx: Db, transferId: string, files: readonly NamedFile[]): Promise<void> {
  await sql`
    insert into transfer_files (transfer_id, file_id, position, path)
    select ${transferId}, given.file_id, last.position + given.nth, given.path
    from unnest(${files.map(({ id }) => id)}::text[], ${files.map(({ path }) => path)}::text[])
      with ordinality as given (file_id, path, nth),
      (select coalesce(max(position), -1) as position from transfer_files where transfer_id = ${transferId}) as last
  `.execute(tx)
}

/** Names a file in the place of one that was taken out. */
export async function putInPlace(
  tx: Db,
  transferId: string,
  file: NamedFile,
  { position, replaces }: { position: number; replaces: string },
): Promise<void> {
  await tx
    .insertInto('transfer_files')
    .values({ transfer_id: transferId, file_id: file.id, position, path: file.path, replaces_file_id: replaces })
    .execute()
}

/** The transfer's own figures follow its files. Who had finished has not, where `asksMore` says that bytes were added. */
export async function settleChange(tx: Db, transferId: string, { asksMore }: { asksMore: boolean }): Promise<void> {
  await sql`
    update transfers set file_count = had.files, bytes = had.bytes, edited_at = now()
    from (
      select count(*) as files, coalesce(sum(f.bytes), 0) as bytes
      from transfer_files tf join files f on f.id = tf.file_id
      where tf.transfer_id = ${transferId} and tf.removed_at is null
    ) had where id = ${transferId}`.execute(tx)
  if (!asksMore) return
  await sql`update recipients set finished_at = null where transfer_id = ${transferId}`.execute(tx)
}
