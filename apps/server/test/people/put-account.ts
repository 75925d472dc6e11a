import type { Insertable, Kysely } from 'kysely'
import type { AccountsTable, Database } from '../../src/platform/database/schema.ts'

/** An account put straight into the tables, in a workspace of its own. Its workspace has the account's id. */
export async function putAccount(
  db: Kysely<Database>,
  account: Omit<Insertable<AccountsTable>, 'workspace_id'>,
): Promise<void> {
  await db.insertInto('workspaces').values({ id: account.id }).execute()
  await db
    .insertInto('accounts')
    .values({ ...account, workspace_id: account.id })
    .execute()
}
