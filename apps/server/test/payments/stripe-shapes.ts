/**
 * The books of a customer in Stripe's shapes. Every literal is held against the SDK's own types, so that an update of
 * the SDK that moves a field breaks it here before it breaks a payment.
 */
import type Stripe from 'stripe'
import {
  type Books,
  type CardRow,
  type CheckoutRow,
  cardInUse,
  type InvoiceRow,
  type PromotionRow,
  type SubscriptionRow,
} from '../../src/platform/payments/sandbox/books.ts'
import { dueAtPage } from '../../src/platform/payments/sandbox/pay-checkout.ts'
import { isRedeemable } from '../../src/platform/payments/sandbox/promotions.ts'
import { presentCard } from '../../src/platform/payments/sandbox/test-cards.ts'

/** A part of a shape: what is named must be there and of its type. */
type Part<T> = T extends (infer U)[] ? Part<U>[] : T extends object ? { [K in keyof T]?: Part<T[K]> } : T

export const secondsOf = (date: Date): number => Math.floor(date.getTime() / 1_000)
const secondsOrNull = (date: Date | null) => (date === null ? null : secondsOf(date))

export const listOf = <T>(data: T[]) => ({ object: 'list' as const, data, has_more: false, url: '/v1/list' })

export const methodOf = (card: CardRow) => {
  const { brand, last4, month, year, fingerprint } = presentCard(card)
  return {
    id: card.id,
    object: 'payment_method',
    type: 'card',
    customer: card.customer_id,
    card: { brand, last4, exp_month: month, exp_year: year, fingerprint },
  } satisfies Part<Stripe.PaymentMethod>
}

export const customerOf = (books: Books) => {
  const card = cardInUse(books)
  return {
    id: books.customer.id,
    object: 'customer',
    email: books.customer.email,
    name: books.customer.company?.name ?? null,
    address: addressShape(books),
    balance: -books.customer.credit_cents,
    invoice_settings: { default_payment_method: card && methodOf(card) },
  } satisfies Part<Stripe.Customer>
}

function addressShape({ customer: { company } }: Books) {
  if (!company?.address) return null
  const { line1, line2, city, region: state, postalCode: postal_code, country } = company.address
  return { line1, line2, city, state, postal_code, country } satisfies Part<Stripe.Address>
}

export const taxIdShape = (one: { id: string; type: string; value: string }) =>
  ({
    ...one,
    object: 'tax_id',
    verification: { status: 'pending', verified_name: null, verified_address: null },
  }) satisfies Part<Stripe.TaxId>

export const priceShape = (books: Books, price: string) => {
  const { cents, period, purchase } = books.priceOf(price)
  const interval = period === 'monthly' ? 'month' : 'year'
  return {
    id: price,
    object: 'price',
    currency: 'usd',
    unit_amount: cents,
    type: purchase === 'prepaid' ? 'one_time' : 'recurring',
    recurring: purchase === 'prepaid' ? null : { interval, interval_count: 1 },
  } satisfies Part<Stripe.Price>
}

const couponShape = (row: PromotionRow, now: Date) =>
  ({
    id: `coupon-${row.id}`,
    object: 'coupon',
    name: row.code,
    percent_off: row.percent_off,
    amount_off: row.off_cents,
    currency: row.off_cents === null ? null : 'usd',
    duration: row.months === null ? 'forever' : 'repeating',
    duration_in_months: row.months,
    redeem_by: secondsOrNull(row.redeem_by),
    valid: isRedeemable(row, now),
  }) satisfies Part<Stripe.Coupon>

export const promotionShape = (row: PromotionRow, now: Date) =>
  ({
    id: row.id,
    object: 'promotion_code',
    code: row.code,
    active: isRedeemable(row, now),
    created: secondsOf(row.created_at),
    expires_at: secondsOrNull(row.redeem_by),
    max_redemptions: row.max_redemptions,
    times_redeemed: row.redemptions,
    promotion: { type: 'coupon', coupon: couponShape(row, now) },
  }) satisfies Part<Stripe.PromotionCode>

function discountsOf({ promotions, now }: Books, row: SubscriptionRow) {
  const promotion = promotions.find(({ id }) => id === row.promotion_id)
  if (promotion === undefined || (row.discount_ends_at !== null && row.discount_ends_at <= now)) return []
  return [
    {
      id: `di_${row.id}`,
      object: 'discount',
      end: secondsOrNull(row.discount_ends_at),
      promotion_code: promotion.id,
      source: { type: 'coupon', coupon: couponShape(promotion, now) },
    } satisfies Part<Stripe.Discount>,
  ]
}

/** The open invoice of a switch that waits for its payment. */
const waitingSwitch = ({ invoices }: Books, { id }: SubscriptionRow): InvoiceRow | undefined =>
  invoices.findLast((one) => one.subscription_id === id && one.switches_to !== null && one.status === 'open')

export function scheduleShape(books: Books, row: SubscriptionRow) {
  const phase = (price: string, start: Date, end: Date) =>
    ({
      start_date: secondsOf(start),
      end_date: secondsOf(end),
      items: [{ price }],
    }) satisfies Part<Stripe.SubscriptionSchedule.Phase>
  const [start, end] = [row.period_starts_at, row.period_ends_at]
  const next = row.next_price === null ? [] : [phase(row.next_price, end, new Date(end.getTime() + 28 * 86_400_000))]
  return {
    id: `sub_sched_${row.id}`,
    object: 'subscription_schedule',
    customer: books.customer.id,
    subscription: row.id,
    current_phase: { start_date: secondsOf(start), end_date: secondsOf(end) },
    phases: [phase(row.price, start, end), ...next],
  } satisfies Part<Stripe.SubscriptionSchedule>
}

export function subscriptionShape(
  books: Books,
  row: SubscriptionRow,
  { isScheduled, base }: { isScheduled: boolean; base: string },
) {
  const waiting = waitingSwitch(books, row)
  const item = (price: string) =>
    ({
      id: `si_${row.id}`,
      object: 'subscription_item',
      price: priceShape(books, price),
      current_period_start: secondsOf(row.period_starts_at),
      current_period_end: secondsOf(row.period_ends_at),
    }) satisfies Part<Stripe.SubscriptionItem>
  const latest = waiting ?? books.invoices.findLast(({ subscription_id }) => subscription_id === row.id)
  const update = waiting && {
    expires_at: secondsOf(waiting.expires_at ?? books.now),
    subscription_items: [item(waiting.switches_to ?? row.price)],
  }
  return {
    id: row.id,
    object: 'subscription',
    customer: customerOf(books),
    status: row.status,
    created: secondsOf(row.created_at),
    currency: 'usd',
    items: listOf([item(row.price)]),
    trial_start: row.trial_ends_at && secondsOf(row.created_at),
    trial_end: secondsOrNull(row.trial_ends_at),
    cancel_at_period_end: row.is_ending,
    cancel_at: row.is_ending ? secondsOf(row.period_ends_at) : null,
    ended_at: secondsOrNull(row.ended_at),
    default_payment_method: null,
    discounts: discountsOf(books, row),
    schedule: isScheduled ? scheduleShape(books, row) : null,
    pending_update: update ?? null,
    latest_invoice: latest === undefined ? null : invoiceShape(books, latest, base),
  } satisfies Part<Stripe.Subscription>
}

const lineOf = (price: string, amount: number) => ({
  object: 'line_item' as const,
  amount,
  pricing: { type: 'price_details' as const, price_details: { price, product: 'prod_1' }, unit_amount_decimal: null },
})

export const invoiceShape = ({ customer }: Books, row: InvoiceRow, base: string) =>
  ({
    id: row.id,
    object: 'invoice',
    number: `T-${row.id.slice(-6)}`,
    customer: customer.id,
    created: secondsOf(row.created_at),
    currency: 'usd',
    status: row.status,
    amount_due: row.amount_cents,
    amount_paid: row.status === 'paid' ? row.amount_cents : 0,
    total: row.amount_cents,
    total_taxes: null,
    automatic_tax: { enabled: false, disabled_reason: null, liability: null, provider: null, status: null },
    lines: listOf([lineOf(row.price, row.amount_cents)]),
    starting_balance: 0,
    hosted_invoice_url: `${base}/invoice/${row.id}`,
    invoice_pdf: `${base}/invoice/${row.id}.pdf`,
    parent:
      row.subscription_id === null
        ? null
        : {
            type: 'subscription_details',
            quote_details: null,
            subscription_details: { metadata: null, subscription: row.subscription_id },
          },
    payments: listOf(
      row.status === 'paid' && row.amount_cents > 0
        ? [{ status: 'paid', payment: { type: 'payment_intent', payment_intent: `pi_${row.id}` } }]
        : [],
    ),
  }) satisfies Part<Stripe.Invoice>

export function sessionShape(books: Books, row: CheckoutRow, { base, isPanel }: { base: string; isPanel: boolean }) {
  const isOpen = row.status === 'open'
  const mode = row.kind === 'card' ? 'setup' : row.kind === 'prepaid' ? 'payment' : 'subscription'
  const payment = {
    id: `pi_${row.invoice_id}`,
    object: 'payment_intent',
    status: row.status === 'failed' ? 'requires_payment_method' : row.status === 'paid' ? 'succeeded' : 'processing',
  } satisfies Part<Stripe.PaymentIntent>
  const setup = {
    id: `seti_${row.id}`,
    object: 'setup_intent',
    payment_method: row.card_id,
  } satisfies Part<Stripe.SetupIntent>
  return {
    id: row.id,
    object: 'checkout.session',
    mode,
    customer: books.customer.id,
    metadata: { purchase: row.kind },
    status: isOpen || row.status === 'expired' ? row.status : 'complete',
    payment_status: row.status === 'paid' ? 'paid' : mode === 'setup' ? 'no_payment_required' : 'unpaid',
    created: secondsOf(row.created_at),
    expires_at: secondsOf(row.expires_at),
    currency: 'usd',
    amount_total: dueAtPage(books, row),
    line_items: listOf(row.price === null ? [] : [{ price: priceShape(books, row.price) }]),
    subscription: row.subscription_id,
    payment_intent: mode === 'payment' && row.invoice_id !== null ? payment : null,
    setup_intent: mode === 'setup' ? setup : null,
    url: isOpen && !isPanel ? `${base}/pay/${row.id}` : null,
    client_secret: isOpen && isPanel ? `${row.id}_secret` : null,
  } satisfies Part<Stripe.Checkout.Session>
}

export const intentShape = ({ id, amount_cents, refunded_cents, disputed_cents }: InvoiceRow) =>
  ({
    id: `pi_${id}`,
    object: 'payment_intent',
    currency: 'usd',
    status: 'succeeded',
    latest_charge: {
      id: `ch_${id}`,
      object: 'charge',
      amount: amount_cents,
      amount_refunded: refunded_cents,
      disputed: disputed_cents > 0,
    },
  }) satisfies Part<Stripe.PaymentIntent>

/** A dispute names its payment, and no customer. */
export const disputeShape = (
  { id, amount_cents, refunded_cents }: InvoiceRow,
  status: 'needs_response' | 'won' | 'warning_needs_response',
) =>
  ({
    id: `du_${id}`,
    object: 'dispute',
    amount: amount_cents - refunded_cents,
    currency: 'usd',
    payment_intent: `pi_${id}`,
    status,
  }) satisfies Part<Stripe.Dispute>
