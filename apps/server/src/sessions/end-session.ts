import { Problem } from '@waybill/contract/problems'
import type { endSession as endpoint } from '@waybill/contract/sessions'
import type { Context } from '../context.ts'
import { accountOf } from '../http/actor.ts'
import type { Call } from '../http/bind.ts'
import { clearSessionCookie } from './session-cookie.ts'
import { endSessionOf } from './session-store.ts'

/** Signs one of the account's sessions out, at once. Problem 'session-not-found' for any other. */
export async function endSession(
  ctx: Pick<Context, 'db' | 'config'>,
  { params, actor, reply }: Pick<Call<typeof endpoint>, 'params' | 'actor' | 'reply'>,
): Promise<undefined> {
  const { id, sessionId } = accountOf(actor)
  if (!(await endSessionOf(ctx.db, id, params.session, 'signed-out-elsewhere'))) throw new Problem('session-not-found')
  if (params.session === sessionId) clearSessionCookie(ctx.config, reply)
}
