import type { Context } from '../../../context.ts'
import type { Call } from '../../../platform/http/bind.ts'
import { noteSecurityIn } from '../../../platform/security-log/security-scope.ts'
import { forgetProofsOf } from '../../mailed-codes/index.ts'
import { endCookieSession } from '../refresh/cookie-session.ts'
import { clearSessionCookie } from '../refresh/session-cookie.ts'

/**
 * Ends this browser's session and removes its cookie; gives the same answer where it has none. The browser's next user
 * cannot send as the account either.
 */
export async function logOut(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config'>,
  { request, reply }: Pick<Call<never>, 'request' | 'reply'>,
): Promise<undefined> {
  await ctx.db.transaction().execute(async (tx) => {
    const ended = await endCookieSession(ctx, tx, request, 'signed-out')
    if (ended === null) return
    const { accountId } = ended
    await forgetProofsOf(tx, accountId, ended)
    await noteSecurityIn(tx, { event: 'session-ended', outcome: 'ok', accountId, facts: { because: 'signed-out' } })
  })
  clearSessionCookie(ctx.config, reply)
}
