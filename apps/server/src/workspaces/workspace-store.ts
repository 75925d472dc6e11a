import { type Kysely, sql } from 'kysely'
import type { Database } from '../platform/database/schema.ts'

type Db = Kysely<Database>

export async function insertWorkspace(tx: Db, id: string): Promise<void> {
  await tx.insertInto('workspaces').values({ id }).execute()
}

/** Removes a workspace that no account joined. */
export async function dropWorkspace(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('workspaces').where('id', '=', id).execute()
}

/** Ends the workspace. Its row stays, like its account's, for rows that still refer to it. */
export async function endWorkspace(tx: Db, id: string): Promise<void> {
  await tx.updateTable('workspaces').set({ ended_at: sql<Date>`now()` }).where('id', '=', id).execute()
}
