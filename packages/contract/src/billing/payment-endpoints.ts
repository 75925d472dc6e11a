import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { id, ignored, instant, language, text } from '../core/fields.ts'
import { company } from './company-shapes.ts'
import {
  billingView,
  checkoutView,
  invoiceView,
  money,
  payOutcome,
  promotionView,
  providerId,
  startedCheckout,
  switchView,
} from './payment-shapes.ts'

/** What every call that reaches the payment provider may answer. */
const reaching = ['unauthenticated', 'admin-only', 'not-on-sale', 'payments-unavailable', 'too-many-requests'] as const
const session = z.strictObject({ session: z.string().regex(/^[\w-]{1,255}$/) })

/** Everything the billing page and the plans screen show, from our own rows: the provider is not asked. */
export const readBilling = endpoint('readBilling', {
  summary: 'Plan, subscription, offers and use of the limits',
  auth: 'session',
  isAdminOnly: true,
  reply: billingView,
  problems: ['unauthenticated', 'admin-only'],
})

/**
 * Begins a purchase. `price_id` alone says what is bought; 'invalid-input' refuses an id that is not for sale. With a
 * subscription's price the account gets a trial if it had none, unless `trial` is false; `trial: true` refuses where it
 * had one. Fields that a client says about itself are ignored, except that a customer or account of somebody else is
 * 'not-yours'. One purchase of an account is open at a time: beginning another closes the first.
 */
export const createCheckoutSession = endpoint('createCheckoutSession', {
  summary: 'Begin to buy or to try a plan',
  auth: 'session',
  isAdminOnly: true,
  body: z.strictObject({
    price_id: providerId,
    trial: z.boolean().optional(),
    /** A promotion code. Without one the customer can type a code at the checkout. */
    promotion: text(100).optional(),
    /** Of the checkout; the caller's language where it is absent. */
    language: language.optional(),
    /** On the provider's own page, where its panel does not load: an open checkout of the same in a panel is closed. */
    hosted: z.boolean().optional(),
    stripe_customerid: providerId.nullish(),
    mongo_id: id.nullish(),
    client_reference_id: ignored,
    customer_email: ignored,
    customer: ignored,
    company: ignored,
    referrer: ignored,
    referral: ignored,
    role: ignored,
  }),
  reply: startedCheckout,
  problems: [
    ...reaching,
    'invalid-input',
    'not-yours',
    'trial-used',
    'already-subscribed',
    'promotion-unknown',
    'still-working',
  ],
})

/** For the page to which a checkout returns, which asks again while the state is 'confirming', and for the panel's. */
export const readCheckout = endpoint('readCheckout', {
  summary: 'What became of a checkout',
  auth: 'session',
  isAdminOnly: true,
  params: session,
  reply: checkoutView,
  problems: ['unauthenticated', 'admin-only', 'checkout-not-found'],
})

/** Begins a checkout that charges nothing and takes the card for later payments; an overdue payment is tried with it. */
export const changeCard = endpoint('changeCard', {
  summary: 'Begin to change the card',
  auth: 'session',
  isAdminOnly: true,
  body: z.strictObject({ language: language.optional(), hosted: z.boolean().optional() }),
  reply: startedCheckout,
  problems: [...reaching, 'no-subscription', 'still-working'],
})

/** 'subscription-due' while a payment is overdue: it is paid first. */
export const previewSwitch = endpoint('previewSwitch', {
  summary: 'What a switch to another plan costs',
  auth: 'session',
  isAdminOnly: true,
  body: z.strictObject({ price: providerId }),
  reply: switchView,
  problems: [...reaching, 'invalid-input', 'no-subscription', 'subscription-due', 'checkout-closed', 'still-working'],
})

/**
 * Switches to another plan: up at once, down at the end of the period. `seen` is what `previewSwitch` showed; another
 * sum is 'price-moved' {minor, currency}, and nothing has changed. 'subscription-due' while a payment is overdue.
 */
export const switchPlan = endpoint('switchPlan', {
  summary: 'Switch to another plan',
  auth: 'session',
  isAdminOnly: true,
  body: z.strictObject({ price: providerId, seen: z.strictObject({ dueNow: money, at: instant }) }),
  reply: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('switched') }),
    z.object({ kind: z.literal('scheduled') }),
    z.object({ kind: z.literal('unpaid'), payUrl: z.string() }),
  ]),
  problems: [
    ...reaching,
    'invalid-input',
    'no-subscription',
    'subscription-due',
    'checkout-closed',
    'price-moved',
    'payment-refused',
    'still-working',
  ],
})

/**
 * Ends the subscription, or the trial, at the end of its period. One with an overdue payment ends at once: nothing was
 * paid for its period.
 */
export const cancelPlan = endpoint('cancelPlan', {
  summary: 'Cancel the plan',
  auth: 'session',
  isAdminOnly: true,
  reply: billingView,
  problems: [...reaching, 'no-subscription'],
})

/** Takes back a cancellation or a switch that waits for the end of the period. */
export const undoScheduled = endpoint('undoScheduled', {
  summary: 'Keep the plan as it is',
  auth: 'session',
  isAdminOnly: true,
  reply: billingView,
  problems: [...reaching, 'no-subscription', 'checkout-closed', 'still-working'],
})

/** Tries an overdue payment again on the card. */
export const payOpenInvoice = endpoint('payOpenInvoice', {
  summary: 'Pay what is overdue',
  auth: 'session',
  isAdminOnly: true,
  reply: payOutcome,
  problems: [...reaching, 'no-subscription', 'checkout-closed', 'still-working'],
})

/** Newest first, at most 100; empty for an account that never bought anything. */
export const listInvoices = endpoint('listInvoices', {
  summary: 'Invoices and receipts',
  auth: 'session',
  isAdminOnly: true,
  reply: z.object({
    invoices: z.array(invoiceView),
    /** Whether there may be older ones than these. */
    isCut: z.boolean(),
  }),
  problems: ['unauthenticated', 'admin-only', 'payments-unavailable', 'too-many-requests'],
})

/** An invoice of the sandbox as a PDF, in the account's language. Other providers make their own (`pdfUrl`). */
export const printInvoice = endpoint('printInvoice', {
  summary: 'An invoice as PDF',
  auth: 'session',
  isAdminOnly: true,
  params: z.strictObject({ invoice: id }),
  problems: ['unauthenticated', 'admin-only', 'invoice-not-found', 'too-many-requests', 'too-many-calls', 'busy'],
})

/**
 * Keeps at the payment provider whom later invoices are made out to. 'tax-id-refused' where the provider takes no such
 * tax id: then nothing has changed.
 */
export const saveCompany = endpoint('saveCompany', {
  summary: 'Change the company on invoices',
  auth: 'session',
  isAdminOnly: true,
  body: company,
  reply: billingView,
  problems: [...reaching, 'invalid-input', 'tax-id-refused'],
})

/** Why a typed promotion code does not hold for the subscription. */
const ofPromotion = [
  ...reaching,
  'no-subscription',
  'subscription-due',
  'promotion-unknown',
  'promotion-used-up',
  'promotion-ended',
  'promotion-unfit',
] as const

/** What a promotion code takes off the next charge. Codes are looked up 20 times an hour at most. */
export const previewPromotion = endpoint('previewPromotion', {
  summary: 'What a promotion code takes off',
  auth: 'session',
  isAdminOnly: true,
  body: z.strictObject({ code: text(100) }),
  reply: promotionView,
  problems: [...ofPromotion, 'checkout-closed', 'still-working'],
})

/** Gives a promotion to the subscription that runs, which has one at a time. */
export const applyPromotion = endpoint('applyPromotion', {
  summary: 'Use a promotion code on the plan',
  auth: 'session',
  isAdminOnly: true,
  body: z.strictObject({ code: text(100) }),
  reply: billingView,
  problems: [...ofPromotion, 'checkout-closed', 'still-working'],
})

/**
 * For the payment provider: an event, signed over the bytes of the body in the header `Stripe-Signature`. An event only
 * points at what has changed, which is then read from the provider.
 */
export const receivePaymentEvent = endpoint('receivePaymentEvent', {
  summary: 'Take an event of the payment provider',
  auth: 'signature',
  maxBodyBytes: 1_048_576,
  status: 204,
  problems: ['webhook-refused', 'not-on-sale'],
})
