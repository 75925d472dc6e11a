import { Problem } from '@waybill/contract/core/problems'
import type { RouteName } from '@waybill/contract/core/routes'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../../context.ts'
import type { ActorAccount } from '../../../platform/http/actor.ts'
import { readAccessToken } from '../refresh/access-token.ts'
import { findSessionAccount } from '../session-store.ts'

/** Whose these are is told by the cookie; a token that is over must not keep anybody from renewing it, or from leaving. */
const TOLD_BY_COOKIE: readonly unknown[] = ['refreshSession', 'logOut'] satisfies RouteName[]
const BEARER = /^Bearer ([\w.-]{1,1000})$/

/**
 * The account whose access token the request carries; null without one.
 *
 * @throws Problem 'signed-out' for a token that is not good any more, so that the page asks for a new one
 */
export async function findSignedIn(
  { db, masterKey }: Pick<Context, 'db' | 'masterKey'>,
  request: FastifyRequest,
): Promise<ActorAccount | null> {
  const { authorization } = request.headers
  const isToldByCookie = TOLD_BY_COOKIE.includes(request.routeOptions.config.endpoint?.name)
  if (authorization === undefined || isToldByCookie) return null
  const [, token] = BEARER.exec(authorization) ?? []
  const sessionId = token === undefined ? null : await readAccessToken(masterKey, token)
  const account = sessionId === null ? null : await findSessionAccount(db, sessionId)
  if (account === null) throw new Problem('signed-out')
  return account
}
