import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { id, instant, text } from '../core/fields.ts'
import { shownAgain, shownAgainRefusals } from '../core/shown-again.ts'

/**
 * Second factors: off until the account's owner turns one on. Each change requires the password, and a factor once one
 * is on.
 */

export const listFactors = endpoint('listFactors', {
  summary: 'Second factors that are on',
  auth: 'session',
  worksWithoutFactor: true,
  reply: z.object({
    hasTotp: z.boolean(),
    recoveryCodesLeft: z.int(),
    passkeys: z.array(z.object({ id, name: z.string(), addedAt: instant, lastUsedAt: instant.nullable() })),
  }),
  problems: ['unauthenticated'],
})

/** A secret for an authenticator app; the factor is off until `confirmTotp`. */
export const beginTotp = endpoint('beginTotp', {
  summary: 'Begin with an authenticator app',
  auth: 'session',
  worksWithoutFactor: true,
  body: z.strictObject(shownAgain),
  reply: z.object({ secret: z.string(), uri: z.string() }),
  problems: shownAgainRefusals,
  asksStepUp: true,
})

/** Returns the recovery codes, only this once. */
export const confirmTotp = endpoint('confirmTotp', {
  summary: 'Turn the authenticator app on',
  auth: 'session',
  worksWithoutFactor: true,
  body: z.strictObject({ code: text(64) }),
  reply: z.object({ recoveryCodes: z.array(z.string()) }),
  problems: ['unauthenticated', 'second-factor-wrong', 'too-many-requests'],
})

export const removeTotp = endpoint('removeTotp', {
  summary: 'Turn the authenticator app off',
  auth: 'session',
  body: z.strictObject(shownAgain),
  status: 204,
  problems: [...shownAgainRefusals, 'last-factor'],
  asksStepUp: true,
})

/** Options for `navigator.credentials.create`, as WebAuthn's JSON. */
export const beginPasskey = endpoint('beginPasskey', {
  summary: 'Begin with a passkey',
  auth: 'session',
  worksWithoutFactor: true,
  body: z.strictObject(shownAgain),
  reply: z.object({ options: z.unknown() }),
  problems: shownAgainRefusals,
  asksStepUp: true,
})

export const addPasskey = endpoint('addPasskey', {
  summary: 'Keep a passkey',
  auth: 'session',
  worksWithoutFactor: true,
  body: z.strictObject({ name: text(100).default(''), passkey: z.looseObject({}) }),
  reply: z.object({ id, recoveryCodes: z.array(z.string()) }),
  status: 201,
  problems: ['unauthenticated', 'second-factor-wrong', 'too-many-requests'],
})

export const removePasskey = endpoint('removePasskey', {
  summary: 'Forget a passkey',
  auth: 'session',
  params: z.strictObject({ passkey: id }),
  body: z.strictObject(shownAgain),
  status: 204,
  problems: [...shownAgainRefusals, 'passkey-not-found', 'last-factor'],
  asksStepUp: true,
})
