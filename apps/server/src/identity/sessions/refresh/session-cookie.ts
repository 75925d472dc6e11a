import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../../context.ts'

const THIRTY_DAYS_SECONDS = 2_592_000
/** `__Host-` binds the cookie to this host over TLS; browsers refuse the prefix without it. */
const COOKIE = 'waybill_session'
const SECURE_COOKIE = '__Host-waybill_session'

const isSecure = ({ publicUrl }: Context['config']) => publicUrl.protocol === 'https:'
const nameOf = (config: Context['config']) => (isSecure(config) ? SECURE_COOKIE : COOKIE)

export const readSessionCookie = (config: Context['config'], request: FastifyRequest): string | undefined =>
  request.cookies[nameOf(config)]

/** Its response contains an access token, which nothing in between may store. */
export function setSessionCookie(config: Context['config'], reply: FastifyReply, token: string): void {
  reply.header('cache-control', 'private, no-store')
  reply.setCookie(nameOf(config), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(config),
    maxAge: THIRTY_DAYS_SECONDS,
  })
}

export function clearSessionCookie(config: Context['config'], reply: FastifyReply): void {
  reply.clearCookie(nameOf(config), { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(config) })
}
