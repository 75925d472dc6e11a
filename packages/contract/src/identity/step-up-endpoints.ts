import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { instant, text } from '../core/fields.ts'
import { secondFactorAsked } from './session-endpoints.ts'

/** Goes into the header `Waybill-Step-Up` of the calls that require it, for ten minutes, in this session only. */
export const steppedUp = z.object({ stepUp: z.string(), expiresAt: instant })
export type SteppedUp = z.infer<typeof steppedUp>

/** The password again; where a second factor is on, `finishStepUp` takes the ticket with the factor. */
export const beginStepUp = endpoint('beginStepUp', {
  summary: 'Show the password again, before a change of who can come in',
  auth: 'session',
  worksWithoutFactor: true,
  body: z.strictObject({ password: text(256) }),
  reply: z.union([steppedUp, secondFactorAsked]),
  problems: ['unauthenticated', 'password-wrong', 'proof-required', 'too-many-requests', 'busy'],
})

/** `code`: six digits of an authenticator, or a recovery code. `passkey`: WebAuthn's assertion as JSON. */
export const finishStepUp = endpoint('finishStepUp', {
  summary: 'Show the second factor again',
  auth: 'session',
  worksWithoutFactor: true,
  body: z.strictObject({ ticket: text(200), code: text(64).optional(), passkey: z.looseObject({}).optional() }),
  reply: steppedUp,
  problems: ['unauthenticated', 'second-factor-wrong', 'login-expired', 'proof-required', 'too-many-requests'],
})
