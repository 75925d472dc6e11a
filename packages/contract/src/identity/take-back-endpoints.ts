import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { language, text } from '../core/fields.ts'

/**
 * Undoes a change of who can sign in, by the link of the mail that reported it, once and within 72 hours: the account
 * gets back the address that the mail went to, loses the factors added since 72 hours before the change, its password
 * stops working, every session ends, and that address gets a link to set a new password. As a form it answers 303 to
 * the page.
 */
export const takeBack = endpoint('takeBack', {
  summary: 'Take a change of address or second factor back',
  params: z.strictObject({ token: text(64) }),
  body: z.strictObject({ lang: language.optional() }),
  reply: z.object({ email: z.string() }),
  problems: ['take-back-expired', 'email-taken', 'too-many-requests', 'proof-required', 'busy'],
  auth: 'form',
})
