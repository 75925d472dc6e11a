import type { ReplyOf } from '@waybill/contract/core/endpoint'
import type { beginDeviceLogin as endpoint } from '@waybill/contract/identity/device-endpoints'
import { keyScopes } from '@waybill/contract/identity/key-scopes'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../platform/http/bind.ts'
import type { Budget } from '../../../platform/http/limits/rate-limits.ts'
import { hashToken, newToken } from '../../../platform/ids.ts'
import { linkTo, paths } from '../../../platform/links.ts'
import { INTERVAL_SECONDS, insertDeviceLogin, VALID_SECONDS } from './device-login-store.ts'
import { hashUserCode, newUserCode, shownUserCode } from './user-code.ts'

const begunPerNetwork: Budget = { name: 'device-logins', points: 60, seconds: 3_600 }

/**
 * Gives a program the codes with which a person will sign it in; until then it belongs to no account.
 *
 * @throws Problem 'too-many-requests' {retryAfterSeconds}
 */
export async function beginDeviceLogin(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config' | 'limits'>,
  { actor, body }: Pick<Call<typeof endpoint>, 'actor' | 'body'>,
): Promise<ReplyOf<typeof endpoint>> {
  await ctx.limits.spend(begunPerNetwork, actor.network)
  const deviceCode = newToken(256)
  const scopes = keyScopes.filter((scope) => body.scopes.includes(scope))
  for (;;) {
    const code = newUserCode()
    const codeHash = hashUserCode(ctx.masterKey, code) as Uint8Array
    const made = { deviceHash: hashToken(deviceCode), codeHash, name: body.name, scopes, days: body.days, ip: actor.ip }
    if (!(await insertDeviceLogin(ctx.db, made))) continue
    const userCode = shownUserCode(code)
    return {
      deviceCode,
      userCode,
      url: linkTo(ctx.config, paths.deviceLogin()),
      urlWithCode: linkTo(ctx.config, paths.deviceLogin(userCode)),
      expiresInSeconds: VALID_SECONDS,
      intervalSeconds: INTERVAL_SECONDS,
    }
  }
}
