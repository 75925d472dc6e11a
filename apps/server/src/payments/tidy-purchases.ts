import { isOverdue } from '@waybill/contract/billing/standing'
import { Problem } from '@waybill/contract/core/problems'
import { mailboxMark } from '../billing/index.ts'
import type { Context } from '../context.ts'
import { hashToken } from '../platform/ids.ts'
import { CustomerGone } from '../platform/payments/customer-gone.ts'
import type { Payments } from '../platform/payments/open-payments.ts'
import type { CheckoutState, Money, SubscriptionState } from '../platform/payments/payment-provider.ts'
import { type CheckoutRow, claimTrial } from './checkout-store.ts'
import { runningOf, statusOf } from './judge-bought.ts'
import { type Customer, findOwner } from './payment-store.ts'

type Tidying = Pick<Context, 'db' | 'log'>

type ReadCheckout = { row: CheckoutRow; state: CheckoutState | null }

export interface Purchases {
  /** All subscriptions of the customer as they are now. */
  subscriptions: SubscriptionState[]
  /** Whether time is paid ahead, so that no subscription runs beside it. */
  isPaidAhead: boolean
  /** Whether the workspace was left for a team while it bought something: nobody has what it pays for. */
  isLeft: boolean
  /** Sessions of prepaid purchases that are paid back: a subscription runs, or the workspace was left. */
  paidBack: ReadonlySet<string>
}

/**
 * What a provider lets happen and we do not: a second trial, and two things that run beside each other. Each act has a
 * key of its own, so that doing it again does nothing.
 *
 * A trial is given once per account, mailbox and card. The card is known after the checkout: where one of the three had
 * a trial before, the subscription ends at once and without a charge. Nobody pays for what they took to be free.
 *
 * Of two purchases that were paid beside each other, the one that runs stays and the other is paid back: a wallet may
 * take days to confirm what was bought in another tab. What is bought for a workspace that its owner leaves meanwhile
 * ends and is paid back in the same way.
 *
 * @throws Problem 'payments-unavailable'
 */
export async function tidyPurchases(
  ctx: Tidying,
  payments: Payments,
  customer: Customer,
  { states, isPaidAhead }: { states: readonly ReadCheckout[]; isPaidAhead: boolean },
): Promise<Purchases & { states: ReadCheckout[] }> {
  const { provider } = payments
  const list = () => provider.listSubscriptions(customer.customer)
  let found = await list()
  if ((await findOwner(ctx.db, customer.workspaceId)) === null) {
    if (await endOthers(ctx, payments, runningOf(found))) found = await list()
    const paidBack = await payBackPrepaid(ctx, payments, states)
    return { subscriptions: found, isPaidAhead, isLeft: true, paidBack, states: await closeOpen(payments, states) }
  }
  if (isPaidAhead && (await endOthers(ctx, payments, runningOf(found)))) found = await list()
  if (await useNewCards(payments, customer, states, found)) found = await list()
  let hasRefused = false
  for (const subscription of found) {
    if (await refuseTrial(ctx, payments, customer, subscription)) hasRefused = true
  }
  if (hasRefused) found = await list()
  if (await endOthers(ctx, payments, runningOf(found).slice(1))) found = await list()
  const isRunning = runningOf(found).length > 0
  return {
    subscriptions: found,
    isPaidAhead,
    isLeft: false,
    paidBack: isRunning ? await payBackPrepaid(ctx, payments, states) : new Set(),
    states: isRunning ? await closeOpen(payments, states) : [...states],
  }
}

/** Nothing more is bought: a page that is still open can be paid no more. */
function closeOpen({ provider }: Payments, states: readonly ReadCheckout[]): Promise<ReadCheckout[]> {
  return Promise.all(
    states.map(async (one) => {
      if (one.state?.status !== 'open' || one.row.kind === 'card') return one
      await provider.closeCheckout(one.state.session)
      return { ...one, state: await provider.readCheckout(one.state.session) }
    }),
  )
}

/** Gives back what was paid ahead with these checkouts. @returns the sessions */
async function payBackPrepaid(
  ctx: Tidying,
  payments: Payments,
  states: readonly ReadCheckout[],
): Promise<ReadonlySet<string>> {
  const paid = states.flatMap(({ state }) => (state?.kind === 'prepaid' && state.status === 'paid' ? [state] : []))
  for (const { session, payment, paid: amount } of paid) {
    ctx.log.warn({ session }, 'a prepaid purchase beside a subscription, or of nobody, is paid back')
    if (payment !== null && amount !== null) await payBack(ctx, payments, `beside-${session}`, { payment, amount })
  }
  return new Set(paid.map(({ session }) => session))
}

/** @throws Problem 'payments-unavailable' */
async function payBack(
  { log }: Tidying,
  { provider }: Payments,
  key: string,
  wish: { payment: string; amount: Money },
): Promise<void> {
  await provider.refund(key, wish).catch((error) => {
    if (!(error instanceof Problem) || error.code !== 'payment-refused') throw error
    log.error({ key }, 'a purchase could not be paid back, or was before')
  })
}

/** A card that was given at a checkout of its own is charged from now on, at once where a payment is overdue. */
async function useNewCards(
  { provider }: Payments,
  { customer }: Customer,
  checkouts: readonly ReadCheckout[],
  subscriptions: readonly SubscriptionState[],
): Promise<boolean> {
  let isNew = false
  for (const { row, state } of checkouts) {
    if (state?.kind !== 'card' || state.paymentMethod === null) continue
    const { paymentMethod } = state
    try {
      await provider.useCard(`card-${row.id}`, { customer, paymentMethod })
      isNew = true
      const due = runningOf(subscriptions).find(({ status }) => isOverdue(statusOf(status)))
      if (due !== undefined) await provider.payOpenInvoice(`card-pay-${row.id}`, { subscription: due.id })
    } catch (error) {
      // The bank refused: pages go on showing the card that is charged, and what is overdue.
      const isRefused = error instanceof Problem && error.code !== 'payments-unavailable'
      if (!isRefused && !(error instanceof CustomerGone)) throw error
    }
  }
  return isNew
}

async function refuseTrial(
  { db, log }: Tidying,
  { provider }: Payments,
  { workspaceId }: Customer,
  { id, status, trialEndsAt, card }: SubscriptionState,
): Promise<boolean> {
  if (trialEndsAt === null || statusOf(status) === 'ended') return false
  const owner = await findOwner(db, workspaceId)
  const marks = owner === null ? [] : trialMarks(owner)
  if (card?.fingerprint) marks.push(`card:${hashToken(card.fingerprint).toString('hex')}`)
  // One that was charged meanwhile is paid for.
  if ((await claimTrial(db, id, { provider: provider.kind, marks })) || status !== 'trialing') return false
  log.info({ subscription: id }, 'a second trial is refused')
  await provider.cancel(`second-trial-${id}`, { subscription: id, at: 'now' })
  return true
}

/** What stands for who has a trial, beside the card. */
export const trialMarks = ({ id, email }: { id: string; email: string }): string[] => [
  `account:${id}`,
  `mailbox:${mailboxMark(email)}`,
]

/** Ends subscriptions that nobody is to have, and gives back what they cost. @returns whether there were any */
async function endOthers(ctx: Tidying, payments: Payments, others: readonly SubscriptionState[]): Promise<boolean> {
  const { provider } = payments
  for (const { id, customer } of others) {
    ctx.log.warn({ subscription: id }, 'a subscription beside another, or of nobody, is ended and paid back')
    await provider.cancel(`second-${id}`, { subscription: id, at: 'now' })
    for (const { id: invoice, subscription, payment, amount } of await provider.listInvoices(customer)) {
      if (subscription === id && payment !== null) {
        await payBack(ctx, payments, `second-${invoice}`, { payment, amount })
      }
    }
  }
  return others.length > 0
}
