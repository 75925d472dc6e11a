import { type Kysely, type Selectable, sql } from 'kysely'
import type { AdditionsTable, Database } from '../../platform/database/schema.ts'

/** Uploads whose files are to join a saved transfer. The row stays when they have, and says where they went. */
type Db = Kysely<Database>

/** Keeps what an upload is for; a later wish replaces it. */
export async function keepAddition(
  tx: Db,
  uploadId: string,
  { transferId, replaces }: { transferId: string; replaces: string | null },
): Promise<void> {
  await tx
    .insertInto('additions')
    .values({ upload_id: uploadId, transfer_id: transferId, replaces_file_id: replaces })
    .onConflict((conflict) =>
      conflict.column('upload_id').doUpdateSet({ replaces_file_id: replaces, changed_at: sql<Date>`now()` }),
    )
    .execute()
}

export async function findAddition(db: Db, uploadId: string): Promise<Selectable<AdditionsTable> | null> {
  return (await db.selectFrom('additions').selectAll().where('upload_id', '=', uploadId).executeTakeFirst()) ?? null
}

export async function deleteAddition(tx: Db, uploadId: string): Promise<void> {
  await tx.deleteFrom('additions').where('upload_id', '=', uploadId).execute()
}
