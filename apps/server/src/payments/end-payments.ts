import { Problem } from '@waybill/contract/core/problems'
import type { Kysely } from 'kysely'
import { writeSubscription } from '../billing/index.ts'
import type { Context } from '../context.ts'
import type { Database } from '../platform/database/schema.ts'
import { addJob } from '../platform/jobs/add-job.ts'
import { removeSandboxCustomer } from '../platform/payments/sandbox/sandbox-provider.ts'
import { hasOpenCheckout } from './checkout-store.ts'
import { deletePurchases, findOwner, listCustomers } from './payment-store.ts'
import { settlePayments } from './settle-payments.ts'

/**
 * Ends what a workspace pays for at the provider, at once and without a refund, and has the provider forget it. Call it
 * before the account is deleted: nobody is charged for what is gone. The sandbox of a server that sells otherwise now
 * charges nothing, and forgets its customers too.
 *
 * @returns the customers whom it forgets
 * @throws Problem 'payments-unavailable'
 */
export async function endPayments(
  { db, payments }: Pick<Context, 'db' | 'payments'>,
  workspaceId: string,
): Promise<string[]> {
  const customers = await listCustomers(db, workspaceId)
  for (const { provider, customer } of customers) {
    if (provider === payments?.provider.kind) await payments.provider.removeCustomer(customer)
    else if (provider === 'sandbox') await removeSandboxCustomer({ db }, customer)
    else throw new Problem('payments-unavailable')
  }
  return customers.map(({ customer }) => customer)
}

/**
 * Removes what is kept of it, in the transaction that deletes the account. Trials stay on record, as hashes.
 *
 * @returns the customers of whom nothing is kept any more
 */
export async function forgetPayments(tx: Kysely<Database>, workspaceId: string): Promise<string[]> {
  const customers = await deletePurchases(tx, workspaceId)
  await writeSubscription(tx, workspaceId, { bought: null })
  return customers
}

/** Has the purchases of a workspace that its account has left for a team forgotten soon. */
export async function forgetSoon(tx: Kysely<Database>, workspaceId: string): Promise<void> {
  await addJob(tx, 'forget-payments', { workspaceId }, { key: `forget-payments/${workspaceId}` })
}

/**
 * Forgets the purchases of a workspace that its account has left for a team. What was bought meanwhile is paid back
 * first. While a slow payment is on its way nothing is forgotten: the nightly reconciliation comes back to it.
 *
 * @throws Problem 'payments-unavailable'; 'still-working' also where a customer was added meanwhile
 */
export async function forgetLeft(
  ctx: Pick<Context, 'db' | 'payments' | 'log'>,
  { workspaceId }: { workspaceId: string },
): Promise<void> {
  if ((await findOwner(ctx.db, workspaceId)) !== null) return
  await settlePayments(ctx, workspaceId)
  if (await hasOpenCheckout(ctx.db, workspaceId)) return
  const ended = new Set(await endPayments(ctx, workspaceId))
  await ctx.db.transaction().execute(async (tx) => {
    const forgotten = await forgetPayments(tx, workspaceId)
    if (forgotten.some((customer) => !ended.has(customer))) throw new Problem('still-working', { retryAfterSeconds: 1 })
  })
}
