import { type Kysely, sql } from 'kysely'
import type { Database } from '../platform/database/schema.ts'

type Db = Kysely<Database>

/** Creates a workspace; the same transaction puts the account that administers it into it. */
export async function insertWorkspace(tx: Db, id: string, adminId: string): Promise<void> {
  await tx.insertInto('workspaces').values({ id, admin_id: adminId }).execute()
}

/** Removes a workspace that no account joined. */
export async function dropWorkspace(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('workspaces').where('id', '=', id).execute()
}

/** Ends the workspace. Its row stays, like its account's, for rows that still refer to it. */
export async function endWorkspace(tx: Db, id: string): Promise<void> {
  await tx
    .updateTable('workspaces')
    .set({ ended_at: sql<Date>`now()`, admin_id: null, handover_to: null, handover_at: null, over_seats_since: null })
    .where('id', '=', id)
    .execute()
}
