import { readBought } from '../billing/index.ts'
import type { Context } from '../context.ts'
import type { InvoiceState, Money } from '../platform/payments/payment-provider.ts'
import { changeAtProvider } from './ask-provider.ts'
import { endPrepaid } from './checkout-store.ts'
import { findCustomer } from './payment-store.ts'
import { settlePayments } from './settle-payments.ts'

const REFUND_DAYS = 30
const DAY_MS = 86_400_000

/**
 * Gives back the newest payment of a workspace, if it is at most 30 days old, and ends what it was for at once: a
 * subscription at the provider, a prepaid period here.
 *
 * @returns what was given back; null where there is no such payment
 * @throws Problem 'payment-refused' where it was given back before; 'payments-unavailable'
 */
export async function refundPurchase(
  ctx: Pick<Context, 'db' | 'payments' | 'log' | 'clock'>,
  workspaceId: string,
): Promise<Money | null> {
  const { provider } = ctx.payments ?? {}
  const own = provider && (await findCustomer(ctx.db, workspaceId, provider.kind))
  if (provider === undefined || !own) return null
  const oldest = ctx.clock.nowMs() - REFUND_DAYS * DAY_MS
  const isRecent = ({ at, payment }: InvoiceState) => payment !== null && at.getTime() >= oldest
  const invoice = (await provider.listInvoices(own.customer)).find(isRecent)
  if (invoice?.payment == null) return null
  const { payment, amount, subscription } = invoice
  const wish = { payment, amount }
  await changeAtProvider(ctx, { workspaceId, verb: 'refund', wish }, (key) => provider.refund(key, wish))
  await endPrepaid(ctx.db, { workspaceId, payment })
  const running = (await readBought(ctx.db, workspaceId))?.subscription ?? null
  if (running === null || running !== subscription) await settlePayments(ctx, workspaceId)
  else {
    const end = { subscription, at: 'now' } as const
    await changeAtProvider(ctx, { workspaceId, verb: 'end', wish: end }, (key) => provider.cancel(key, end))
  }
  return amount
}
