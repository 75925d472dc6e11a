import { Problem } from '@waybill/contract/core/problems'
import type { Kysely } from 'kysely'
import { writeSubscription } from '../billing/index.ts'
import type { Context } from '../context.ts'
import type { Database } from '../platform/database/schema.ts'
import { deletePurchases, listCustomers } from './payment-store.ts'

/**
 * Ends what a workspace pays for at the provider, at once and without a refund, and has the provider forget it. Call it
 * before the account is deleted: nobody is charged for what is gone. The sandbox of a server that sells otherwise now
 * charges nothing.
 *
 * @throws Problem 'payments-unavailable'
 */
export async function endPayments({ db, payments }: Pick<Context, 'db' | 'payments'>, workspaceId: string) {
  for (const { provider, customer } of await listCustomers(db, workspaceId)) {
    if (provider === payments?.provider.kind) await payments.provider.removeCustomer(customer)
    else if (provider === 'stripe') throw new Problem('payments-unavailable')
  }
}

/** Removes what is kept of it, in the transaction that deletes the account. Trials stay on record, as hashes. */
export async function forgetPayments(tx: Kysely<Database>, workspaceId: string): Promise<void> {
  await deletePurchases(tx, workspaceId)
  await writeSubscription(tx, workspaceId, { bought: null })
}
