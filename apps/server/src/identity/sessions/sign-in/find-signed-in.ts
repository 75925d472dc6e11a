import { Problem } from '@waybill/contract/core/problems'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../../context.ts'
import type { ActorAccount } from '../../../platform/http/actor.ts'
import { findSessionAccount } from '../caller-store.ts'
import { readAccessToken } from '../refresh/access-token.ts'

const BEARER = /^Bearer ([\w.-]{1,1000})$/

/**
 * The account of the request's access token; null without one.
 *
 * @throws Problem 'signed-out' for a token that is no longer valid, so that the page requests a new one
 */
export async function findSignedIn(
  { db, masterKey }: Pick<Context, 'db' | 'masterKey'>,
  request: FastifyRequest,
): Promise<ActorAccount | null> {
  const { authorization } = request.headers
  // An expired token must not prevent its renewal, nor signing out.
  const auth = request.routeOptions.config.endpoint?.auth
  if (authorization === undefined || auth === 'cookie') return null
  const [, token] = BEARER.exec(authorization) ?? []
  // Of an upload: a session's token has dots.
  if (auth === 'bearer' && token !== undefined && !token.includes('.')) return null
  const sessionId = token === undefined ? null : await readAccessToken(masterKey, token)
  const account = sessionId === null ? null : await findSessionAccount(db, sessionId)
  if (account === null) throw new Problem('signed-out')
  return account
}
