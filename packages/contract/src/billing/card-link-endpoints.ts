import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { language, text } from '../core/fields.ts'
import { checkoutWay } from './payment-shapes.ts'

/**
 * Begins a checkout that takes another card, by the link of the mail about a failed payment: without signing in, for 7
 * days, until the payment is made or the plan ends. What is overdue is tried with the new card. 'card-link-expired' is
 * said of unknown, expired and used up links alike. As a form it answers a page that leads to the checkout.
 */
export const changeCardByLink = endpoint('changeCardByLink', {
  summary: 'Begin to change the card by the link of a mail',
  params: z.strictObject({ token: text(64) }),
  body: z.strictObject({ lang: language.optional() }),
  reply: z.object({ go: checkoutWay }),
  problems: ['card-link-expired', 'payments-unavailable', 'still-working', 'too-many-requests', 'proof-required'],
  auth: 'form',
})
