import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../context.ts'
import type { InvoiceState, Money, PaymentProvider } from '../platform/payments/payment-provider.ts'
import { changeAtProvider } from './ask-provider.ts'
import { decideRefund, withdrawRefund } from './lost-prepaid-store.ts'
import { insertNews } from './news/news-store.ts'
import { findCustomer } from './payment-store.ts'
import { settlePayments } from './settle-payments.ts'

const REFUND_DAYS = 30
const DAY_MS = 86_400_000

/**
 * 'none': there is no payment to give back. 'refunded': the purchase has ended and is given back. 'refused': it has ended,
 * and all or a part was given back before. 'unanswered': it has ended, and whether the sum is given back is not known.
 */
export type RefundOutcome = { kind: 'none' } | { kind: 'refunded' | 'refused' | 'unanswered'; amount: Money }

/**
 * Ends what the newest payment of a workspace was for, if it is at most 30 days old: a subscription at the provider, a
 * prepaid period here. Then gives the payment back: nobody keeps a plan that is paid back. Another call after a failure
 * completes what is missing, and gives nothing back twice.
 *
 * @throws Problem 'payments-unavailable' | 'still-working': nothing is given back, and the purchase may have ended
 */
export async function refundPurchase(
  ctx: Pick<Context, 'db' | 'payments' | 'log' | 'clock'>,
  workspaceId: string,
): Promise<RefundOutcome> {
  const { provider } = ctx.payments ?? {}
  const own = provider && (await findCustomer(ctx.db, workspaceId, provider.kind))
  if (provider === undefined || !own) return { kind: 'none' }
  const oldest = ctx.clock.nowMs() - REFUND_DAYS * DAY_MS
  const isRecent = ({ at, payment }: InvoiceState) => payment !== null && at.getTime() >= oldest
  const invoice = (await provider.listInvoices(own.customer)).find(isRecent)
  if (invoice?.payment == null) return { kind: 'none' }
  const { payment, subscription } = invoice
  const amount = await leftOf(provider, payment, invoice.amount)
  // Nobody is told any more that it was charged.
  await insertNews(ctx.db, workspaceId, [{ fact: `charged/${invoice.id}`, news: { kind: 'given-back' } }])
  // What was paid a moment ago is granted first, so that it can be taken off.
  await settlePayments(ctx, workspaceId)
  await decideRefund(ctx.db, { workspaceId, payment, cents: invoice.amount.minor })
  if (subscription === null) await settlePayments(ctx, workspaceId)
  else {
    const end = { subscription, at: 'now' } as const
    await changeAtProvider(ctx, { workspaceId, verb: 'end', wish: end }, (key) => provider.cancel(key, end))
  }
  const wish = { payment, amount }
  try {
    await changeAtProvider(ctx, { workspaceId, verb: 'refund', wish }, (key) => provider.refund(key, wish))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.code !== 'payment-refused') return { kind: 'unanswered', amount }
    // What the provider says of the payment holds: a dispute that is open may still be won.
    await withdrawRefund(ctx.db, { workspaceId, payment })
    await settlePayments(ctx, workspaceId)
    return { kind: 'refused', amount }
  }
  return { kind: 'refunded', amount }
}

/** What is left of a payment of which a part was given back; all of any other, so that a repeated call has one key. */
async function leftOf(
  provider: Pick<PaymentProvider, 'readPayment'>,
  payment: string,
  { minor, currency }: Money,
): Promise<Money> {
  const state = await provider.readPayment(payment)
  const gone = (state?.refunded.minor ?? 0) + (state?.disputed.minor ?? 0)
  return { minor: gone > 0 && gone < minor ? minor - gone : minor, currency }
}
