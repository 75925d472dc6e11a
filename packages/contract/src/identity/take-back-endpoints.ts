import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { language, text } from '../core/fields.ts'

/**
 * Takes back what was changed about who can come in, with the link of the mail that told of it, once and within 72
 * hours: the address that the mail went to is the account's again, factors added since 72 hours before the change are
 * gone, the password opens nothing any more, everybody is signed out, and a link to a new password goes to that
 * address. As a form it answers 303 to the page.
 */
export const takeBack = endpoint('takeBack', {
  summary: 'Take a change of address or second factor back',
  params: z.strictObject({ token: text(64) }),
  body: z.strictObject({ lang: language.optional() }),
  reply: z.object({ email: z.string() }),
  problems: ['take-back-expired', 'email-taken', 'too-many-requests', 'proof-required', 'busy'],
  auth: 'form',
})
