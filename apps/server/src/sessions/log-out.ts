import type { Context } from '../context.ts'
import type { Call } from '../http/bind.ts'
import { endCookieSession } from './cookie-session.ts'
import { clearSessionCookie } from './session-cookie.ts'

/** Ends the session that this browser holds and takes its cookie back; the same where it holds none. */
export async function logOut(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config'>,
  { request, reply }: Pick<Call<never>, 'request' | 'reply'>,
): Promise<undefined> {
  await endCookieSession(ctx, ctx.db, request, 'signed-out')
  clearSessionCookie(ctx.config, reply)
}
