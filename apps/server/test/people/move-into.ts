import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../../src/platform/database/schema.ts'

/** Moves an account by the tables alone, with what it owns; the workspace that it leaves ends. */
export async function moveInto(db: Kysely<Database>, accountId: string, workspace: RawBuilder<unknown>): Promise<void> {
  await sql`with left_behind as (
      update workspaces set admin_id = null, ended_at = now() where admin_id = ${accountId} and id <> ${workspace}
    )
    update accounts set workspace_id = ${workspace} where id = ${accountId}`.execute(db)
}
