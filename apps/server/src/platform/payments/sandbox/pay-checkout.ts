import { Problem } from '@waybill/contract/core/problems'
import { CHECKOUT_HOURS, type CheckoutWish, type Language } from '../payment-provider.ts'
import {
  addInvoice,
  type Books,
  type CheckoutRow,
  discounted,
  type InvoiceRow,
  noteEvent,
  type PromotionRow,
  sandboxId,
} from './books.ts'
import { startSubscription } from './change-subscription.ts'
import { addDays } from './periods.ts'
import { isRedeemable } from './promotions.ts'
import { markPaid } from './settle-books.ts'
import { findTestCard, judgeCard, type TypedCard } from './test-cards.ts'

/** What a customer does at the page. A wallet's payment is confirmed at once, or `DELAY_DAYS` later. */
export type Payment =
  | { method: 'card'; card: TypedCard; isConfirmed: boolean | null }
  | { method: 'alipay' | 'wechat_pay'; outcome: 'at-once' | 'later' | 'fails-later' }

/** 'confirm': the bank asks whether it is really them; the same payment again says yes or no. */
export type PayResult = 'paid' | 'processing' | 'confirm'

const DELAY_DAYS = 1
const HOUR_MS = 3_600_000

export function openCheckout(books: Books, wish: CheckoutWish): CheckoutRow {
  const { purchase } = wish
  return addCheckout(books, {
    kind: purchase.kind,
    price: purchase.kind === 'card' ? null : purchase.price,
    trial_days: purchase.kind === 'trial' ? purchase.days : 0,
    promotion_id: wish.promotion,
    language: wish.language,
    back_to: wish.backTo,
    leave_to: wish.leaveTo,
  })
}

/** A page at which an open invoice is paid. */
export function openInvoiceCheckout(
  books: Books,
  invoice: InvoiceRow,
  page: { language: Language; backTo: string },
): CheckoutRow {
  return addCheckout(books, {
    kind: 'invoice',
    price: invoice.price,
    invoice_id: invoice.id,
    language: page.language,
    back_to: page.backTo,
    leave_to: page.backTo,
  })
}

type NewCheckout = Pick<CheckoutRow, 'kind' | 'price' | 'language' | 'back_to' | 'leave_to'> & Partial<CheckoutRow>

function addCheckout(books: Books, wish: NewCheckout): CheckoutRow {
  const checkout: CheckoutRow = {
    id: sandboxId('cs'),
    customer_id: books.customer.id,
    trial_days: 0,
    promotion_id: null,
    status: 'open',
    confirms_at: null,
    will_succeed: null,
    subscription_id: null,
    invoice_id: null,
    card_id: null,
    created_at: books.now,
    expires_at: new Date(books.now.getTime() + CHECKOUT_HOURS * HOUR_MS),
    ...wish,
  }
  books.checkouts.push(checkout)
  return checkout
}

/** @throws Problem 'checkout-closed' where it is paid, expired or not there */
export function requireOpenCheckout(books: Books, session: string): CheckoutRow {
  const found = books.checkouts.find(({ id }) => id === session)
  if (found?.status !== 'open') throw new Problem('checkout-closed')
  return found
}

/** What the page charges at once, in cents. */
export function dueAtPage(books: Books, checkout: CheckoutRow): number {
  if (checkout.price === null || checkout.kind === 'trial') return 0
  const invoice = books.invoices.find(({ id }) => id === checkout.invoice_id)
  return invoice?.amount_cents ?? priceToPay(books, checkout, checkout.price)
}

/** One period of a price with the checkout's promotion, in cents. */
export const priceToPay = (books: Books, checkout: CheckoutRow, price: string): number =>
  discounted(books.priceOf(price).cents, promotionOf(books, checkout))

const promotionOf = ({ promotions }: Books, { promotion_id }: CheckoutRow): PromotionRow | null =>
  promotions.find(({ id }) => id === promotion_id) ?? null

/** @throws Problem 'checkout-closed', 'payment-refused' {reason} */
export function payCheckout(books: Books, session: string, payment: Payment): PayResult {
  const checkout = requireOpenCheckout(books, session)
  if (payment.method !== 'card') return payByWallet(books, checkout, payment.outcome)
  const { card, isConfirmed } = payment
  const listed = findTestCard(card.number)
  const refusal = judgeCard(card, books.now) ?? (dueAtPage(books, checkout) > 0 && !asks(listed) ? later(listed) : null)
  if (refusal !== null) throw new Problem('payment-refused', { reason: refusal })
  if (asks(listed) && isConfirmed === null) return 'confirm'
  if (isConfirmed === false) throw new Problem('payment-refused', { reason: 'authentication-failed' })
  redeem(books, checkout)
  take(books, checkout, keepCard(books, card))
  noteEvent(books, 'checkout-finished', books.now, { checkout: session, subscription: checkout.subscription_id })
  return 'paid'
}

const asks = (listed: ReturnType<typeof findTestCard>) => listed !== null && listed.asksOwner !== 'never'
const later = (listed: ReturnType<typeof findTestCard>) => listed?.refusesLater ?? null

export function keepCard(books: Books, { number, month, year }: TypedCard): string {
  const id = sandboxId('pm')
  const digits = findTestCard(number)?.number ?? number
  books.cards.push({ id, customer_id: books.customer.id, number: digits, month, year, created_at: books.now })
  return id
}

function take(books: Books, checkout: CheckoutRow, card: string): void {
  Object.assign(checkout, { status: 'paid', card_id: card })
  if (checkout.kind === 'card') return
  if (checkout.kind === 'invoice') {
    const invoice = books.invoices.find(({ id }) => id === checkout.invoice_id)
    if (invoice?.status !== 'open') throw new Problem('checkout-closed')
    markPaid(books, invoice, books.now)
  } else if (checkout.kind === 'prepaid') {
    const invoice = addPrepaid(books, checkout)
    Object.assign(invoice, { status: 'paid', paid_at: books.now })
  } else if (checkout.price !== null) {
    books.customer.card_id = card
    const { price, trial_days: days, promotion_id: promotion } = checkout
    checkout.subscription_id = startSubscription(books, { price, days, promotion, isPaidAtPage: true }).id
  }
}

function addPrepaid(books: Books, checkout: CheckoutRow): InvoiceRow {
  const price = checkout.price ?? ''
  const invoice = addInvoice(books, { subscription: null, price, cents: dueAtPage(books, checkout), at: books.now })
  checkout.invoice_id = invoice.id
  return invoice
}

function payByWallet(books: Books, checkout: CheckoutRow, outcome: 'at-once' | 'later' | 'fails-later'): PayResult {
  // A wallet pays once; it cannot be charged again.
  if (checkout.kind !== 'prepaid') throw new Problem('payment-refused', { reason: 'card-incorrect' })
  redeem(books, checkout)
  const invoice = addPrepaid(books, checkout)
  if (outcome === 'at-once') {
    Object.assign(invoice, { status: 'paid', paid_at: books.now })
    checkout.status = 'paid'
  } else {
    const confirmsAt = addDays(books.now, DELAY_DAYS)
    Object.assign(checkout, { status: 'processing', confirms_at: confirmsAt, will_succeed: outcome === 'later' })
  }
  noteEvent(books, 'checkout-finished', books.now, { checkout: checkout.id })
  return outcome === 'at-once' ? 'paid' : 'processing'
}

/** A promotion that has run out while the page was open is not given: the page is closed, and shows no other price. */
function redeem(books: Books, checkout: CheckoutRow): void {
  const promotion = promotionOf(books, checkout)
  if (promotion === null) return
  if (!isRedeemable(promotion, books.now)) throw new Problem('checkout-closed')
  promotion.redemptions += 1
}
