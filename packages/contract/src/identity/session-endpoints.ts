import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { id, ignored, instant, language, text, typedAddress } from '../core/fields.ts'
import { shownAgain, shownAgainRefusals } from '../core/shown-again.ts'
import { user } from './profile-endpoints.ts'
import { REFERRAL } from './referral.ts'

/** The server hashes at most 256 characters; the contract's `isLongEnough` checks the minimum at both ends. */
const password = text(256)
const typedCode = text(64)

/**
 * The signed-in account. `accessToken` (a JWT, 15 minutes) goes into `Authorization: Bearer`; the refresh token itself
 * is in an HttpOnly cookie, `refreshToken` is the session's handle, useless without it.
 */
export const signedIn = z.object({ accessToken: z.string(), refreshToken: z.string(), user })
export type SignedIn = z.infer<typeof signedIn>

/**
 * The password was right and a second factor is required: `answerSecondFactor` accepts the ticket once, within 10
 * minutes.
 */
export const secondFactorAsked = z.object({
  secondFactor: z.object({
    ticket: z.string(),
    kinds: z.array(z.enum(['totp', 'passkey', 'recovery'])),
    /** For `navigator.credentials.get`, as WebAuthn's JSON; null where the account has no passkey. */
    passkeyOptions: z.unknown().nullable(),
  }),
})
export type SecondFactorAsked = z.infer<typeof secondFactorAsked>

/**
 * Step 1 of signing up: with an empty `verifyComplete` it checks the address and mails a code; with the code in it, it
 * proves the address.
 */
export const verifySignup = endpoint('verifySignup', {
  summary: 'Check a new address and mail its code, or prove it with the code',
  body: z.strictObject({
    email: typedAddress,
    verifyComplete: z.union([typedCode, z.literal(false)]).default(''),
    isTeamMember: z.unknown().optional(),
    lang: language.optional(),
  }),
  /** `isVerified`: this browser has proven the address, so step 2 is skipped. */
  reply: z.object({ email: z.string(), isVerified: z.boolean(), resendInSeconds: z.int() }),
  problems: [
    'invalid-recipient',
    'email-taken',
    'signup-code-wrong',
    'code-malformed',
    'code-expired',
    'proof-required',
    'too-many-codes',
    'too-many-requests',
    'not-found',
  ],
})

/** Makes the account of an address that this browser has proven within the last 30 minutes, and signs it in. */
export const signUp = endpoint('signUp', {
  summary: 'Make an account and sign in',
  body: z.strictObject({
    email: typedAddress,
    password,
    fullName: text(200).default(''),
    company: text(200).default(''),
    lang: language.optional(),
    timeZone: text(64).optional(),
    referrer: text(500).optional(),
    /** The partner that led here: `?via=` of the first page. */
    referral: z.string().regex(REFERRAL).optional(),
    status: ignored,
    role: ignored,
    role_nickname: ignored,
    period: ignored,
    role_full: ignored,
    fingerprint: ignored,
    stripeId: ignored,
  }),
  reply: signedIn,
  status: 201,
  problems: [
    'invalid-recipient',
    'email-taken',
    'password-too-short',
    'password-too-common',
    'sender-unproven',
    'message-holds-link',
    'too-many-requests',
    'busy',
  ],
})

/**
 * Wrong tries cost a proof of work ('proof-required'); beyond 500 a day by all strangers together, 'sender-unproven':
 * the browser must first prove the address with `requestSenderCode` and `confirmSenderCode`. A browser that has signed
 * in before counts separately.
 */
export const logIn = endpoint('logIn', {
  summary: 'Sign in with address and password',
  worksWithoutFactor: true,
  body: z.strictObject({ email: typedAddress, password }),
  reply: z.union([signedIn, secondFactorAsked]),
  problems: ['login-refused', 'too-many-logins', 'proof-required', 'sender-unproven', 'busy', 'sso-required'],
})

/** `code`: six digits of an authenticator, or a recovery code. `passkey`: WebAuthn's assertion as JSON. */
export const answerSecondFactor = endpoint('answerSecondFactor', {
  summary: 'Sign in with the second factor',
  worksWithoutFactor: true,
  body: z.strictObject({ ticket: text(200), code: typedCode.optional(), passkey: z.looseObject({}).optional() }),
  reply: signedIn,
  problems: ['second-factor-wrong', 'login-expired', 'proof-required', 'sender-unproven', 'too-many-requests'],
})

/** Answers same-origin requests only. Rotates the cookie; a used cookie ends the whole session. */
export const refreshSession = endpoint('refreshSession', {
  summary: 'A new access token for the session of the cookie',
  reply: signedIn,
  problems: ['signed-out', 'cross-site'],
})

/**
 * Ends the session and clears its cookie; gives the same answer where there is no session. Same-origin requests only.
 */
export const logOut = endpoint('logOut', {
  summary: 'Sign out',
  status: 204,
  problems: ['cross-site'],
})

/**
 * Whether this browser sent something without an account and its first visit was over six hours ago (header
 * `lastVisit`, epoch ms).
 */
export const checkReturning = endpoint('checkReturning', {
  summary: 'Whether to greet a returning visitor',
  reply: z.object({ welcomeBack: z.boolean() }),
})

/** Always gives the same answer in the same time, whether the address has an account or not. */
export const requestReset = endpoint('requestReset', {
  summary: 'Mail a link to reset the password',
  worksWithoutFactor: true,
  body: z.strictObject({ email: typedAddress, lang: language.optional() }),
  status: 202,
  problems: ['invalid-recipient', 'too-many-codes', 'too-many-requests', 'proof-required'],
})

/** 202 where the token is still valid; the call does not use it up. */
export const checkResetToken = endpoint('checkResetToken', {
  summary: 'Whether a reset token is good',
  worksWithoutFactor: true,
  body: z.strictObject({ token: text(200) }),
  status: 202,
  problems: ['reset-refused', 'too-many-requests'],
})

/** Ends every session of the account; signs nobody in. */
export const resetPassword = endpoint('resetPassword', {
  summary: 'Set a new password with a reset token',
  worksWithoutFactor: true,
  body: z.strictObject({ token: text(200), password }),
  status: 204,
  problems: ['reset-refused', 'password-too-short', 'password-too-common', 'too-many-requests', 'busy'],
})

export const session = z.object({
  id,
  isCurrent: z.boolean(),
  device: z.string(),
  country: z.string().nullable(),
  city: z.string().nullable(),
  signedInAt: instant,
  lastUsedAt: instant,
})

export const listSessions = endpoint('listSessions', {
  summary: 'Where this account is signed in',
  auth: 'session',
  reply: z.object({ sessions: z.array(session) }),
  problems: ['unauthenticated'],
})

export const endSession = endpoint('endSession', {
  summary: 'Sign one session out',
  auth: 'session',
  worksWithoutFactor: true,
  params: z.strictObject({ session: id }),
  status: 204,
  problems: ['unauthenticated', 'session-not-found', 'step-up-required'],
  asksStepUp: true,
})

/** Every session except the caller's. */
export const endOtherSessions = endpoint('endOtherSessions', {
  summary: 'Sign out everywhere else',
  auth: 'session',
  worksWithoutFactor: true,
  status: 204,
  problems: ['unauthenticated', 'step-up-required'],
  asksStepUp: true,
})

export const changePassword = endpoint('changePassword', {
  summary: 'Set a new password; other sessions end',
  auth: 'session',
  body: z.strictObject({ currentPassword: shownAgain.password, code: shownAgain.code, password }),
  status: 204,
  problems: [...shownAgainRefusals, 'password-too-short', 'password-too-common'],
  asksStepUp: true,
})
