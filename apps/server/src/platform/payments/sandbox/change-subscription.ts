import { Problem } from '@waybill/contract/core/problems'
import type { PriceId } from '../payment-provider.ts'
import { isSwitchInstant, requireSwitchable } from '../switch-rules.ts'
import {
  addInvoice,
  addPeriodInvoice,
  addSubscription,
  type Books,
  cardInUse,
  type InvoiceRow,
  netCents,
  noteEvent,
  type SubscriptionRow,
} from './books.ts'
import { periodEnd, restOf } from './periods.ts'
import { beginPeriod, endSubscription, markPaid, openInvoiceOf } from './settle-books.ts'
import { judgeLater } from './test-cards.ts'

/** How long a switch waits for a payment that failed. */
const SWITCH_WAIT_MS = 23 * 3_600_000

export interface SwitchSums {
  dueCents: number
  creditCents: number
  nextCents: number
  nextAt: Date
}

/** Of these books. @throws Error where it is not theirs */
export function subscriptionOf({ subscriptions }: Books, id: string): SubscriptionRow {
  const found = subscriptions.find((subscription) => subscription.id === id)
  if (found === undefined) throw new Error('the sandbox has no such subscription')
  return found
}

/** One that has not ended. @throws Problem 'checkout-closed' */
export function liveSubscription(books: Books, id: string): SubscriptionRow {
  const found = subscriptionOf(books, id)
  if (found.status === 'canceled') throw new Problem('checkout-closed')
  return found
}

/** A subscription on the card in use, or on one that a page has just charged. @throws Problem 'payment-refused' */
export function startSubscription(
  books: Books,
  wish: { price: PriceId; days: number; promotion: string | null; isPaidAtPage: boolean },
): SubscriptionRow {
  const { price, days, promotion, isPaidAtPage } = wish
  if (!isPaidAtPage) requireCard(books, days > 0)
  const subscription = addSubscription(books, { price, days, promotion, at: books.now })
  if (days === 0) {
    beginPeriod(books, subscription, books.now)
    markPaid(books, addPeriodInvoice(books, subscription, books.now), books.now)
  } else noteEvent(books, 'subscription-changed', books.now, { subscription: subscription.id })
  return subscription
}

/** A trial charges nothing yet, so that a card is enough that fails later. */
function requireCard(books: Books, isTrial: boolean): void {
  const card = cardInUse(books)
  const refusal = judgeLater(card, books.now)
  if (refusal !== null && !(isTrial && card !== null)) throw new Problem('payment-refused', { reason: refusal })
}

/** What a switch at an instant costs. During a trial it costs nothing. */
export function sumSwitch(books: Books, subscription: SubscriptionRow, price: PriceId, at: Date): SwitchSums {
  const { period_starts_at, period_ends_at, status } = subscription
  const nextCents = netCents(books, subscription, price, at)
  if (status === 'trialing') return { dueCents: 0, creditCents: 0, nextCents, nextAt: period_ends_at }
  const { period } = books.priceOf(price)
  const isSame = period === books.priceOf(subscription.price).period
  const rest = restOf(period_starts_at, period_ends_at, at)
  const unused = Math.round(netCents(books, subscription, subscription.price, at) * rest)
  const cost = (isSame ? Math.round(nextCents * rest) : nextCents) - unused
  const held = books.customer.credit_cents
  const nextAt = isSame ? period_ends_at : periodEnd(at, 1, period)
  return { dueCents: Math.max(0, cost - held), creditCents: Math.max(0, held - cost), nextCents, nextAt }
}

/**
 * Switches at once, as of `at`. Answers the invoice that has to be paid first; null: the switch has happened.
 * @throws Problem 'price-moved' where another sum is due than was seen, 'checkout-closed' where a payment is overdue
 */
export function switchSubscription(
  books: Books,
  subscription: SubscriptionRow,
  { price, at, seenCents }: { price: PriceId; at: Date; seenCents: number },
): InvoiceRow | null {
  requireSwitchable(subscription.status)
  const { now } = books
  const { period_starts_at: periodStartsAt, period_ends_at: periodEndsAt } = subscription
  const isGood = isSwitchInstant(at, { now, periodStartsAt, periodEndsAt })
  const { dueCents, creditCents } = sumSwitch(books, subscription, price, isGood ? at : now)
  if (!isGood || dueCents !== seenCents) throw new Problem('price-moved', { minor: dueCents, currency: 'usd' })
  for (const invoice of books.invoices) {
    if (invoice.subscription_id === subscription.id && invoice.switches_to !== null && invoice.status === 'open') {
      invoice.status = 'void'
    }
  }
  const invoice = addInvoice(books, { subscription, price, cents: dueCents, at: books.now })
  Object.assign(invoice, { switches_to: price, prorated_at: at })
  if (invoice.status === 'open' && judgeLater(cardInUse(books), books.now) !== null) {
    const waitsUntil = Math.min(books.now.getTime() + SWITCH_WAIT_MS, subscription.period_ends_at.getTime())
    invoice.expires_at = new Date(waitsUntil)
    return invoice
  }
  markPaid(books, invoice, books.now)
  books.customer.credit_cents = creditCents
  return null
}

/**
 * What is to happen at the period's end: another price, the end, or just the next period. An unpaid subscription whose
 * period is over ends at once: no other period begins.
 */
export function scheduleEnd(
  books: Books,
  subscription: SubscriptionRow,
  then: { price: PriceId } | 'cancel' | 'renew',
): void {
  if (then === 'cancel' && subscription.status === 'unpaid' && subscription.period_ends_at <= books.now) {
    endSubscription(books, subscription, books.now)
    return
  }
  subscription.is_ending = then === 'cancel'
  subscription.next_price = typeof then === 'object' ? then.price : null
  noteEvent(books, 'subscription-changed', books.now, { subscription: subscription.id })
}

/** Tries what is open. Answers the invoice where it stays so; null: nothing is open any more. */
export function payOpenSandboxInvoice(books: Books, subscription: SubscriptionRow): InvoiceRow | null {
  const invoice = openInvoiceOf(books, subscription)
  if (invoice === null) return null
  if (judgeLater(cardInUse(books), books.now) !== null) return invoice
  markPaid(books, invoice, books.now)
  return null
}

/** @throws Problem 'payment-refused' where more than was paid is asked back */
export function refundInvoice(books: Books, id: string, cents: number): void {
  const invoice = books.invoices.find((one) => one.id === id)
  const rest = invoice?.status === 'paid' ? invoice.amount_cents - invoice.refunded_cents - invoice.disputed_cents : 0
  if (invoice === undefined || cents <= 0 || cents > rest) throw new Problem('payment-refused', { reason: 'too-much' })
  invoice.refunded_cents += cents
  noteEvent(books, 'refunded', books.now, { subscription: invoice.subscription_id })
}

/** The customer's bank takes back what is left of a payment, or gives it back because the dispute was won. */
export function disputeInvoice(books: Books, id: string, state: 'open' | 'won'): void {
  const invoice = books.invoices.find((one) => one.id === id)
  if (invoice?.status !== 'paid') throw new Error('only what is paid can be disputed')
  invoice.disputed_cents = state === 'won' ? 0 : invoice.amount_cents - invoice.refunded_cents
  noteEvent(books, 'disputed', books.now, { subscription: invoice.subscription_id })
}
