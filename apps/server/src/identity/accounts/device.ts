import { randomBytes } from 'node:crypto'
import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import type { Database } from '../../platform/database/schema.ts'
import { actorOf } from '../../platform/http/actor.ts'
import { isSameBytes } from '../../platform/ids.ts'
import { findDeviceBySecret, keepDevice } from './account-store.ts'

const YEAR_SECONDS = 31_536_000
const SECRET_FORM = /^[\w-]{43}$/
/** `__Host-` binds the cookie to this host over TLS; browsers refuse the prefix without it. */
const COOKIE = 'waybill_device'
const SECURE_COOKIE = '__Host-waybill_device'

/**
 * One half of a secret is random, the other is our mac of it: so the server recognises it as its own before there is a
 * row for it.
 */
const HALF_BYTES = 16

type Needs = Pick<Context, 'db' | 'config' | 'masterKey'>

const isSecure = ({ publicUrl }: Context['config']) => publicUrl.protocol === 'https:'

/** The secret that the browser sends; null where it cannot be one. */
function secretOf({ cookies }: FastifyRequest, config: Context['config']): string | null {
  const secret = cookies[isSecure(config) ? SECURE_COOKIE : COOKIE]
  return secret !== undefined && SECRET_FORM.test(secret) ? secret : null
}

/**
 * The device row of the calling browser, or null. Over https the plain name proves nothing: a neighbour on the domain
 * could have set it.
 */
export async function findDevice(db: Kysely<Database>, request: FastifyRequest): Promise<string | null> {
  const secret = secretOf(request, request.server.waybill.config)
  return secret === null ? null : findDeviceBySecret(db, secret)
}

/**
 * Gives a browser without one the secret that identifies it from its first action on, and stores nothing. So two
 * concurrent calls of that browser belong to one device.
 */
export function offerDevice(ctx: Omit<Needs, 'db'>, request: FastifyRequest, reply: FastifyReply): void {
  const { deviceId } = actorOf(request)
  if (deviceId === null && offeredTo(ctx, request) === null) setSecret(ctx, reply, makeSecret(ctx))
}

/** The device's id; a browser without one gets one, with a cookie for a year. */
export async function ensureDevice(ctx: Needs, request: FastifyRequest, reply: FastifyReply): Promise<string> {
  const { deviceId } = actorOf(request)
  if (deviceId !== null) return deviceId
  const offered = offeredTo(ctx, request)
  const secret = offered ?? makeSecret(ctx)
  const id = await keepDevice(ctx.db, secret)
  if (offered === null) setSecret(ctx, reply, secret)
  return id
}

const macOf = ({ masterKey }: Pick<Needs, 'masterKey'>, chance: Uint8Array): Uint8Array =>
  masterKey.mac('device-secret', Buffer.from(chance).toString('base64url')).subarray(0, HALF_BYTES)

function makeSecret(ctx: Pick<Needs, 'masterKey'>): string {
  const chance = randomBytes(HALF_BYTES)
  return Buffer.concat([chance, macOf(ctx, chance)]).toString('base64url')
}

/** The secret that the browser sends, if we made it; a made-up one counts as none. */
function offeredTo(ctx: Omit<Needs, 'db'>, request: FastifyRequest): string | null {
  const secret = secretOf(request, ctx.config)
  if (secret === null) return null
  const bytes = Buffer.from(secret, 'base64url')
  const [chance, mac] = [bytes.subarray(0, HALF_BYTES), bytes.subarray(HALF_BYTES)]
  return isSameBytes(mac, macOf(ctx, chance)) ? secret : null
}

function setSecret({ config }: Pick<Needs, 'config'>, reply: FastifyReply, secret: string): void {
  const secure = isSecure(config)
  reply.setCookie(secure ? SECURE_COOKIE : COOKIE, secret, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: YEAR_SECONDS,
  })
}
