import type Stripe from 'stripe'
import type {
  Card,
  CheckoutState,
  Discount,
  InvoiceState,
  Money,
  Purchase,
  SubscriptionState,
} from '../payment-provider.ts'
import { dateOf, dateOrNull, idOf } from './stripe-client.ts'

/** What `presentStripeSubscription` reads beside the subscription itself. */
export const SUBSCRIPTION_PARTS = [
  'default_payment_method',
  'customer.invoice_settings.default_payment_method',
  'schedule',
  'discounts.source.coupon',
]

const statuses: ReadonlySet<string> = new Set<SubscriptionState['status']>([
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
  'canceled',
  'incomplete',
  'incomplete_expired',
])

/** The one thing that a subscription of ours sells. @throws Error where it sells nothing: not made by this server */
export function itemOf({ id, items }: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = items.data
  if (item === undefined) throw new Error(`the subscription ${id} sells nothing`)
  return item
}

export function presentStripeSubscription(subscription: Stripe.Subscription): SubscriptionState {
  const { price, current_period_start, current_period_end } = itemOf(subscription)
  const { trial_start, trial_end, ended_at, created, status } = subscription
  return {
    id: subscription.id,
    customer: idOf(subscription.customer) ?? '',
    price: price.id,
    amount: { minor: price.unit_amount ?? 0, currency: price.currency },
    status: statuses.has(status) ? (status as SubscriptionState['status']) : 'unknown',
    createdAt: dateOf(created),
    trialStartsAt: dateOrNull(trial_start),
    trialEndsAt: dateOrNull(trial_end),
    periodStartsAt: dateOf(current_period_start),
    periodEndsAt: dateOf(current_period_end),
    scheduled: scheduledOf(subscription),
    endedAt: dateOrNull(ended_at),
    card: cardOf(subscription),
    discount: discountOf(subscription),
  }
}

function scheduledOf(subscription: Stripe.Subscription): SubscriptionState['scheduled'] {
  const { schedule, cancel_at_period_end, cancel_at, status } = subscription
  if (status === 'canceled') return null
  if (cancel_at_period_end || cancel_at !== null) return { kind: 'cancel' }
  if (schedule === null || typeof schedule === 'string') return null
  const { current_period_end, price: current } = itemOf(subscription)
  const next = schedule.phases.find(({ start_date }) => start_date >= current_period_end)
  const price = idOf(next?.items[0]?.price)
  return price === null || price === current.id ? null : { kind: 'switch', price }
}

/** The subscription's own card, which a checkout sets, goes before the customer's. */
function cardOf({ default_payment_method, customer }: Stripe.Subscription): Card | null {
  const isCustomer = typeof customer === 'object' && !customer.deleted
  const method = default_payment_method ?? (isCustomer ? customer.invoice_settings.default_payment_method : null)
  const card = method === null || typeof method === 'string' ? undefined : method.card
  if (card === undefined) return null
  const { brand, last4, exp_month: month, exp_year: year, fingerprint = null } = card
  return { brand, last4, month, year, fingerprint }
}

/** One that holds for one invoice ends with the charge at the period's end, which it still lowers. */
function discountOf(subscription: Stripe.Subscription): Discount | null {
  const [discount] = subscription.discounts
  if (discount === undefined || typeof discount === 'string') return null
  const { coupon } = discount.source
  if (coupon === null || typeof coupon === 'string') return null
  const { amount_off, currency, duration } = coupon
  return {
    promotion: idOf(discount.promotion_code),
    name: coupon.name ?? coupon.id,
    percentOff: coupon.percent_off,
    amountOff: amount_off === null ? null : { minor: amount_off, currency: currency ?? 'usd' },
    redeemBy: dateOrNull(coupon.redeem_by),
    endsAt: dateOrNull(duration === 'once' ? itemOf(subscription).current_period_end + 1 : discount.end),
  }
}

/** What `presentStripeCheckout` reads beside the session itself. */
export const CHECKOUT_PARTS = ['line_items', 'payment_intent', 'setup_intent']

export function presentStripeCheckout(session: Stripe.Checkout.Session): CheckoutState {
  const status = checkoutStatus(session)
  const isPaid = status === 'paid'
  const { amount_total, currency, setup_intent, mode } = session
  const isPrepaid = isPaid && mode === 'payment'
  return {
    session: session.id,
    customer: idOf(session.customer) ?? '',
    status,
    kind: (session.metadata?.purchase ?? 'subscription') as Purchase['kind'],
    price: session.line_items?.data[0]?.price?.id ?? null,
    subscription: idOf(session.subscription),
    payment: isPrepaid ? idOf(session.payment_intent) : null,
    paid: isPrepaid ? { minor: amount_total ?? 0, currency: currency ?? 'usd' } : null,
    createdAt: dateOf(session.created),
    expiresAt: dateOf(session.expires_at),
    paymentMethod: isPaid && typeof setup_intent === 'object' ? idOf(setup_intent?.payment_method) : null,
  }
}

/** A wallet's payment is done at the page and confirmed later: complete is not paid. */
function checkoutStatus({ status, payment_status, payment_intent }: Stripe.Checkout.Session): CheckoutState['status'] {
  if (status === 'open') return 'open'
  if (status === 'expired') return 'expired'
  if (payment_status !== 'unpaid') return 'paid'
  const payment = typeof payment_intent === 'object' ? payment_intent?.status : undefined
  return payment === 'requires_payment_method' || payment === 'canceled' ? 'failed' : 'processing'
}

/** Null for a draft, which nobody has been shown. */
export function presentStripeInvoice(invoice: Stripe.Invoice): InvoiceState | null {
  const { id, number, status, created, currency, payments } = invoice
  if (status === 'draft' || status === null) return null
  const paid = payments?.data.find((one) => one.status === 'paid')
  return {
    id,
    number: number ?? id,
    at: dateOf(created),
    amount: { minor: status === 'paid' ? invoice.amount_paid : invoice.amount_due, currency },
    tax: taxOf(invoice),
    price: soldBy(invoice),
    status: status === 'paid' ? 'paid' : status === 'open' ? 'open' : 'void',
    pdfUrl: invoice.invoice_pdf ?? null,
    subscription: idOf(invoice.parent?.subscription_details?.subscription),
    payment: idOf(paid?.payment.payment_intent),
  }
}

/** Null where Stripe worked none out. */
function taxOf({ total_taxes, automatic_tax, currency }: Stripe.Invoice): Money | null {
  const minor = (total_taxes ?? []).reduce((sum, { amount }) => sum + amount, 0)
  return minor > 0 || automatic_tax.enabled ? { minor, currency } : null
}

/** The price of its dearest line: a switch has another line, which takes off what is left of the old price. */
function soldBy({ lines }: Stripe.Invoice): string | null {
  const [line] = [...lines.data].sort((one, other) => other.amount - one.amount)
  return idOf(line?.pricing?.price_details?.price)
}
