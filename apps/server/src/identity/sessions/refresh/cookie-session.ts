import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { type EndedSession, endTokenSession, findSalt } from '../session-store.ts'
import { isRefreshTokenOf, readClaim, type TokenPlace } from './refresh-token.ts'
import { readSessionCookie } from './session-cookie.ts'

type Needs = Pick<Context, 'masterKey' | 'config'>

/**
 * The session, and the generation of its token, that the browser's cookie proves; null without a cookie that we made.
 */
export async function readCookieSession(
  ctx: Needs,
  db: Kysely<Database>,
  request: FastifyRequest,
): Promise<TokenPlace | null> {
  const token = readSessionCookie(ctx.config, request)
  const claim = readClaim(token)
  if (claim === null || token === undefined) return null
  const salt = await findSalt(db, claim.sessionId)
  if (salt === null) return null
  const place = { ...claim, salt }
  return isRefreshTokenOf(ctx.masterKey, token, place) ? place : null
}

/** Ends the session of this browser; null where it has none that is live. */
export async function endCookieSession(
  ctx: Needs,
  db: Kysely<Database>,
  request: FastifyRequest,
  because: 'signed-out' | 'replaced',
): Promise<EndedSession | null> {
  const held = await readCookieSession(ctx, db, request)
  return held === null ? null : endTokenSession(db, held.sessionId, because)
}
