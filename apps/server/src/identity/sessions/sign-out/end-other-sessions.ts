import type { FastifyRequest } from 'fastify'
import type { Context } from '../../../context.ts'
import { accountOf } from '../../../platform/http/actor.ts'
import { requireStepUp } from '../two-factor/require-step-up.ts'
import { signOutElsewhere } from './sign-out-elsewhere.ts'

/** Signs the account out everywhere but in the calling session. @throws Problem as `requireStepUp` */
export async function endOtherSessions(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config'>,
  request: FastifyRequest,
): Promise<undefined> {
  const { id, sessionId } = accountOf(request.actor)
  await requireStepUp(ctx, request, {})
  const kept = { sessionId, deviceId: request.actor.deviceId }
  await ctx.db.transaction().execute((tx) => signOutElsewhere(tx, id, 'signed-out-elsewhere', kept))
}
