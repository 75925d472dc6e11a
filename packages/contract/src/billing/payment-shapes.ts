import { z } from 'zod'
import { id, instant, text } from '../core/fields.ts'
import { subscriptionStatus } from '../identity/profile-endpoints.ts'
import { companyView } from './company-shapes.ts'
import { periods, roles, soldRoles } from './plans.ts'

/** Whole cents of an ISO 4217 currency in lower case: {minor: 2900, currency: 'usd'} is US$29. */
export const money = z.object({ minor: z.int(), currency: z.string() })
export type MoneyShape = z.infer<typeof money>

/** A provider's id of a price, a payment method, a customer or a checkout session. */
export const providerId = text(255).min(1)
export const soldRole = z.enum(soldRoles)
export const period = z.enum(periods)

/** Something that is for sale. A prepaid offer is paid once, also by Alipay or WeChat Pay, and does not renew. */
export const offer = z.object({
  price: z.string(),
  role: soldRole,
  period,
  purchase: z.enum(['subscription', 'prepaid']),
  amount: money,
})
export type OfferShape = z.infer<typeof offer>

export const card = z.object({ brand: z.string(), last4: z.string(), month: z.int(), year: z.int() })

export const discount = z.object({
  name: z.string(),
  /** One of the two is set. */
  percentOff: z.number().nullable(),
  amountOff: money.nullable(),
  /** Until when others may still redeem the code. */
  redeemBy: instant.nullable(),
  /** Until when this subscription has it; null: for ever. */
  endsAt: instant.nullable(),
})

/** What happens at the end of the period in place of a renewal. `undoScheduled` takes it back. */
export const scheduledChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('cancel'), at: instant }),
  z.object({ kind: z.literal('switch'), at: instant, role: soldRole, period, price: z.string() }),
])

export const subscriptionView = z.object({
  role: soldRole,
  period,
  price: z.string(),
  status: subscriptionStatus,
  /** 'Pro yearly': the name of the price. */
  nickname: z.string(),
  /** What one period costs before discount and tax. */
  amount: money,
  /** Null where there was no trial; the days that are left are counted from `trialEndsAt`. */
  trialDays: z.int().nullable(),
  trialEndsAt: instant.nullable(),
  periodEndsAt: instant,
  scheduled: scheduledChange.nullable(),
  card: card.nullable(),
  discount: discount.nullable(),
  /** Null where nothing renews: it is cancelled, or a payment is overdue. Before tax. */
  nextCharge: z.object({ amount: money, at: instant }).nullable(),
})
export type SubscriptionView = z.infer<typeof subscriptionView>

const limitUse = z.object({
  used: z.int(),
  /** Null: unlimited. */
  limit: z.int().nullable(),
  /** When the count starts again; null: it does not. */
  renewsAt: instant.nullable(),
})

export const billingView = z.object({
  /** Who takes the money; null: nothing is for sale on this server. The sandbox takes test cards alone. */
  provider: z.enum(['sandbox', 'stripe']).nullable(),
  /** What holds now: the higher of what was bought and what lifetime codes give. */
  role: z.enum(roles),
  status: subscriptionStatus,
  lifetimeCodes: z.int(),
  /** Null: none, or it has ended. */
  subscription: subscriptionView.nullable(),
  /** A prepaid plan that runs, until its end; extended periods are counted in. */
  prepaid: z.object({ role: soldRole, endsAt: instant }).nullable(),
  /** A purchase that was begun and is not finished. 'confirming': it is paid, or a slow payment is on its way. */
  pending: z.object({ session: z.string(), state: z.enum(['open', 'confirming']), price: z.string() }).nullable(),
  /** Whether the account may begin a trial, as far as is known before a card is seen. */
  mayTry: z.boolean(),
  trialDays: z.int(),
  /** In the order of the plans; empty where nothing is for sale. */
  offers: z.array(offer),
  /** Storage; transfers and requests of this UTC month; emails of this UTC day. */
  usage: z.object({ storageBytes: limitUse, transfers: limitUse, requests: limitUse, mails: limitUse }),
  /** Whether the provider adds tax to the prices shown here. */
  addsTax: z.boolean(),
  /** Whom invoices are made out to, as last read from the provider; null: nothing was read yet. */
  company: companyView.nullable(),
})
export type BillingView = z.infer<typeof billingView>

/** Where the customer goes: to the page `url`, or to our page that holds the provider's panel. */
export const checkoutWay = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('redirect'), url: z.string() }),
  z.object({ kind: z.literal('panel'), clientSecret: z.string(), publishableKey: z.string() }),
])

export type CheckoutWayShape = z.infer<typeof checkoutWay>

export const startedCheckout = z.object({
  session: z.string(),
  go: checkoutWay,
  /** The specification's name for a panel's secret; null where `go` leads to a page. */
  clientSecret: z.string().nullable(),
})

export const checkoutView = z.object({
  /**
   * 'open': not paid yet. 'confirming': paid or on its way, and our own row does not say so yet: ask again. 'done': the
   * account has what was bought. 'failed': a slow payment came to nothing. 'expired': nobody paid in time, or another
   * checkout took its place. 'trial-refused': the card or the person had a trial before; the subscription ended at once
   * and nothing was charged. 'paid-back': another plan ran already, so that this purchase ended and is paid back.
   */
  state: z.enum(['open', 'confirming', 'done', 'failed', 'expired', 'trial-refused', 'paid-back']),
  kind: z.enum(['trial', 'subscription', 'prepaid', 'card']),
  /** Of the trial that it begins, else 0. */
  trialDays: z.int(),
  /** Where it is paid while it is open; null otherwise. */
  way: checkoutWay.nullable(),
  /** Null for a card. */
  offer: offer.nullable(),
})

export const switchView = z.object({
  /** 'now': a higher plan, or a year in place of a month. 'later': at the end of the period. */
  when: z.enum(['now', 'later']),
  /** Charged at once, with tax where the provider adds it; 0 where it happens later. */
  dueNow: money,
  /** What is left over for the next invoices. */
  credit: money,
  next: z.object({ amount: money, at: instant }),
  /** The instant the sums are made for: `switchPlan` wants it back. */
  at: instant,
})

/** 'unpaid': nothing has changed; the customer pays at `payUrl` within 23 hours, with another card or at their bank. */
export const payOutcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('paid') }),
  z.object({ kind: z.literal('unpaid'), payUrl: z.string() }),
])

export const invoiceView = z.object({
  id,
  number: z.string(),
  at: instant,
  /** With tax. */
  amount: money,
  /** The part of `amount` that is tax; null where none was worked out. */
  tax: money.nullable(),
  /** What it is for; null for anything that is not sold here any more. */
  offer: offer.pick({ role: true, period: true, purchase: true }).nullable(),
  status: z.enum(['open', 'paid', 'void']),
  /** The provider's; null where it makes none. */
  pdfUrl: z.string().nullable(),
  /** Whether `printInvoice` makes one. */
  isPrinted: z.boolean(),
})

/** What a promotion code takes off the next charge of a subscription. */
export const promotionView = z.object({
  promotion: z.object({
    code: z.string(),
    /** One of the two is set. */
    percentOff: z.number().nullable(),
    amountOff: money.nullable(),
    /** For how many months; null: for as long as the subscription runs. */
    months: z.int().nullable(),
  }),
  /** As it is, and with the code. */
  now: money,
  next: money,
  at: instant,
})
