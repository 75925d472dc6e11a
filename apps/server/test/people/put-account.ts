import type { Insertable, Kysely, Updateable } from 'kysely'
import { type SubscriptionChange, writeSubscription } from '../../src/billing/index.ts'
import type { AccountsTable, Database } from '../../src/platform/database/schema.ts'
import { workspaceOf } from '../../src/platform/database/workspace-of.ts'

interface Plan {
  role?: SubscriptionChange['role']
  subscription?: SubscriptionChange['status']
}

/** An account inserted directly into the tables, in a new workspace with the account's id. */
export async function putAccount(
  db: Kysely<Database>,
  { role, subscription, ...account }: Omit<Insertable<AccountsTable>, 'workspace_id'> & Plan,
): Promise<void> {
  // One statement: a workspace has its admin at once.
  await db
    .with('workspace', (made) => made.insertInto('workspaces').values({ id: account.id, admin_id: account.id }))
    .insertInto('accounts')
    .values({ ...account, workspace_id: account.id })
    .execute()
  await writeSubscription(db, account.id, { role, status: subscription })
}

/** Changes columns of the account, and what its workspace pays for. */
export async function changeAccount(
  db: Kysely<Database>,
  id: string,
  { role, subscription, ...row }: Updateable<AccountsTable> & Plan,
): Promise<void> {
  if (role !== undefined || subscription !== undefined) {
    const { workspace } = await db.selectNoFrom(workspaceOf(id).as('workspace')).executeTakeFirstOrThrow()
    await writeSubscription(db, workspace, { role, status: subscription })
  }
  if (Object.keys(row).length > 0) await db.updateTable('accounts').set(row).where('id', '=', id).execute()
}
