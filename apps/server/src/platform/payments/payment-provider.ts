/**
 * The payment port: who takes the money. Adapters: the sandbox, which this server keeps in its own database, and Stripe.
 * `payment-provider.conformance.ts` is what both promise.
 *
 * Money is in minor units (cents) of an ISO 4217 currency in lower case. Every id is the provider's own. Every instant
 * is the provider's: the sandbox has the clock of the database.
 *
 * Keys. Every call that creates or changes something takes a key of ours, which the caller has written to a row before.
 * The same key with the same wish does the thing once and answers the same, also after a lost answer, at once from
 * several processes, and when the first answer was a refusal: another try takes another key. The same key with another
 * wish is a bug and throws an Error.
 *
 * Errors. Problem 'payments-unavailable': no answer, or one that says nothing; call again with the same key.
 * 'payment-refused' {reason}: the bank said no and nothing has changed. CustomerGone: `startCheckout`, `useCard`, `hasCard`
 * and `subscribe` name a customer whom the provider does not have any more; nothing has changed. The subscriptions of such
 * a customer have ended, and lists about them hold those or nothing. Anything else that is not named is a bug.
 *
 * Truth. An event only points. Its receiver reads the subscription or the checkout and believes that.
 */

import type { CompanyBooks, Promotions, PromotionWish } from './payment-particulars.ts'

/** A provider's price id: nothing else says what was bought (prices.ts). */
export type PriceId = string

export interface Money {
  /** Whole cents. */
  minor: number
  /** 'usd'. */
  currency: string
}

export type Language = 'en' | 'zh'

/** Why a bank refused, in facts of 'payment-refused'. */
export type Refusal =
  | 'card-declined'
  | 'insufficient-funds'
  | 'card-expired'
  | 'card-incorrect'
  | 'authentication-failed'
  /** The bank wants to see the customer: only a page of the provider can ask. */
  | 'authentication-required'
  /** No bank: the provider works out tax, and does not know where the customer is. */
  | 'address-missing'

export interface Card {
  brand: string
  last4: string
  month: number
  year: number
  /** The same for every customer who uses the card: a trial is given once per card. Null where the provider has none. */
  fingerprint: string | null
}

/**
 * What a checkout is for. A trial is a subscription that charges nothing until it ends, and takes a card. Prepaid is
 * one payment for one period, also by Alipay and WeChat Pay, and never renews. A card changes what later payments are
 * charged to: `useCard` with the method that the finished checkout names.
 */
export type Purchase =
  | { kind: 'trial'; price: PriceId; days: number }
  | { kind: 'subscription'; price: PriceId }
  | { kind: 'prepaid'; price: PriceId }
  | { kind: 'card' }

export interface CheckoutWish {
  customer: string
  purchase: Purchase
  /** A promotion's id; null lets the customer type a code. Cards and trials of prepaid prices take none. */
  promotion: string | null
  language: Language
  /** An absolute URL of ours. The provider puts the session's id in the place of `{session}`. */
  backTo: string
  /** Where the customer goes who leaves without paying. */
  leaveTo: string
  /** Leads to the provider's own page, also where its checkouts are shown in a panel. */
  isHosted: boolean
}

/** Where the customer goes: to a page, or to our own page that holds the provider's panel. */
export type CheckoutWay =
  | { kind: 'redirect'; url: string }
  | { kind: 'panel'; clientSecret: string; publishableKey: string }

export interface CheckoutState {
  session: string
  customer: string
  /**
   * 'open': not paid yet, for at most 24 hours. 'processing': the customer is done and a slow payment is not: Alipay and
   * WeChat Pay may take days. 'failed': such a payment came to nothing. 'paid' is said of trials and cards too.
   */
  status: 'open' | 'processing' | 'paid' | 'failed' | 'expired'
  kind: Purchase['kind']
  /** Null for a card. */
  price: PriceId | null
  /** Of a trial or a subscription, once paid. */
  subscription: string | null
  /** Of a prepaid purchase: what `refund` takes. */
  payment: string | null
  /** What a prepaid purchase cost. */
  paid: Money | null
  /** When the session was made, and after when it is closed if nobody pays. */
  createdAt: Date
  expiresAt: Date
  /** Of a card: what `useCard` takes. */
  paymentMethod: string | null
}

export interface Discount {
  promotion: string | null
  name: string
  /** One of the two is set. */
  percentOff: number | null
  amountOff: Money | null
  /** Until when others may still redeem it, and until when this subscription has it; null: for ever. */
  redeemBy: Date | null
  endsAt: Date | null
}

export interface SubscriptionState {
  id: string
  customer: string
  price: PriceId
  /** What one period costs before discount and tax. */
  amount: Money
  /**
   * The provider's own word. 'past_due': the last payment failed and is tried again. 'unpaid': it is tried no more.
   * 'canceled' is final. 'unknown' is a word that this version does not know.
   */
  status:
    | 'trialing'
    | 'active'
    | 'past_due'
    | 'unpaid'
    | 'paused'
    | 'canceled'
    | 'incomplete'
    | 'incomplete_expired'
    | 'unknown'
  createdAt: Date
  trialStartsAt: Date | null
  trialEndsAt: Date | null
  periodStartsAt: Date
  periodEndsAt: Date
  /** What happens at the period's end beside another period; `undoScheduled` takes it back. */
  scheduled: { kind: 'cancel' } | { kind: 'switch'; price: PriceId } | null
  endedAt: Date | null
  card: Card | null
  discount: Discount | null
}

export interface SwitchPreview {
  /** What is charged at once: what the new price costs until the period's end less what is left of the old one. */
  dueNow: Money
  /** What is left over for the next invoices where the old price was worth more. */
  credit: Money
  next: { amount: Money; at: Date }
  /** The instant the sums are made for. The switch that follows names it, so that no second makes a difference. */
  at: Date
}

/** Unpaid changes nothing; the customer may pay at `payUrl` for 23 hours, with another card or before their bank. */
export type PayOutcome = { kind: 'paid' } | { kind: 'unpaid'; payUrl: string }

export interface InvoiceState {
  id: string
  number: string
  at: Date
  /** With tax. */
  amount: Money
  /** The part of `amount` that is tax; null where none was worked out. */
  tax: Money | null
  /** What it is for; of a switch the price that is switched to. Null where the provider does not say. */
  price: PriceId | null
  status: 'open' | 'paid' | 'void'
  /** Of the provider, for people; null where it makes none. */
  pdfUrl: string | null
  subscription: string | null
  /** What `refund` takes; null where nothing was paid. */
  payment: string | null
}

/** How much of a payment was given back, by this server or in the provider's dashboard, and how much is disputed. */
export interface PaymentState {
  amount: Money
  /** All that was given back so far. */
  refunded: Money
  /** What the customer's bank has taken back: a dispute that is open or lost. One that is won counts no more. */
  disputed: Money
}

/** Points at what has changed; an event of a kind that we don't use is 'other'. */
export interface PaymentEvent {
  /** Unique: an event may come several times, late and in any order. */
  id: string
  at: Date
  kind:
    | 'checkout-finished'
    | 'checkout-expired'
    | 'subscription-changed'
    | 'invoice-paid'
    | 'payment-failed'
    | 'action-required'
    | 'refunded'
    | 'disputed'
    | 'customer-changed'
    | 'other'
  /** Null also where the provider names none: a dispute names its payment alone. */
  customer: string | null
  subscription: string | null
  session: string | null
  payment: string | null
}

export interface PaymentProvider extends CompanyBooks, Promotions {
  readonly kind: 'sandbox' | 'stripe'

  makeCustomer(key: string, who: { account: string; email: string; language: Language }): Promise<string>
  /** Forgets the customer and ends their subscriptions at once, without a refund. Idempotent. */
  removeCustomer(customer: string): Promise<void>

  startCheckout(key: string, wish: CheckoutWish): Promise<{ session: string; go: CheckoutWay }>
  /** Null: there is no such session. */
  readCheckout(session: string): Promise<CheckoutState | null>
  /** Ends an open session, so that nobody pays it any more: of two tabs that buy, one. A finished one stays. */
  closeCheckout(session: string): Promise<void>

  /**
   * Has every later payment of the customer charged to this card, or other method.
   * @throws Problem 'payment-refused', with the reason 'card-incorrect' where the customer has no such method
   */
  useCard(key: string, wish: { customer: string; paymentMethod: string }): Promise<void>
  /** Whether `subscribe` finds a card to charge. */
  hasCard(customer: string): Promise<boolean>
  /**
   * A subscription on the customer's card without a checkout. `days` of trial, 0 for none. Answers its id.
   * @throws Problem 'payment-refused': there is no subscription
   */
  subscribe(key: string, wish: { customer: string; price: PriceId; days: number }): Promise<string>

  /** @throws Problem 'checkout-closed' where the subscription has ended or a payment of it is overdue */
  previewSwitch(wish: { subscription: string; price: PriceId }): Promise<SwitchPreview>
  /**
   * Switches at once, and takes back what was scheduled once it is paid. `seen` is what the preview showed.
   * @throws Problem 'price-moved' {minor, currency}, the sum that is due: another one, or the instant of `seen` is
   *   older than an hour, in the future or before the period; 'checkout-closed' where the subscription has ended or a
   *   payment of it is overdue, as nobody has paid for the period that would count. Nothing has changed.
   */
  switchNow(
    key: string,
    wish: { subscription: string; price: PriceId; seen: { dueNow: Money; at: Date } },
  ): Promise<PayOutcome>
  /** Switches at the period's end, in the place of what was scheduled. @throws Problem 'checkout-closed' */
  switchLater(key: string, wish: { subscription: string; price: PriceId }): Promise<void>
  /** At the period's end it can be undone until then. Of an ended subscription nothing. */
  cancel(key: string, wish: { subscription: string; at: 'period-end' | 'now' }): Promise<void>
  /** Takes back what was to happen at the period's end. @throws Problem 'checkout-closed' */
  undoScheduled(key: string, wish: { subscription: string }): Promise<void>
  /**
   * Tries the open invoice of a subscription on the customer's card; 'paid' too where none is open.
   * @throws Problem 'checkout-closed'
   */
  payOpenInvoice(key: string, wish: { subscription: string }): Promise<PayOutcome>

  /** Answers the promotion's id. */
  makePromotion(key: string, wish: PromotionWish): Promise<string>
  /** The id of a promotion that may be redeemed now; null for any other code. */
  findPromotion(code: string): Promise<string | null>

  /** Gives back all or a part of a payment. @throws Problem 'payment-refused' where more than was paid is asked back */
  refund(key: string, wish: { payment: string; amount: Money }): Promise<void>
  /** Null: there is no such payment. */
  readPayment(payment: string): Promise<PaymentState | null>
  /** Newest first, at most 100. */
  listInvoices(customer: string): Promise<InvoiceState[]>

  /** Null: there is no such subscription. */
  readSubscription(id: string): Promise<SubscriptionState | null>
  /** Also ended ones, newest first, at most 100: what a lost event would have told. */
  listSubscriptions(customer: string): Promise<SubscriptionState[]>

  /**
   * Reads an event out of the bytes that came and the signature header beside them.
   * @throws Problem 'webhook-refused' {because}: not signed by any of our secrets, signed more than 300 seconds ago or
   *   in the future, or of another version of the provider's interface
   */
  readEvent(rawBody: Uint8Array, signature: string | undefined): PaymentEvent
}

/** How far the time of a signature may be from ours, in either direction. */
export const SIGNATURE_SECONDS = 300
/** Sessions live for a day: long enough for a bank's page, short enough for a price. */
export const CHECKOUT_HOURS = 24
