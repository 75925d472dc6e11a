import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { instant, language, text } from '../core/fields.ts'
import { money, offer } from './payment-shapes.ts'

/**
 * The page of the sandbox provider, where its checkouts are paid with test cards. Only a server that sells by the
 * sandbox answers these; on others every checkout is 'checkout-not-found'. Anyone with the session's id may pay, as at
 * any provider's page.
 */
const params = z.strictObject({ session: z.string().regex(/^[\w-]{1,255}$/) })

export const readSandboxCheckout = endpoint('readSandboxCheckout', {
  summary: 'What a checkout of the sandbox is for',
  params,
  reply: z.object({
    /** 'invoice': an open invoice, or a switch that waits for its payment. */
    kind: z.enum(['trial', 'subscription', 'prepaid', 'card', 'invoice']),
    status: z.enum(['open', 'processing', 'paid', 'failed', 'expired']),
    language,
    /** Null for a card. */
    offer: offer.nullable(),
    trialDays: z.int(),
    /** Charged when the customer pays. */
    dueNow: money,
    /** What the end of a trial charges, with the discount; null where no trial begins. */
    dueAfterTrial: money.nullable(),
    /** Where to go when it is paid, and without paying. */
    backTo: z.string(),
    leaveTo: z.string(),
    expiresAt: instant,
  }),
  problems: ['checkout-not-found', 'too-many-requests'],
})

/**
 * Pays with a listed test card (Stripe's own test numbers), or with a wallet where it is prepaid. 'confirm': the bank
 * asks whether it is really the customer: call again with `isConfirmed`.
 */
export const payAtSandbox = endpoint('payAtSandbox', {
  summary: 'Pay a checkout of the sandbox',
  params,
  body: z.discriminatedUnion('method', [
    z.strictObject({
      method: z.literal('card'),
      number: text(30),
      month: z.int().min(1).max(12),
      /** Four digits. */
      year: z.int().min(0).max(9_999),
      isConfirmed: z.boolean().optional(),
    }),
    z.strictObject({
      method: z.enum(['alipay', 'wechat_pay']),
      outcome: z.enum(['at-once', 'later', 'fails-later']),
    }),
  ]),
  reply: z.object({ result: z.enum(['paid', 'processing', 'confirm']) }),
  problems: ['checkout-not-found', 'checkout-closed', 'payment-refused', 'too-many-requests'],
})

/** Types a promotion code at the page. */
export const typeSandboxCode = endpoint('typeSandboxCode', {
  summary: 'Use a promotion code at a checkout of the sandbox',
  params,
  body: z.strictObject({ code: text(100) }),
  /** Whether the code is valid; the due sum is then another. */
  reply: z.object({ isGiven: z.boolean() }),
  problems: ['checkout-not-found', 'checkout-closed', 'too-many-requests'],
})
