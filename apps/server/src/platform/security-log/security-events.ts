import type { ReportDecision } from '@waybill/contract/abuse/reports'
import type { Role } from '@waybill/contract/billing/plans'
import type { ProblemCode } from '@waybill/contract/core/problems'
import type { SubscriptionStatus } from '@waybill/contract/identity/profile-endpoints'

/**
 * The closed list of the security log's events. `facts` are our own names and numbers: no secrets (codes, tokens,
 * passwords, whole links) and no user input, except the address in `Who`.
 */
export interface SecurityFacts {
  /** Somebody signs in with a password, and a second factor where one is on. */
  login: { outcome: 'ok' | 'failed' | 'limited'; facts: { code?: ProblemCode; route?: string } }
  /** Somebody answers a second factor. */
  'second-factor': { outcome: 'failed' | 'limited'; facts: { code: ProblemCode; route: string } }
  /** A signed-in person is asked for the password again. */
  'password-check': { outcome: 'failed' | 'limited'; facts: { code: ProblemCode; route: string } }
  /** Somebody types a mailed code, or follows a mail's link with a token. */
  code: { outcome: 'failed' | 'limited'; facts: { code: ProblemCode; route: string } }
  /** Somebody types the password of a transfer or request. */
  'link-password': { outcome: 'failed' | 'limited'; facts: { code: ProblemCode; route: string } }
  /** A call for somebody else's thing, from a forbidden origin, or with an invalid token. */
  authority: { outcome: 'refused'; facts: { code: ProblemCode; route: string } }
  /** A limit of tries is reached, or the caller must show work first. */
  limit: { outcome: 'limited'; facts: { code: ProblemCode; route: string } }

  'account-made': { outcome: 'ok'; facts: { by: 'owner' | 'operator'; role?: Role } }
  'account-deleted': { outcome: 'ok'; facts: Record<string, never> }
  'password-changed': { outcome: 'ok'; facts: { by: 'owner' | 'reset' } }
  'password-reset-asked': { outcome: 'ok'; facts: Record<string, never> }
  'address-changed': { outcome: 'ok'; facts: { from: string } }
  'factor-changed': { outcome: 'ok'; facts: { change: string } }
  /** A key with which programs act as the account; `key` is its public id. */
  'key-made': { outcome: 'ok'; facts: { key: string; scopes: string[] } }
  /** A person allows or denies a program that waits for a key. */
  'device-allowed': { outcome: 'ok'; facts: { scopes: string[] } }
  'device-denied': { outcome: 'ok'; facts: { scopes: string[] } }
  /** `because`: by its owner, or with everything else that signs the account in. */
  'key-revoked': { outcome: 'ok'; facts: { key: string; because: string } }
  /** The owner shows a factor again, before a change of sign-in details. */
  'step-up': { outcome: 'ok'; facts: Record<string, never> }
  /** The notified address undoes a change of address or factor. */
  'change-taken-back': { outcome: 'ok'; facts: { from: string } }
  /** The owner ends one session, here or elsewhere. */
  'session-ended': { outcome: 'ok'; facts: { because: string } }
  /** The owner ends all other sessions. */
  'sessions-ended': { outcome: 'ok'; facts: { because: string } }
  /** A copied refresh token was used: its session has ended for both. */
  'session-reused': { outcome: 'refused'; facts: Record<string, never> }

  /** By the admin of a team; `workspace` is the team's. */
  'member-invited': { outcome: 'ok'; facts: { role: string } }
  'invite-withdrawn': { outcome: 'ok'; facts: Record<string, never> }
  'member-joined': { outcome: 'ok'; facts: { role: string; workspace: string } }
  'member-role-set': { outcome: 'ok'; facts: { role: string } }
  'member-removed': { outcome: 'ok'; facts: { by: 'admin' | 'owner'; workspace: string } }
  /** The admin asks the account `to` to take the place over. */
  'handover-asked': { outcome: 'ok'; facts: { to: string } }
  'handover-ended': { outcome: 'ok'; facts: Record<string, never> }
  'handed-over': { outcome: 'ok'; facts: { from: string; to: string } }
  /** The admin sets single sign-on up, requires it of members, or ends it. */
  'sso-set': { outcome: 'ok'; facts: { state: 'saved' | 'required' | 'optional' | 'removed'; workspace: string } }
  /** The admin requires a second factor of everybody in the team, or no longer. */
  'factor-required': { outcome: 'ok'; facts: { isRequired: boolean; workspace: string } }
  /** The admin, the account `by`, changes what a member sent. */
  'member-transfer-changed': { outcome: 'ok'; facts: { by: string; transfer: string } }
  /** The admin, the account `by`, changes what a member asked for. */
  'member-request-changed': { outcome: 'ok'; facts: { by: string; request: string } }
  /** The admin chooses where the workspace's files are stored, and whether stored ones move there. */
  'region-chosen': { outcome: 'ok'; facts: { region: string; movesFiles: boolean; workspace: string } }
  /** A workspace's custom host. */
  'host-claimed': { outcome: 'ok'; facts: { host: string } }
  'host-verified': { outcome: 'ok'; facts: { host: string } }
  /** Its records have become wrong. */
  'host-failing': { outcome: 'refused'; facts: { host: string } }
  /** Its records were wrong for three days. */
  'host-off': { outcome: 'ok'; facts: { host: string } }
  'host-released': { outcome: 'ok'; facts: { host: string } }
  /** The admin, the account `by`, deletes files of a member's library. */
  'member-files-deleted': { outcome: 'ok'; facts: { by: string; files: number } }
  /** A workspace's email domain. */
  'mail-domain-claimed': { outcome: 'ok'; facts: { domain: string } }
  'mail-domain-verified': { outcome: 'ok'; facts: { domain: string } }
  /** Its mails leave from our address: `because` of its records, its key, or another workspace that proved it. */
  'mail-domain-failed': { outcome: 'refused'; facts: { domain: string; because: string } }
  'mail-domain-released': { outcome: 'ok'; facts: { domain: string } }
  /** Another key signs its mails. */
  'mail-key-renewed': { outcome: 'ok'; facts: { domain: string } }

  /** `by`, here and below: the account of the operator who did it at the desk; absent: the command line did. */
  'account-suspended': { outcome: 'ok'; facts: { by?: string } }
  'account-restored': { outcome: 'ok'; facts: { by?: string } }
  'job-retried': { outcome: 'ok'; facts: { job: string; task: string; by?: string } }
  'mail-retried': { outcome: 'ok'; facts: { mail: string; by?: string } }
  /** By the command line alone. */
  'operator-made': { outcome: 'ok'; facts: Record<string, never> }
  'operator-ended': { outcome: 'ok'; facts: Record<string, never> }
  'role-set': { outcome: 'ok'; facts: { role: Role; by?: string } }
  'subscription-set': { outcome: 'ok'; facts: { subscription: SubscriptionStatus } }
  /** `codes` is how many lifetime codes the workspace now has, `role` the role that now applies. */
  'lifetime-redeemed': { outcome: 'ok'; facts: { codes: number; role: Role } }
  /** How many codes were made. */
  'lifetime-made': { outcome: 'ok'; facts: { codes: number; by?: string } }
  /** By the operator; for a redeemed code, in the account that had redeemed it. */
  'lifetime-revoked': { outcome: 'ok'; facts: { code: string; by?: string } }
  'transfer-blocked': { outcome: 'ok'; facts: { transfer: string; by?: string } }
  'transfer-unblocked': { outcome: 'ok'; facts: { transfer: string } }
  'content-blocked': { outcome: 'ok'; facts: { sha256: string; by?: string } }
  'content-unblocked': { outcome: 'ok'; facts: { sha256: string; by?: string } }
  /** The operator judges that the scanner was wrong about a file, and about `files` of the same content. */
  'file-cleared': { outcome: 'ok'; facts: { file: string; files: number; because: string; by?: string } }
  /** An operator decides about the reports of a transfer; `by` is the account, or 'command line'. */
  'reports-decided': { outcome: 'ok'; facts: { transfer: string; decision: ReportDecision; by: string } }
  /** An operator answers a customer; the account of the event is the operator's, where the desk was used. */
  'conversation-answered': { outcome: 'ok'; facts: { conversation: string; cameBy: 'page' | 'mail' | 'command' } }
  'conversation-closed': { outcome: 'ok'; facts: { conversation: string } }
  /** An operator takes it over, or leaves it to others. */
  'conversation-assigned': { outcome: 'ok'; facts: { conversation: string; isTaken: boolean } }
  'canned-answer-changed': { outcome: 'ok'; facts: { change: 'saved' | 'deleted' } }
  'receipt-key-made': { outcome: 'ok'; facts: { key: string; retired: string | null } }
  /** Somebody requested a receipt for a record that contradicts itself: its database rows were edited. */
  'receipt-refused': {
    outcome: 'refused'
    facts: { transfer: string; recipient: string; because: string; place?: number; file?: string }
  }

  /** An operator's command that changes something; `by` is the system account that ran it. */
  command: { outcome: 'ok' | 'failed'; facts: { command: string; by: string } }
  /** A first start recorded its key; or a start was refused because its key differs from the recorded one. */
  'master-key': { outcome: 'ok' | 'refused'; facts: { fingerprint: string; isNew?: boolean } }
  /** The names of settings that differ from the last start. */
  'settings-changed': { outcome: 'ok'; facts: { names: string[] } }
  /** The certificate of PUBLIC_URL's host has changed; or a supplied one cannot be used. */
  certificate: { outcome: 'ok' | 'refused'; facts: { host: string; fingerprint?: string; endsAt?: string } }
  process: { outcome: 'ok'; facts: { state: 'started' | 'stopped'; node: string; version: string } }
}

export type SecurityEventName = keyof SecurityFacts
export type SecurityOutcome = SecurityFacts[SecurityEventName]['outcome']

/** The person concerned and the origin, as far as known. */
export interface Who {
  accountId?: string | null | undefined
  /** The account's; otherwise the typed one, if it has the form of an address. */
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

/** For readers that select by kind. */
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
  'key-made': 0,
  'key-revoked': 0,
  'device-allowed': 0,
  'device-denied': 0,
  'step-up': 0,
  'change-taken-back': 0,
  'session-ended': 0,
  'sessions-ended': 0,
  'session-reused': 0,
  'member-invited': 0,
  'invite-withdrawn': 0,
  'member-joined': 0,
  'member-role-set': 0,
  'member-removed': 0,
  'handover-asked': 0,
  'handover-ended': 0,
  'handed-over': 0,
  'factor-required': 0,
  'region-chosen': 0,
  'sso-set': 0,
  'member-transfer-changed': 0,
  'member-request-changed': 0,
  'host-claimed': 0,
  'host-verified': 0,
  'host-failing': 0,
  'host-off': 0,
  'host-released': 0,
  'member-files-deleted': 0,
  'mail-domain-claimed': 0,
  'mail-domain-verified': 0,
  'mail-domain-failed': 0,
  'mail-domain-released': 0,
  'mail-key-renewed': 0,
  'account-suspended': 0,
  'account-restored': 0,
  'job-retried': 0,
  'mail-retried': 0,
  'operator-made': 0,
  'operator-ended': 0,
  'role-set': 0,
  'subscription-set': 0,
  'lifetime-redeemed': 0,
  'lifetime-made': 0,
  'lifetime-revoked': 0,
  'transfer-blocked': 0,
  'transfer-unblocked': 0,
  'content-blocked': 0,
  'content-unblocked': 0,
  'file-cleared': 0,
  'reports-decided': 0,
  'conversation-answered': 0,
  'conversation-closed': 0,
  'conversation-assigned': 0,
  'canned-answer-changed': 0,
  'receipt-key-made': 0,
  'receipt-refused': 0,
  command: 0,
  'master-key': 0,
  'settings-changed': 0,
  certificate: 0,
  process: 0,
} satisfies Record<SecurityEventName, 0>) as SecurityEventName[]

/** The event of each refusal. Other refusals do not concern security: a full plan, a missing file. */
const refusals: Partial<Record<ProblemCode, ['login' | RefusedEvent, 'failed' | 'refused' | 'limited']>> = {
  'login-refused': ['login', 'failed'],
  'too-many-logins': ['login', 'limited'],
  'sso-failed': ['login', 'failed'],
  'sso-refused': ['login', 'failed'],
  'sso-required': ['login', 'failed'],
  'second-factor-wrong': ['second-factor', 'failed'],
  'login-expired': ['second-factor', 'failed'],
  'password-wrong': ['password-check', 'failed'],
  'code-wrong': ['code', 'failed'],
  'code-expired': ['code', 'failed'],
  'signup-code-wrong': ['code', 'failed'],
  'reset-refused': ['code', 'failed'],
  'take-back-expired': ['code', 'failed'],
  'card-link-expired': ['code', 'failed'],
  'device-code-unknown': ['code', 'failed'],
  'too-many-codes': ['code', 'limited'],
  'link-password-wrong': ['link-password', 'failed'],
  'not-yours': ['authority', 'refused'],
  unauthenticated: ['authority', 'refused'],
  'cross-site': ['authority', 'refused'],
  'wrong-host': ['authority', 'refused'],
  'upload-token-wrong': ['authority', 'refused'],
  'key-wrong': ['authority', 'refused'],
  'key-revoked': ['authority', 'refused'],
  'key-ended': ['authority', 'refused'],
  'key-elsewhere': ['authority', 'refused'],
  'key-lacks-scope': ['authority', 'refused'],
  'key-not-here': ['authority', 'refused'],
  'key-in-browser': ['authority', 'refused'],
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

/** The event of a refusal; null where there is none. `route` is the pattern, not the path. */
export function eventOfRefusal(code: ProblemCode, route: string): SecurityEvent | null {
  const [event, outcome] = refusals[code] ?? []
  return event === undefined ? null : ({ event, outcome, facts: { code, route } } as SecurityEvent)
}
