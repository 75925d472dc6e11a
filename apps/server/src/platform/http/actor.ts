import type { Role } from '@waybill/contract/billing/plans'
import type { Language } from '@waybill/contract/core/fields'
import { Problem } from '@waybill/contract/core/problems'
import type { KeyScope } from '@waybill/contract/identity/key-scopes'
import type { SubscriptionStatus } from '@waybill/contract/identity/profile-endpoints'
import type { MemberRole } from '@waybill/contract/workspaces/member-roles'
import type { FastifyRequest } from 'fastify'

export type OperatorStanding = 'no' | 'lacks-factor' | 'yes'

/**
 * The calling account, read from its live row on every call, so that a change of role or a suspension applies at once.
 */
export interface ActorAccount {
  id: string
  email: string
  role: Role
  subscription: SubscriptionStatus
  isSuspended: boolean
  fullName: string
  company: string
  language: Language
  timeZone: string | null
  workspaceId: string
  /** In its workspace. */
  memberRole: MemberRole
  /** Its team requires a second factor, and it has none. */
  lacksFactor: boolean
  /** Whether it operates this server; 'lacks-factor': it must set a second factor up first. */
  operator: OperatorStanding
  /** The session of the call; for a call with an API key a name that no session has. */
  sessionId: string
  /** The API key of the call; absent for a person. */
  apiKeyId?: string
  /** What that key may do; absent for a person. */
  apiKeyScopes?: readonly KeyScope[]
}

/** The caller, from the session alone. */
export interface Actor {
  /** The account's role, else 'anon'. */
  role: Role
  /** Null: a visitor. */
  account: ActorAccount | null
  /** The browser's device row; null until the browser first had to prove something. */
  deviceId: string | null
  /** Peer address; X-Forwarded-For only behind a trusted proxy. */
  ip: string
  /** The IPv4 /24 or IPv6 /64 of the address, for budgets. */
  network: string
  /** The User-Agent header. */
  userAgent?: string | undefined
  /** The account of the admin who acts for `account`, a member of the team; absent for everybody's own acts. */
  adminId?: string
  /** The reader's choice, else the account's language, else the browser's. */
  language: Language
}

/** The actor of a call that changes the account's own things, with the fields for the record. */
export type OwnActor = Pick<Actor, 'account' | 'ip' | 'userAgent' | 'adminId'>

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor
  }
}

export const actorOf = (request: FastifyRequest): Actor => request.actor

/**
 * The calling account.
 *
 * @throws Problem 'unauthenticated' for a visitor; 'not-yours' where `userid` names another account
 */
export function accountOf(actor: Pick<Actor, 'account'>, userid?: string): ActorAccount {
  if (actor.account === null) throw new Problem('unauthenticated')
  if (userid !== undefined && userid !== actor.account.id) throw new Problem('not-yours')
  return actor.account
}

/**
 * For a call whose key may name things of another scope than the call's own. A person may do so without any.
 *
 * @throws Problem 'key-lacks-scope' {scope}
 */
export function requireKeyScope(account: Pick<ActorAccount, 'apiKeyScopes'> | null, scope: KeyScope): void {
  if (account?.apiKeyScopes?.includes(scope) === false) throw new Problem('key-lacks-scope', { scope })
}
