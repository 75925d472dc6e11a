import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { instant, label, text } from '../core/fields.ts'
import { shownAgain, shownAgainRefusals } from '../core/shown-again.ts'
import { apiKey } from './key-endpoints.ts'
import { keyScopes } from './key-scopes.ts'

/**
 * Signing a program in on a machine that has no browser, as RFC 8628 does it, in our own shapes. The program begins, and
 * shows its user a short code and an address. There the user, signed in, reads what the program asks for and allows or
 * denies it. The program polls meanwhile, and gets an API key of its own.
 */
const userCode = text(64)
const scopes = z.array(z.enum(keyScopes)).max(keyScopes.length)

/** Needs no Idempotency-Key: what a retry leaves behind is forgotten after ten minutes. */
export const beginDeviceLogin = endpoint('beginDeviceLogin', {
  summary: 'Begin to sign a program in',
  worksWithoutFactor: 'as-visitor',
  body: z.strictObject({
    /** The name of its key, such as 'waybill on build-3'. */
    name: label(60).refine((name) => name !== '', 'is empty'),
    scopes: scopes.min(1),
    /** The key ends after so many days. */
    days: z.int().min(1).max(365).default(90),
  }),
  reply: z.object({
    /** The secret that the program polls with. */
    deviceCode: z.string(),
    /** For people: eight of the 32 symbols, 'K7QM-2XTD'. */
    userCode: z.string(),
    /** Where its user types the code. */
    url: z.string(),
    /** The same with the code filled in. It still takes a press. */
    urlWithCode: z.string(),
    expiresInSeconds: z.int(),
    /** Between two polls. */
    intervalSeconds: z.int(),
  }),
  status: 201,
  problems: ['too-many-requests'],
})

/** Gives the key out once, to the first poll after its user has allowed it. */
export const pollDeviceLogin = endpoint('pollDeviceLogin', {
  summary: 'Ask whether the user has allowed it',
  worksWithoutFactor: 'as-visitor',
  body: z.strictObject({ deviceCode: text(64) }),
  reply: z.object({ apiKey, key: z.string() }),
  problems: [
    'device-login-pending',
    'device-login-too-fast',
    'device-login-denied',
    'device-login-expired',
    'account-suspended',
    'too-many-keys',
    'too-many-requests',
  ],
})

/** For the page of a signed-in person. Changes nothing. */
export const readDeviceLogin = endpoint('readDeviceLogin', {
  summary: 'What the program with a code asks for',
  auth: 'session',
  body: z.strictObject({ userCode }),
  reply: z.object({
    /** As the program says. */
    name: z.string(),
    scopes,
    days: z.int(),
    expiresAt: instant,
    /** Where it asks from: its network, such as '203.0.113.0/24', and the place where known. */
    network: z.string(),
    country: z.string().nullable(),
    city: z.string().nullable(),
    /** Whether that is the caller's own network. */
    isOwnNetwork: z.boolean(),
  }),
  problems: ['unauthenticated', 'device-code-unknown', 'too-many-requests'],
})

/** Once. To allow it proves the account again, as `addApiKey` does; to deny it does not. */
export const answerDeviceLogin = endpoint('answerDeviceLogin', {
  summary: 'Allow or deny what a program asks for',
  auth: 'session',
  body: z.strictObject({
    userCode,
    isAllowed: z.boolean(),
    /** Those that the key gets, of the ones asked for. Absent: all of them. */
    scopes: scopes.min(1).optional(),
    ...shownAgain,
  }),
  status: 204,
  problems: [...shownAgainRefusals, 'device-code-unknown', 'too-many-keys', 'invalid-input'],
  asksStepUp: true,
})
