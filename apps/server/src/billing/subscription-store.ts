import type { Role } from '@waybill/contract/billing/plans'
import type { SubscriptionStatus } from '@waybill/contract/identity/profile-endpoints'
import { type Kysely, sql } from 'kysely'
import { holdAccountsOf } from '../identity/accounts/index.ts'
import type { Database } from '../platform/database/schema.ts'

export interface SubscriptionChange {
  role?: Role | undefined
  status?: SubscriptionStatus | undefined
}

/**
 * The one writer of what a workspace pays for: its role and the state of its subscription, of which what is not given
 * stays. It waits for whoever holds an account of the workspace, and holds them until the transaction ends, so that
 * nobody sends under a plan that has changed meanwhile. Others read it in the view `account_facts`.
 */
export async function writeSubscription(
  tx: Kysely<Database>,
  workspaceId: string,
  { role, status }: SubscriptionChange,
): Promise<void> {
  await holdAccountsOf(tx, workspaceId)
  const change = { ...(role === undefined ? {} : { role }), ...(status === undefined ? {} : { status }) }
  await tx
    .insertInto('subscriptions')
    .values({ workspace_id: workspaceId, ...change })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet({ ...change, changed_at: sql<Date>`now()` }))
    .execute()
}
