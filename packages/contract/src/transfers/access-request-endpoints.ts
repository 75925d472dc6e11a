import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { id, language, slug, text, typedAddress } from '../core/fields.ts'
import { transferRecord } from './list-endpoints.ts'

/** What a recipient can ask a sender for: more time for an expired link, or a separate link. */
export const accessRequestKind = z.enum(['time', 'access'])
export type AccessRequestKind = z.infer<typeof accessRequestKind>

const next = z.enum(['email', 'code', 'requested', 'open'])

/**
 * Asks the sender, once a day. A holder of a recipient's personal link asks for time as that recipient; all others, and
 * everyone who asks for access, prove an address first: `email` alone mails a code to it, `code` is the code of the
 * address typed last. `next` is what the caller must still provide; 'open': the link works, there is nothing to ask
 * for. As a form it answers 303 to the transfer's page.
 */
export const requestAccess = endpoint('requestAccess', {
  summary: 'Request more time, or a link of one’s own, from the sender of a transfer',
  worksWithoutFactor: 'as-visitor',
  body: z.strictObject({
    slug: text(64),
    user: text(64).optional(),
    kind: accessRequestKind,
    email: typedAddress.optional(),
    code: text(64).optional(),
    lang: language.optional(),
  }),
  reply: z.object({ next }),
  problems: [
    'transfer-not-found',
    'transfer-paused',
    'transfer-expired',
    'link-locked',
    'code-malformed',
    'code-wrong',
    'code-expired',
    'invalid-recipient',
    'too-many-codes',
    'too-many-requests',
    'proof-required',
  ],
  auth: 'form',
})

/**
 * Mails a transfer's personal link again to the typed address, where the transfer is for it, at most once a day. The
 * answer is the same whatever was typed, and whether there is such a transfer or not. As a form it answers 303 to the
 * page.
 */
export const requestResend = endpoint('requestResend', {
  summary: 'Mail a lost link again to whom it is for',
  worksWithoutFactor: 'as-visitor',
  params: z.strictObject({ slug }),
  body: z.strictObject({ email: typedAddress, lang: language.optional() }),
  status: 202,
  problems: ['invalid-recipient', 'too-many-requests', 'proof-required', 'invalid-input'],
  auth: 'form',
})

/**
 * The click on the page of a sender's mail: grants the request. A token grants once, and gives the same answer from
 * then on. As a form it answers 303 to that page.
 */
export const checkExtension = endpoint('checkExtension', {
  summary: 'Give what a recipient has asked for',
  body: z.strictObject({ token: text(64), lang: language.optional() }),
  /** `expiryDate`: epoch ms; null: never. */
  reply: z.object({ receiverEmail: z.string(), expiryDate: z.number().nullable() }),
  problems: [
    'extension-expired',
    'too-many-recipients',
    'sending-paused',
    'too-many-mails',
    'subscription-due',
    'seat-lost',
    'too-many-requests',
    'proof-required',
  ],
  auth: 'form',
})

/**
 * 'give' does the same as the click on the page of the mail; 'silence': the sender gets no more requests from this
 * person.
 */
export const answerAccessRequest = endpoint('answerAccessRequest', {
  summary: 'Give what was asked for, or hear no more of it',
  keyScope: 'send',
  auth: 'session',
  params: z.strictObject({ transfer: id, accessRequest: id }),
  body: z.strictObject({ answer: z.enum(['give', 'silence']) }),
  reply: z.object({ transfer: transferRecord }),
  problems: [
    'unauthenticated',
    'transfer-not-found',
    'access-request-not-found',
    'account-suspended',
    'subscription-due',
    'seat-lost',
    'too-many-recipients',
    'sending-paused',
    'too-many-mails',
    'extension-expired',
  ],
})
