import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { text, typedAddress } from '../core/fields.ts'
import { shownAgain, shownAgainRefusals } from '../core/shown-again.ts'
import { secondFactorAsked, signedIn } from '../identity/session-endpoints.ts'

/**
 * Single sign-on: the people of a company sign in through the company's own OpenID provider. The browser is led to the
 * provider and back to the login page, which finishes with what the provider gave it.
 */
export const singleSignOn = z.object({
  issuer: z.string(),
  clientId: z.string(),
  /** Whose addresses sign in this way. */
  domain: z.string(),
  /** The admin has signed in this way since it was set up. */
  isTried: z.boolean(),
  /** Members at the domain can no longer sign in with their password; the admin always can. */
  isRequired: z.boolean(),
})
export type SingleSignOn = z.infer<typeof singleSignOn>

export const ssoSettings = z.object({
  sso: singleSignOn.nullable(),
  /** What the provider must know as the client's redirect URI. */
  redirectUri: z.string(),
  /** The domain of the admin's own address; null where anybody can have an address at it. */
  ownDomain: z.string().nullable(),
})
export type SsoSettings = z.infer<typeof ssoSettings>

const adminProblems = ['unauthenticated', 'admin-only'] as const

export const readSso = endpoint('readSso', {
  summary: 'How the people of the company sign in through it',
  auth: 'session',
  isAdminOnly: true,
  reply: ssoSettings,
  problems: [...adminProblems],
})

/** Asks the provider for its configuration first. An empty `clientSecret` keeps the one before. */
export const saveSso = endpoint('saveSso', {
  summary: 'Set up single sign-on',
  auth: 'session',
  isAdminOnly: true,
  body: z.strictObject({
    issuer: text(500),
    clientId: text(500),
    clientSecret: text(1_000).default(''),
    ...shownAgain,
  }),
  reply: ssoSettings,
  problems: [...shownAgainRefusals, 'admin-only', 'sso-reserved', 'sso-domain-refused', 'sso-issuer-unfit'],
  asksStepUp: true,
})

/** Only once the admin has signed in this way. */
export const requireSso = endpoint('requireSso', {
  summary: 'Whether members must sign in through the company',
  auth: 'session',
  isAdminOnly: true,
  body: z.strictObject({ isRequired: z.boolean(), ...shownAgain }),
  reply: ssoSettings,
  problems: [...shownAgainRefusals, 'admin-only', 'sso-reserved', 'sso-not-tried'],
  asksStepUp: true,
})

export const removeSso = endpoint('removeSso', {
  summary: 'End single sign-on',
  auth: 'session',
  isAdminOnly: true,
  body: z.strictObject(shownAgain),
  reply: ssoSettings,
  problems: [...shownAgainRefusals, 'admin-only'],
  asksStepUp: true,
})

/** Sets a cookie that only this browser finishes with, within ten minutes. */
export const beginSso = endpoint('beginSso', {
  summary: 'Where the provider of an address’s company signs people in',
  worksWithoutFactor: true,
  body: z.strictObject({ email: typedAddress }),
  reply: z.object({ url: z.string() }),
  problems: ['sso-unknown', 'sso-unavailable', 'too-many-requests'],
})

/** With the query with which the provider led back. The first time makes the account, in the team and within its seats. */
export const finishSso = endpoint('finishSso', {
  summary: 'Sign in with what the provider gave',
  worksWithoutFactor: true,
  body: z.strictObject({
    state: text(200),
    code: text(4_000).optional(),
    error: text(200).optional(),
    iss: text(500).optional(),
  }),
  reply: z.union([signedIn, secondFactorAsked]),
  problems: [
    'sso-unknown',
    'sso-unavailable',
    'sso-failed',
    'sso-refused',
    'login-refused',
    'too-many-requests',
    'busy',
  ],
})
