import type { Selectable } from 'kysely'
import type { Database } from '../../database/schema.ts'
import { newId } from '../../ids.ts'
import type { PaymentEvent, PriceId } from '../payment-provider.ts'
import type { Offer } from '../prices.ts'
import { addDays, addMonths } from './periods.ts'

export type CustomerRow = Selectable<Database['sandbox_customers']>
export type CardRow = Selectable<Database['sandbox_cards']>
export type PromotionRow = Selectable<Database['sandbox_promotions']>
export type SubscriptionRow = Selectable<Database['sandbox_subscriptions']>
export type InvoiceRow = Selectable<Database['sandbox_invoices']>
export type CheckoutRow = Selectable<Database['sandbox_checkouts']>
export type SandboxEventRow = Selectable<Database['sandbox_events']>

export interface PriceFacts extends Pick<Offer, 'period' | 'purchase'> {
  cents: number
}

/**
 * One customer of the sandbox with all that is theirs. The functions of this folder change it in place and never ask
 * for the time: the store opens it locked, at an instant, and saves it.
 */
export interface Books {
  readonly now: Date
  /** @throws Error for a price that is not sold */
  readonly priceOf: (price: PriceId) => PriceFacts
  customer: CustomerRow
  cards: CardRow[]
  /** Those that the subscriptions and checkouts name. */
  promotions: PromotionRow[]
  subscriptions: SubscriptionRow[]
  invoices: InvoiceRow[]
  checkouts: CheckoutRow[]
  /** New ones only. */
  events: SandboxEventRow[]
}

export const sandboxId = (kind: string): string => `${kind}_${newId()}`

/** The card that payments are charged to. */
export const cardInUse = ({ customer, cards }: Books): CardRow | null =>
  cards.find(({ id }) => id === customer.card_id) ?? null

export function noteEvent(
  { customer, events }: Books,
  kind: PaymentEvent['kind'],
  at: Date,
  about: { subscription?: string | null; checkout?: string } = {},
): void {
  const names = { subscription_id: about.subscription ?? null, checkout_id: about.checkout ?? null }
  events.push({ id: sandboxId('evt'), at, kind, customer_id: customer.id, ...names, told_at: null })
}

export function addSubscription(
  books: Books,
  { price, days, promotion, at }: { price: PriceId; days: number; promotion: string | null; at: Date },
): SubscriptionRow {
  const given = books.promotions.find(({ id }) => id === promotion) ?? null
  const trialEndsAt = days > 0 ? addDays(at, days) : null
  const subscription: SubscriptionRow = {
    id: sandboxId('sub'),
    customer_id: books.customer.id,
    price,
    status: days > 0 ? 'trialing' : 'active',
    anchor_at: at,
    periods: 0,
    period_starts_at: at,
    period_ends_at: trialEndsAt ?? at,
    trial_ends_at: trialEndsAt,
    is_ending: false,
    next_price: null,
    promotion_id: promotion,
    discount_ends_at: discountEnd(given, at),
    failures: 0,
    retry_at: null,
    created_at: at,
    ended_at: null,
  }
  books.subscriptions.push(subscription)
  return subscription
}

/** An open invoice over what is due; one over nothing is paid. */
export function addInvoice(
  books: Books,
  { subscription, price, cents, at }: { subscription: SubscriptionRow | null; price: PriceId; cents: number; at: Date },
): InvoiceRow {
  const invoice: InvoiceRow = {
    id: sandboxId('in'),
    customer_id: books.customer.id,
    subscription_id: subscription?.id ?? null,
    price,
    amount_cents: cents,
    status: cents === 0 ? 'paid' : 'open',
    switches_to: null,
    prorated_at: null,
    expires_at: null,
    refunded_cents: 0,
    company: books.customer.company,
    disputed_cents: 0,
    created_at: at,
    paid_at: cents === 0 ? at : null,
  }
  books.invoices.push(invoice)
  return invoice
}

/** An invoice over a period; what a switch left over is taken off it. */
export function addPeriodInvoice(books: Books, subscription: SubscriptionRow, at: Date): InvoiceRow {
  const { price } = subscription
  const cents = netCents(books, subscription, price, at)
  const credit = Math.min(cents, books.customer.credit_cents)
  books.customer.credit_cents -= credit
  return addInvoice(books, { subscription, price, cents: cents - credit, at })
}

/** What the next period would cost with another promotion, in cents. */
export function nextCentsWith(books: Books, subscription: SubscriptionRow, promotion: PromotionRow): number {
  const { next_price, price, period_ends_at } = subscription
  const changed = { ...subscription, promotion_id: promotion.id, discount_ends_at: discountEnd(promotion, books.now) }
  return netCents({ ...books, promotions: [promotion] }, changed, next_price ?? price, period_ends_at)
}

/** Until when a subscription has a promotion that it is given at an instant; null: for ever. */
export const discountEnd = (promotion: PromotionRow | null, at: Date): Date | null =>
  promotion === null || promotion.months === null ? null : addMonths(at, promotion.months)

/** What a subscription pays for a price at an instant, in cents, after its discount. */
export function netCents(books: Books, subscription: SubscriptionRow, price: PriceId, at: Date): number {
  const { cents } = books.priceOf(price)
  const { promotion_id, discount_ends_at } = subscription
  if (discount_ends_at !== null && discount_ends_at <= at) return cents
  return discounted(cents, books.promotions.find(({ id }) => id === promotion_id) ?? null)
}

export function discounted(cents: number, promotion: PromotionRow | null): number {
  if (promotion === null) return cents
  if (promotion.percent_off !== null) return Math.round((cents * (100 - promotion.percent_off)) / 100)
  return Math.max(0, cents - (promotion.off_cents ?? 0))
}
