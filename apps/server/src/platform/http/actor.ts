import type { Role } from '@waybill/contract/billing/plans'
import type { Language } from '@waybill/contract/core/fields'
import { Problem } from '@waybill/contract/core/problems'
import type { SubscriptionStatus } from '@waybill/contract/identity/profile-endpoints'
import type { FastifyRequest } from 'fastify'

/**
 * The account that asks, read from its live row with each call, so that a change of role or a suspension holds at once.
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
  /** The session it asks from. */
  sessionId: string
}

/** Who is asking, from the session alone. */
export interface Actor {
  /** The account's, else 'anon'. */
  role: Role
  /** Null: a visitor. */
  account: ActorAccount | null
  /** The browser's device row; null before it was ever asked to prove anything. */
  deviceId: string | null
  /** Peer address; X-Forwarded-For only behind a trusted proxy. */
  ip: string
  /** The IPv4 /24 or IPv6 /64 the address lies in, for budgets. */
  network: string
  /** As the browser calls itself. */
  userAgent?: string | undefined
  /** What the reader chose, else the account's, else what the browser asks for. */
  language: Language
}

/** What is asked of an account that changes what is its own, for the record too. */
export type OwnActor = Pick<Actor, 'account' | 'ip' | 'userAgent'>

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor
  }
}

export const actorOf = (request: FastifyRequest): Actor => request.actor

/**
 * The account that asks.
 *
 * @throws Problem 'unauthenticated' for a visitor; 'not-yours' where `userid` names another account
 */
export function accountOf(actor: Pick<Actor, 'account'>, userid?: string): ActorAccount {
  if (actor.account === null) throw new Problem('unauthenticated')
  if (userid !== undefined && userid !== actor.account.id) throw new Problem('not-yours')
  return actor.account
}
