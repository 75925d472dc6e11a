import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../../context.ts'
import { PASS_SECONDS } from '../call-store.ts'

/**
 * The browser's receipt for a proof of work: a secret in a cookie. The server only stores a mac of it and of the
 * network, so that it is useless elsewhere, and no table reveals who was where.
 */
type Needs = Pick<Context, 'config' | 'masterKey'>

const PURPOSE = 'proof-pass'
const FORM = /^[\w-]{22}$/
const COOKIE = 'waybill_proof'
const SECURE_COOKIE = '__Host-waybill_proof'

const isSecure = ({ config }: Needs) => config.publicUrl.protocol === 'https:'

export const passHashOf = ({ masterKey }: Needs, token: string, network: string): Uint8Array =>
  masterKey.mac(PURPOSE, `${network} ${token}`)

/** The hash of the browser's pass; null where it has none. */
export function shownPass(ctx: Needs, { cookies, actor }: FastifyRequest): Uint8Array | null {
  const token = cookies[isSecure(ctx) ? SECURE_COOKIE : COOKIE]
  return token !== undefined && FORM.test(token) ? passHashOf(ctx, token, actor.network) : null
}

export function givePass(ctx: Needs, reply: FastifyReply, token: string): void {
  const secure = isSecure(ctx)
  reply.setCookie(secure ? SECURE_COOKIE : COOKIE, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: PASS_SECONDS,
  })
}
