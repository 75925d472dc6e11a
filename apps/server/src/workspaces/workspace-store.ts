import { type Kysely, sql } from 'kysely'
import type { Database } from '../platform/database/schema.ts'

type Db = Kysely<Database>

export async function insertWorkspace(tx: Db, id: string): Promise<void> {
  await tx.insertInto('workspaces').values({ id }).execute()
}

/** Takes away a workspace that no account came to belong to. */
export async function dropWorkspace(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('workspaces').where('id', '=', id).execute()
}

/** Ends the workspace. Its row stays, as its account's does, for what still names it. */
export async function endWorkspace(tx: Db, id: string): Promise<void> {
  await tx.updateTable('workspaces').set({ ended_at: sql<Date>`now()` }).where('id', '=', id).execute()
}
