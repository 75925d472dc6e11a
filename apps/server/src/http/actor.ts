import type { Language } from '@waybill/contract/fields'
import type { FastifyRequest } from 'fastify'

/** Who is asking, from the session alone. Until accounts exist everyone is a visitor, whose role is *anon*. */
export interface Actor {
  kind: 'visitor'
  role: 'anon'
  /** The browser's device row; null before it was ever asked to prove anything. */
  deviceId: string | null
  /** Peer address; X-Forwarded-For only behind a trusted proxy. */
  ip: string
  /** The IPv4 /24 or IPv6 /64 the address lies in, for budgets. */
  network: string
  language: Language
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor
  }
}

export const actorOf = (request: FastifyRequest): Actor => request.actor
