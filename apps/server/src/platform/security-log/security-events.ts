import type { Role } from '@waybill/contract/billing/plans'
import type { ProblemCode } from '@waybill/contract/core/problems'
import type { SubscriptionStatus } from '@waybill/contract/identity/profile-endpoints'

/**
 * The closed list of what the security log tells of. `facts` are names and numbers of ours: nothing that opens anything
 * (codes, tokens, passwords, whole links) and nothing a stranger typed, but the address of `Who`.
 */
export interface SecurityFacts {
  /** Somebody signs in with a password, and a second factor where one is on. */
  login: { outcome: 'ok' | 'failed' | 'limited'; facts: { code?: ProblemCode; route?: string } }
  /** A second factor is answered. */
  'second-factor': { outcome: 'failed' | 'limited'; facts: { code: ProblemCode; route: string } }
  /** The password is asked for again, by somebody who is signed in. */
  'password-check': { outcome: 'failed' | 'limited'; facts: { code: ProblemCode; route: string } }
  /** A mailed code, or the token of a mail, is typed or followed. */
  code: { outcome: 'failed' | 'limited'; facts: { code: ProblemCode; route: string } }
  /** A transfer's or request's password is typed. */
  'link-password': { outcome: 'failed' | 'limited'; facts: { code: ProblemCode; route: string } }
  /** Somebody asks for what is not theirs, from where it may not be asked, or with a token that does not hold. */
  authority: { outcome: 'refused'; facts: { code: ProblemCode; route: string } }
  /** A limit of tries is reached, or work is to be shown first. */
  limit: { outcome: 'limited'; facts: { code: ProblemCode; route: string } }

  'account-made': { outcome: 'ok'; facts: { by: 'owner' | 'operator'; role?: Role } }
  'account-deleted': { outcome: 'ok'; facts: Record<string, never> }
  'password-changed': { outcome: 'ok'; facts: { by: 'owner' | 'reset' } }
  'password-reset-asked': { outcome: 'ok'; facts: Record<string, never> }
  'address-changed': { outcome: 'ok'; facts: { from: string } }
  'factor-changed': { outcome: 'ok'; facts: { change: string } }
  /** The owner shows a factor again, before a change of who can come in. */
  'step-up': { outcome: 'ok'; facts: Record<string, never> }
  /** A change of address or factor is taken back by the address it was told to. */
  'change-taken-back': { outcome: 'ok'; facts: { from: string } }
  /** One session is ended by its owner, here or elsewhere. */
  'session-ended': { outcome: 'ok'; facts: { because: string } }
  /** All others are. */
  'sessions-ended': { outcome: 'ok'; facts: { because: string } }
  /** A copied refresh token was used: its session has ended for both. */
  'session-reused': { outcome: 'refused'; facts: Record<string, never> }

  'account-suspended': { outcome: 'ok'; facts: Record<string, never> }
  'account-restored': { outcome: 'ok'; facts: Record<string, never> }
  'role-set': { outcome: 'ok'; facts: { role: Role } }
  'subscription-set': { outcome: 'ok'; facts: { subscription: SubscriptionStatus } }
  'transfer-blocked': { outcome: 'ok'; facts: { transfer: string } }
  'transfer-unblocked': { outcome: 'ok'; facts: { transfer: string } }
  'content-blocked': { outcome: 'ok'; facts: { sha256: string } }
  'content-unblocked': { outcome: 'ok'; facts: { sha256: string } }
  'receipt-key-made': { outcome: 'ok'; facts: { key: string; retired: string | null } }
  /** A receipt was asked for of a record that contradicts itself: somebody has written in the database. */
  'receipt-refused': {
    outcome: 'refused'
    facts: { transfer: string; recipient: string; because: string; place?: number; file?: string }
  }

  /** A command of the operator's that changes something; `by` is the system's name of who typed it. */
  command: { outcome: 'ok' | 'failed'; facts: { command: string; by: string } }
  /** A first start made its key known; or a start was refused, with another key than the one that is known. */
  'master-key': { outcome: 'ok' | 'refused'; facts: { fingerprint: string; isNew?: boolean } }
  /** The settings that are not what they were at the last start, by name. */
  'settings-changed': { outcome: 'ok'; facts: { names: string[] } }
  /** The certificate of PUBLIC_URL's host is another one now; or one that was put there cannot be used. */
  certificate: { outcome: 'ok' | 'refused'; facts: { host: string; fingerprint?: string; endsAt?: string } }
  process: { outcome: 'ok'; facts: { state: 'started' | 'stopped'; node: string; version: string } }
}

export type SecurityEventName = keyof SecurityFacts
export type SecurityOutcome = SecurityFacts[SecurityEventName]['outcome']

/** Whom it concerns and where it came from, as far as it is known. */
export interface Who {
  accountId?: string | null | undefined
  /** Of the account; else as it was typed, once it has an address's form. */
  address?: string | null | undefined
  /** The IPv4 /24 or IPv6 /64; never the whole address. */
  network?: string | null | undefined
  requestId?: string | null | undefined
  /** The id of the transfer or request it is about. */
  of?: string | undefined
}

export type SecurityEvent = {
  [Name in SecurityEventName]: { event: Name; outcome: SecurityFacts[Name]['outcome'] } & Who &
    (Record<string, never> extends SecurityFacts[Name]['facts']
      ? { facts?: SecurityFacts[Name]['facts'] }
      : { facts: SecurityFacts[Name]['facts'] })
}[SecurityEventName]

/** For who reads the log by kind. */
export const securityEventNames = Object.keys({
  login: 0,
  'second-factor': 0,
  'password-check': 0,
  code: 0,
  'link-password': 0,
  authority: 0,
  limit: 0,
  'account-made': 0,
  'account-deleted': 0,
  'password-changed': 0,
  'password-reset-asked': 0,
  'address-changed': 0,
  'factor-changed': 0,
  'step-up': 0,
  'change-taken-back': 0,
  'session-ended': 0,
  'sessions-ended': 0,
  'session-reused': 0,
  'account-suspended': 0,
  'account-restored': 0,
  'role-set': 0,
  'subscription-set': 0,
  'transfer-blocked': 0,
  'transfer-unblocked': 0,
  'content-blocked': 0,
  'content-unblocked': 0,
  'receipt-key-made': 0,
  'receipt-refused': 0,
  command: 0,
  'master-key': 0,
  'settings-changed': 0,
  certificate: 0,
  process: 0,
} satisfies Record<SecurityEventName, 0>) as SecurityEventName[]

/** What a refusal is noted as. The rest of them concerns no one's safety: a full plan, a file that is not there. */
const refusals: Partial<Record<ProblemCode, ['login' | RefusedEvent, 'failed' | 'refused' | 'limited']>> = {
  'login-refused': ['login', 'failed'],
  'too-many-logins': ['login', 'limited'],
  'second-factor-wrong': ['second-factor', 'failed'],
  'login-expired': ['second-factor', 'failed'],
  'password-wrong': ['password-check', 'failed'],
  'code-wrong': ['code', 'failed'],
  'code-expired': ['code', 'failed'],
  'signup-code-wrong': ['code', 'failed'],
  'reset-refused': ['code', 'failed'],
  'take-back-expired': ['code', 'failed'],
  'too-many-codes': ['code', 'limited'],
  'link-password-wrong': ['link-password', 'failed'],
  'not-yours': ['authority', 'refused'],
  unauthenticated: ['authority', 'refused'],
  'cross-site': ['authority', 'refused'],
  'wrong-host': ['authority', 'refused'],
  'upload-token-wrong': ['authority', 'refused'],
  'account-suspended': ['authority', 'refused'],
  'proof-refused': ['authority', 'refused'],
  'webhook-refused': ['authority', 'refused'],
  'too-many-requests': ['limit', 'limited'],
  'proof-required': ['limit', 'limited'],
  'network-sends-used': ['limit', 'limited'],
  'sending-paused': ['limit', 'limited'],
  'too-many-mails': ['limit', 'limited'],
}
type RefusedEvent = 'second-factor' | 'password-check' | 'code' | 'link-password' | 'authority' | 'limit'

/** The event of a refusal; null where it is none. `route` is the pattern, not the path. */
export function eventOfRefusal(code: ProblemCode, route: string): SecurityEvent | null {
  const [event, outcome] = refusals[code] ?? []
  return event === undefined ? null : ({ event, outcome, facts: { code, route } } as SecurityEvent)
}
