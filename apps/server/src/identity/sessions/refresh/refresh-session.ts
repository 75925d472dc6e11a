import { Problem } from '@waybill/contract/core/problems'
import type { SignedIn } from '@waybill/contract/identity/session-endpoints'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../platform/http/bind.ts'
import { noteSecurityIn } from '../../../platform/security-log/security-scope.ts'
import { forgetProofsOf } from '../../mailed-codes/index.ts'
import { findSessionAccount } from '../caller-store.ts'
import { readUser } from '../read-user.ts'
import { endReused, makeNextGeneration, spendGrace } from '../session-store.ts'
import { tellAccount } from '../sign-in/tell-account.ts'
import { signAccessToken } from './access-token.ts'
import { readCookieSession } from './cookie-session.ts'
import { refreshToken, type TokenPlace } from './refresh-token.ts'
import { clearSessionCookie, setSessionCookie } from './session-cookie.ts'

type Needs = Pick<Context, 'db' | 'masterKey' | 'config' | 'geo'>

/**
 * A new access token and the next refresh token for the session of the cookie. Within ten seconds the token before the
 * last gets the same successor again; any older one was copied by somebody, and ends the session for both.
 *
 * @throws Problem 'signed-out'
 */
export async function refreshSession(
  ctx: Needs,
  { request, reply, actor }: Pick<Call<never>, 'request' | 'reply' | 'actor'>,
): Promise<SignedIn> {
  const held = await readCookieSession(ctx, ctx.db, request)
  const successor = held === null ? null : await succeed(ctx, held, actor)
  const account = successor === null ? null : await findSessionAccount(ctx.db, successor.sessionId)
  if (successor === null || account === null) {
    clearSessionCookie(ctx.config, reply)
    throw new Problem('signed-out')
  }
  setSessionCookie(ctx.config, reply, refreshToken(ctx.masterKey, successor))
  const { sessionId } = successor
  return {
    accessToken: await signAccessToken(ctx.masterKey, sessionId),
    refreshToken: sessionId,
    user: await readUser(ctx.db, ctx.config, account.id),
  }
}

async function succeed(ctx: Needs, held: TokenPlace, actor: { ip: string }): Promise<TokenPlace | null> {
  const { sessionId, generation } = held
  const isNext =
    (await makeNextGeneration(ctx.db, sessionId, generation)) || (await spendGrace(ctx.db, sessionId, generation))
  if (isNext) return { ...held, generation: generation + 1 }
  await ctx.db.transaction().execute(async (tx) => {
    const ended = await endReused(tx, sessionId, generation)
    if (ended !== null) {
      await forgetProofsOf(tx, ended.accountId, ended)
      await noteSecurityIn(tx, { event: 'session-reused', outcome: 'refused', accountId: ended.accountId })
      const { country = null, city = null, timeZone = null } = ctx.geo.locate(actor.ip) ?? {}
      await tellAccount(ctx, tx, ended.accountId, 'session-reused', {
        device: ended.device,
        place: { country, city, timeZone },
        at: ended.endedAt.toISOString(),
      })
    }
  })
  return null
}
