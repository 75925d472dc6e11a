import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { language, text, typedAddress } from '../core/fields.ts'

/**
 * Mails a 5-character code that proves `email` for this browser. A new code replaces the earlier code of the same
 * browser only. Beyond five an hour to one mailbox, strangers must do a proof of work first; docs/limits.md has the
 * figures.
 */
export const requestSenderCode = endpoint('requestSenderCode', {
  summary: 'Mail a code that proves a sender address',
  worksWithoutFactor: 'as-visitor',
  body: z.strictObject({ email: typedAddress, lang: language.optional() }),
  /** `origins`: where parts may be sent, for opening connections while the code is typed. */
  reply: z.object({ email: z.string(), resendInSeconds: z.int(), origins: z.array(z.string()) }),
  problems: ['invalid-recipient', 'too-many-codes', 'too-many-requests', 'proof-required'],
})

/** Proves `email` for this browser; `verifyId` carries the typed code. */
export const confirmSenderCode = endpoint('confirmSenderCode', {
  summary: 'Prove a sender address with the mailed code',
  worksWithoutFactor: 'as-visitor',
  body: z.strictObject({ email: typedAddress, verifyId: text(64) }),
  reply: z.object({ email: z.string(), verified: z.literal(true) }),
  problems: ['invalid-recipient', 'code-malformed', 'code-wrong', 'code-expired', 'proof-required'],
})

/** The visitor's approximate location, from the local database; null where it does not know. */
export const locateVisitor = endpoint('locateVisitor', {
  summary: 'Where the visitor seems to be',
  reply: z.object({ country: z.string().nullable(), city_name: z.string().nullable() }),
})
