import { Buffer } from 'node:buffer'
import type { Context } from '../context.ts'
import type { ActorAccount } from '../http/actor.ts'
import { beginFactor } from './begun-factor.ts'
import { requirePassword } from './require-password.ts'
import { newTotpSecret, sealTotp, totpUri } from './totp.ts'

/**
 * A secret for an authenticator app, good for ten minutes and this session. An app that is on stays on until the new
 * one is confirmed.
 *
 * @throws Problem as `requirePassword`
 */
export async function beginTotp(
  ctx: Pick<Context, 'db' | 'masterKey'>,
  account: ActorAccount,
  password: string,
): Promise<{ secret: string; uri: string }> {
  await requirePassword(ctx, account.id, password)
  const secret = newTotpSecret()
  const sealed = sealTotp(ctx.masterKey, account.id, secret)
  await beginFactor(ctx, account, 'add-totp', Buffer.from(sealed).toString('base64'))
  return { secret, uri: totpUri(secret, account.email) }
}
