import type { changePassword as endpoint } from '@waybill/contract/sessions'
import { hashPassword } from '../accounts/index.ts'
import type { Context } from '../context.ts'
import { accountOf } from '../http/actor.ts'
import type { Call } from '../http/bind.ts'
import { requireGoodPassword } from './password-rules.ts'
import { requirePassword } from './require-password.ts'
import { setPassword } from './set-password.ts'

/** Sets a new password; the other sessions end. Problems: those of the old password and of the new one. */
export async function changePassword(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config'>,
  { body, actor }: Pick<Call<typeof endpoint>, 'body' | 'actor'>,
): Promise<undefined> {
  const { id, sessionId } = accountOf(actor)
  requireGoodPassword(ctx, body.password)
  const account = await requirePassword(ctx, id, body.currentPassword)
  const kept = { sessionId, deviceId: actor.deviceId }
  const passwordHash = await hashPassword(body.password)
  await ctx.db.transaction().execute((tx) => setPassword(ctx, tx, account, passwordHash, kept))
}
