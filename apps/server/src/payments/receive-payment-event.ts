import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../context.ts'
import { addJob } from '../platform/jobs/add-job.ts'
import type { PaymentEvent } from '../platform/payments/payment-provider.ts'
import { findWorkspaceOfSession } from './checkout-store.ts'
import { findWorkspaceOfPayment } from './lost-prepaid-store.ts'
import { findWorkspaceOf, insertEvent, type ProviderKind } from './payment-store.ts'

/**
 * Takes an event of the provider: kept once by its id, and what it points at is read back by a job of the same
 * transaction. Repeated, late or out of order, it changes nothing that is not so.
 *
 * @throws Problem 'webhook-refused' {because} | 'not-on-sale'
 */
export async function receivePaymentEvent(
  { db, payments }: Pick<Context, 'db' | 'payments'>,
  rawBody: Uint8Array,
  signature: string | undefined,
): Promise<void> {
  if (payments === null) throw new Problem('not-on-sale')
  const { provider } = payments
  const event = provider.readEvent(rawBody, signature)
  await db.transaction().execute(async (tx) => {
    if (!(await insertEvent(tx, provider.kind, event))) return
    const workspaceId = await findWorkspaceOfEvent(tx, provider.kind, event)
    if (workspaceId === null) return
    await addJob(tx, 'settle-payments', { workspaceId }, { key: `settle-payments/${workspaceId}` })
  })
}

/** A dispute names its payment alone, and a customer who was replaced is not known by the former name. */
async function findWorkspaceOfEvent(
  tx: Context['db'],
  provider: ProviderKind,
  { customer, session, payment }: PaymentEvent,
): Promise<string | null> {
  const named = customer === null ? null : await findWorkspaceOf(tx, provider, customer)
  const begun = named ?? (session === null ? null : await findWorkspaceOfSession(tx, provider, session))
  return begun ?? (payment === null ? null : await findWorkspaceOfPayment(tx, provider, payment))
}
