import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Context } from '../context.ts'
import type { Database } from '../database/schema.ts'
import { actorOf } from '../http/actor.ts'
import { newToken } from '../ids.ts'
import { findDeviceBySecret, insertDevice } from './device-store.ts'

const YEAR_SECONDS = 31_536_000
const SECRET_FORM = /^[\w-]{43}$/
/** `__Host-` binds the cookie to this host over TLS; browsers refuse the prefix without it. */
const COOKIE = 'waybill_device'
const SECURE_COOKIE = '__Host-waybill_device'

const isSecure = ({ publicUrl }: Context['config']) => publicUrl.protocol === 'https:'

/**
 * The device row of the browser that asks, or null. Over https the plain name is no proof: a neighbour on the domain
 * could have set it.
 */
export async function findDevice(db: Kysely<Database>, request: FastifyRequest): Promise<string | null> {
  const secret = request.cookies[isSecure(request.server.waybill.config) ? SECURE_COOKIE : COOKIE]
  return secret !== undefined && SECRET_FORM.test(secret) ? findDeviceBySecret(db, secret) : null
}

/** The device's id; a browser without one gets one, and its cookie for a year. */
export async function ensureDevice(
  ctx: Pick<Context, 'db' | 'config'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  const { deviceId } = actorOf(request)
  if (deviceId !== null) return deviceId
  const secret = newToken(256)
  const id = await insertDevice(ctx.db, secret)
  const secure = isSecure(ctx.config)
  reply.setCookie(secure ? SECURE_COOKIE : COOKIE, secret, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: YEAR_SECONDS,
  })
  return id
}
