import type { Refusal } from '../payment-provider.ts'
import { addPeriodInvoice, type Books, cardInUse, type InvoiceRow, noteEvent, type SubscriptionRow } from './books.ts'
import { addDays, periodEnd } from './periods.ts'
import { judgeLater } from './test-cards.ts'

/** Days from one try to the next after a renewal has failed; after the last the subscription is unpaid. */
const RETRY_DAYS = [3, 5, 7]

/** Does what has fallen due until now, each thing at its own instant, in their order. */
export function settleBooks(books: Books): void {
  closeCheckouts(books)
  for (const invoice of books.invoices) {
    if (invoice.status === 'open' && invoice.expires_at !== null && invoice.expires_at <= books.now) {
      invoice.status = 'void'
    }
  }
  for (const subscription of books.subscriptions) {
    for (let due = dueAt(subscription); due !== null && due <= books.now; due = dueAt(subscription)) {
      if (subscription.status === 'past_due') retry(books, subscription, due)
      else endPeriod(books, subscription, due)
    }
  }
}

/** When something happens to a subscription by itself next. One that is unpaid waits for its customer, or ends. */
function dueAt({ status, retry_at, period_ends_at, is_ending }: SubscriptionRow): Date | null {
  if (status === 'past_due') return retry_at
  const isRunning = status === 'trialing' || status === 'active' || (status === 'unpaid' && is_ending)
  return isRunning ? period_ends_at : null
}

function closeCheckouts(books: Books): void {
  for (const checkout of books.checkouts) {
    const { id: session, status, expires_at, confirms_at } = checkout
    if (status === 'open' && expires_at <= books.now) {
      checkout.status = 'expired'
      noteEvent(books, 'checkout-expired', expires_at, { checkout: session })
    } else if (status === 'processing' && confirms_at !== null && confirms_at <= books.now) {
      checkout.status = checkout.will_succeed ? 'paid' : 'failed'
      const invoice = books.invoices.find(({ id }) => id === checkout.invoice_id)
      if (invoice !== undefined && checkout.will_succeed)
        Object.assign(invoice, { status: 'paid', paid_at: confirms_at })
      else if (invoice !== undefined) invoice.status = 'void'
      noteEvent(books, 'checkout-finished', confirms_at, { checkout: session })
    }
  }
}

function endPeriod(books: Books, subscription: SubscriptionRow, at: Date): void {
  const wasTrial = subscription.status === 'trialing'
  if (subscription.is_ending || (wasTrial && cardInUse(books) === null)) {
    endSubscription(books, subscription, at)
    return
  }
  const price = subscription.next_price ?? subscription.price
  const isOther = books.priceOf(price).period !== books.priceOf(subscription.price).period
  if (wasTrial || isOther) Object.assign(subscription, { anchor_at: at, periods: 0 })
  Object.assign(subscription, { price, next_price: null })
  beginPeriod(books, subscription, at)
  chargeLater(books, addPeriodInvoice(books, subscription, at), at)
}

/** Has the next period begin, counted from the anchor. */
export function beginPeriod(books: Books, subscription: SubscriptionRow, at: Date): void {
  subscription.periods += 1
  subscription.period_starts_at = at
  subscription.period_ends_at = periodEnd(
    subscription.anchor_at,
    subscription.periods,
    books.priceOf(subscription.price).period,
  )
}

export function endSubscription(books: Books, subscription: SubscriptionRow, at: Date): void {
  Object.assign(subscription, { status: 'canceled', ended_at: at, retry_at: null, is_ending: false, next_price: null })
  for (const invoice of books.invoices) {
    if (invoice.subscription_id === subscription.id && invoice.status === 'open') invoice.status = 'void'
  }
  noteEvent(books, 'subscription-changed', at, { subscription: subscription.id })
}

function retry(books: Books, subscription: SubscriptionRow, at: Date): void {
  const invoice = openInvoiceOf(books, subscription)
  if (invoice !== null) chargeLater(books, invoice, at)
  else subscription.retry_at = null
}

/** The newest that a renewal left; a switch that was not paid is another matter. */
export const openInvoiceOf = ({ invoices }: Books, { id }: SubscriptionRow): InvoiceRow | null =>
  invoices.findLast(
    ({ subscription_id, status, switches_to }) => subscription_id === id && status === 'open' && switches_to === null,
  ) ?? null

/** Charges an invoice to the card without its owner; a failure is tried again a few times, then no more. */
function chargeLater(books: Books, invoice: InvoiceRow, at: Date): void {
  const subscription = ownerOf(books, invoice)
  const refusal = invoice.status === 'paid' ? null : judgeLater(cardInUse(books), at)
  if (refusal === null) {
    markPaid(books, invoice, at)
    return
  }
  const waitDays = RETRY_DAYS[subscription.failures]
  subscription.failures += 1
  subscription.status = waitDays === undefined ? 'unpaid' : 'past_due'
  subscription.retry_at = waitDays === undefined ? null : addDays(at, waitDays)
  noteFailure(books, subscription, refusal, at)
}

function noteFailure(books: Books, subscription: SubscriptionRow, refusal: Refusal, at: Date): void {
  const kind = refusal === 'authentication-required' ? 'action-required' : 'payment-failed'
  noteEvent(books, kind, at, { subscription: subscription.id })
  noteEvent(books, 'subscription-changed', at, { subscription: subscription.id })
}

const ownerOf = ({ subscriptions }: Books, { subscription_id }: InvoiceRow): SubscriptionRow => {
  const found = subscriptions.find(({ id }) => id === subscription_id)
  if (found === undefined) throw new Error('an invoice of no subscription')
  return found
}

/** The invoice is paid, and what was waiting for it happens. */
export function markPaid(books: Books, invoice: InvoiceRow, at: Date): void {
  Object.assign(invoice, { status: 'paid', paid_at: at, expires_at: null })
  const subscription = ownerOf(books, invoice)
  if (invoice.switches_to !== null) applySwitch(books, subscription, invoice)
  else if (subscription.status === 'past_due' || subscription.status === 'unpaid') {
    Object.assign(subscription, { status: 'active', failures: 0, retry_at: null })
    // Nobody pays for the time in which nothing could be used.
    if (subscription.period_ends_at <= at) {
      Object.assign(subscription, { anchor_at: at, periods: 0 })
      beginPeriod(books, subscription, at)
    }
  } else subscription.status = 'active'
  noteEvent(books, 'invoice-paid', at, { subscription: subscription.id })
  noteEvent(books, 'subscription-changed', at, { subscription: subscription.id })
}

/** The other price holds from the instant its invoice was made for; another length of period starts again there. */
function applySwitch(books: Books, subscription: SubscriptionRow, invoice: InvoiceRow): void {
  const { switches_to, prorated_at } = invoice
  if (switches_to === null || prorated_at === null) return
  // Its sums have taken off what was left over before.
  if (invoice.amount_cents > 0) books.customer.credit_cents = 0
  const isOther = books.priceOf(switches_to).period !== books.priceOf(subscription.price).period
  Object.assign(subscription, { price: switches_to, next_price: null, is_ending: false })
  if (!isOther || subscription.status === 'trialing') return
  Object.assign(subscription, { anchor_at: prorated_at, periods: 0 })
  beginPeriod(books, subscription, prorated_at)
}
