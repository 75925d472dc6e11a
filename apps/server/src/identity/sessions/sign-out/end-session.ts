import { Problem } from '@waybill/contract/core/problems'
import type { endSession as endpoint } from '@waybill/contract/identity/session-endpoints'
import type { Context } from '../../../context.ts'
import { accountOf } from '../../../platform/http/actor.ts'
import type { Call } from '../../../platform/http/bind.ts'
import { noteSecurityIn } from '../../../platform/security-log/security-scope.ts'
import { forgetProofsOf } from '../../mailed-codes/index.ts'
import { clearSessionCookie } from '../refresh/session-cookie.ts'
import { endSessionOf } from '../session-store.ts'
import { requireStepUp } from '../two-factor/require-step-up.ts'

/**
 * Signs one of the account's sessions out, at once; its browser can no longer send under the account's addresses
 * either. Another session than the calling one requires a second factor, where one is on.
 *
 * @throws Problem 'session-not-found' for one that is not the account's, and as `requireStepUp`
 */
export async function endSession(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config'>,
  { params, actor, request, reply }: Pick<Call<typeof endpoint>, 'params' | 'actor' | 'request' | 'reply'>,
): Promise<undefined> {
  const { id, sessionId } = accountOf(actor)
  if (params.session !== sessionId) await requireStepUp(ctx, request, {})
  await ctx.db.transaction().execute(async (tx) => {
    const ended = await endSessionOf(tx, id, params.session, 'signed-out-elsewhere')
    if (ended === null) throw new Problem('session-not-found')
    await forgetProofsOf(tx, id, ended)
    await noteSecurityIn(tx, { event: 'session-ended', outcome: 'ok', facts: { because: 'signed-out-elsewhere' } })
  })
  if (params.session === sessionId) clearSessionCookie(ctx.config, reply)
}
