import { text } from './fields.ts'
import type { ProblemCode } from './problems.ts'

/**
 * What a call that changes who can sign in requires. Without a second factor: `password`. With one: `password` and
 * `code` (six digits of an authenticator, or a recovery code), or neither and the header of a step-up, which also
 * accepts passkeys.
 */
export const shownAgain = { password: text(256).default(''), code: text(64).optional() }

/** The problems with which such a call may be refused, besides its own. */
export const shownAgainRefusals = [
  'unauthenticated',
  'step-up-required',
  'password-wrong',
  'second-factor-wrong',
  'proof-required',
  'too-many-requests',
  'busy',
] as const satisfies readonly ProblemCode[]
