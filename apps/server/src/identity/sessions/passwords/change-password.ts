import type { changePassword as endpoint } from '@waybill/contract/identity/session-endpoints'
import type { Context } from '../../../context.ts'
import { accountOf } from '../../../platform/http/actor.ts'
import type { Call } from '../../../platform/http/bind.ts'
import { hashPassword } from '../../accounts/index.ts'
import { requireStepUp } from '../two-factor/require-step-up.ts'
import { requireGoodPassword } from './password-rules.ts'
import { setPassword } from './set-password.ts'

/** Sets a new password; the other sessions end. Problems: those of the old password and of the new one. */
export async function changePassword(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config'>,
  { body, actor, request }: Pick<Call<typeof endpoint>, 'body' | 'actor' | 'request'>,
): Promise<undefined> {
  const owner = accountOf(actor)
  requireGoodPassword(ctx, body.password, owner)
  const account = await requireStepUp(ctx, request, { password: body.currentPassword, code: body.code })
  const kept = { sessionId: owner.sessionId, deviceId: actor.deviceId }
  const passwordHash = await hashPassword(body.password)
  await ctx.db.transaction().execute((tx) => setPassword(ctx, tx, account, passwordHash, kept))
}
