import { Buffer } from 'node:buffer'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../../context.ts'
import { accountOf } from '../../../platform/http/actor.ts'
import { beginFactor } from './begun-factor.ts'
import { requireStepUp, type Shown } from './require-step-up.ts'
import { newTotpSecret, sealTotp, totpUri } from './totp.ts'

/**
 * A secret for an authenticator app, valid for ten minutes and this session. An active app stays active until the new
 * one is confirmed.
 *
 * @throws Problem as `requireStepUp`
 */
export async function beginTotp(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config'>,
  request: FastifyRequest,
  shown: Shown,
): Promise<{ secret: string; uri: string }> {
  const account = accountOf(request.actor)
  await requireStepUp(ctx, request, shown)
  const secret = newTotpSecret()
  const sealed = sealTotp(ctx.masterKey, account.id, secret)
  await beginFactor(ctx, account, 'add-totp', Buffer.from(sealed).toString('base64'))
  return { secret, uri: totpUri(secret, account.email) }
}
