import type {
  CheckoutState,
  Discount,
  InvoiceState,
  Money,
  PaymentState,
  SubscriptionState,
} from '../payment-provider.ts'
import { type Books, type CheckoutRow, cardInUse, type InvoiceRow, type SubscriptionRow } from './books.ts'
import { presentCard } from './test-cards.ts'

export const usd = (minor: number): Money => ({ minor, currency: 'usd' })

export function presentSubscription(books: Books, row: SubscriptionRow): SubscriptionState {
  const card = cardInUse(books)
  return {
    id: row.id,
    customer: row.customer_id,
    price: row.price,
    amount: usd(books.priceOf(row.price).cents),
    status: row.status,
    createdAt: row.created_at,
    trialStartsAt: row.trial_ends_at && row.created_at,
    trialEndsAt: row.trial_ends_at,
    periodStartsAt: row.period_starts_at,
    periodEndsAt: row.period_ends_at,
    scheduled: scheduledOf(row),
    endedAt: row.ended_at,
    card: card && presentCard(card),
    discount: discountOf(books, row),
  }
}

function scheduledOf({ is_ending, next_price }: SubscriptionRow): SubscriptionState['scheduled'] {
  if (is_ending) return { kind: 'cancel' }
  return next_price === null ? null : { kind: 'switch', price: next_price }
}

/** Null also for one that is over. */
function discountOf({ promotions, now }: Books, row: SubscriptionRow): Discount | null {
  const promotion = promotions.find(({ id }) => id === row.promotion_id)
  if (promotion === undefined || (row.discount_ends_at !== null && row.discount_ends_at <= now)) return null
  return {
    promotion: promotion.id,
    name: promotion.code,
    percentOff: promotion.percent_off,
    amountOff: promotion.off_cents === null ? null : usd(promotion.off_cents),
    redeemBy: promotion.redeem_by,
    endsAt: row.discount_ends_at,
  }
}

/** Null for a page of an invoice, which is no checkout of ours. */
export function presentCheckout({ invoices }: Books, row: CheckoutRow): CheckoutState | null {
  if (row.kind === 'invoice') return null
  const isPaid = row.status === 'paid'
  const invoice = isPaid && row.kind === 'prepaid' ? invoices.find(({ id }) => id === row.invoice_id) : undefined
  return {
    session: row.id,
    customer: row.customer_id,
    status: row.status,
    kind: row.kind,
    price: row.price,
    subscription: row.subscription_id,
    payment: invoice?.id ?? null,
    paid: invoice === undefined ? null : usd(invoice.amount_cents),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    paymentMethod: isPaid && row.kind === 'card' ? row.card_id : null,
  }
}

/** 'SB-4F7K2M9Q'. */
export const numberOf = ({ id }: Pick<InvoiceRow, 'id'>): string =>
  `SB-${id.replaceAll(/[-_]/g, '').slice(-8).toUpperCase()}`

export function presentInvoice(row: InvoiceRow): InvoiceState {
  const isPaid = row.status === 'paid' && row.amount_cents > 0
  return {
    id: row.id,
    number: numberOf(row),
    at: row.created_at,
    amount: usd(row.amount_cents),
    tax: null,
    price: row.price,
    status: row.status,
    pdfUrl: null,
    subscription: row.subscription_id,
    payment: isPaid ? row.id : null,
  }
}

/** Null where nothing was paid. */
export function presentPayment({
  status,
  amount_cents,
  refunded_cents,
  disputed_cents,
}: InvoiceRow): PaymentState | null {
  if (status !== 'paid' || amount_cents === 0) return null
  return { amount: usd(amount_cents), refunded: usd(refunded_cents), disputed: usd(disputed_cents) }
}
