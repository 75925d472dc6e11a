import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'

/**
 * One way to a provider and back. Only the browser that began it can finish it: what it needs is sealed in a cookie that
 * no script can read, and the server stores nothing.
 */
export interface Attempt {
  workspaceId: string
  issuer: string
  state: string
  nonce: string
  /** Of PKCE (RFC 7636). */
  verifier: string
  atMs: number
}

type Needs = Pick<Context, 'masterKey' | 'config' | 'clock'>

const PURPOSE = 'sso-attempt'
const VALID_SECONDS = 600

const isSecure = ({ publicUrl }: Context['config']) => publicUrl.protocol === 'https:'
const nameOf = (config: Context['config']) => (isSecure(config) ? '__Host-waybill_sso' : 'waybill_sso')
/** It comes back with the page's own call. */
const optionsFor = (config: Context['config']) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(config) }) as const

export function keepAttempt(ctx: Needs, reply: FastifyReply, begun: Omit<Attempt, 'atMs'>): void {
  const sealed = ctx.masterKey.seal(PURPOSE, JSON.stringify({ ...begun, atMs: ctx.clock.nowMs() } satisfies Attempt))
  const value = Buffer.from(sealed).toString('base64url')
  reply.setCookie(nameOf(ctx.config), value, { ...optionsFor(ctx.config), maxAge: VALID_SECONDS })
}

/** What this browser has begun with `state`, once; null for anything else, and after ten minutes. */
export function takeAttempt(ctx: Needs, request: FastifyRequest, reply: FastifyReply, state: string): Attempt | null {
  const sealed = request.cookies[nameOf(ctx.config)]
  if (sealed === undefined) return null
  reply.clearCookie(nameOf(ctx.config), optionsFor(ctx.config))
  try {
    const begun = JSON.parse(ctx.masterKey.open(PURPOSE, Buffer.from(sealed, 'base64url'))) as Attempt
    const isValid = begun.state === state && ctx.clock.nowMs() - begun.atMs < VALID_SECONDS * 1_000
    return isValid ? begun : null
  } catch {
    return null
  }
}
