import type { ReplyOf } from '@waybill/contract/core/endpoint'
import { Problem } from '@waybill/contract/core/problems'
import type { readDeviceLogin as endpoint } from '@waybill/contract/identity/device-endpoints'
import type { Context } from '../../../context.ts'
import { type Actor, accountOf } from '../../../platform/http/actor.ts'
import type { Call } from '../../../platform/http/bind.ts'
import type { Budget } from '../../../platform/http/limits/rate-limits.ts'
import { networkOf } from '../../../platform/http/proxies/network.ts'
import { type AskedDeviceLogin, findAsked } from './device-login-store.ts'
import { hashUserCode } from './user-code.ts'

/** Wrong codes, typed by one account. */
const missesPerAccount: Budget = { name: 'device-codes', points: 10, seconds: 600 }

/** @throws Problem 'device-code-unknown', 'too-many-requests' {retryAfterSeconds} */
export async function readDeviceLogin(
  ctx: Pick<Context, 'db' | 'masterKey' | 'limits' | 'geo'>,
  { actor, body }: Pick<Call<typeof endpoint>, 'actor' | 'body'>,
): Promise<ReplyOf<typeof endpoint>> {
  const { asked } = await requireAsked(ctx, actor, body.userCode)
  const { country = null, city = null } = ctx.geo.locate(asked.ip) ?? {}
  const network = networkOf(asked.ip)
  return {
    name: asked.name,
    scopes: asked.scopes,
    days: asked.days,
    expiresAt: asked.expires_at.toISOString(),
    network,
    country,
    city,
    isOwnNetwork: network === actor.network,
  }
}

/**
 * What waits under a code that the account typed. Wrong ones are counted: beyond the limit no code is looked up.
 *
 * @throws Problem 'device-code-unknown', 'too-many-requests' {retryAfterSeconds}
 */
export async function requireAsked(
  ctx: Pick<Context, 'db' | 'masterKey' | 'limits'>,
  actor: Pick<Actor, 'account'>,
  typed: string,
): Promise<{ codeHash: Uint8Array; asked: AskedDeviceLogin }> {
  const { id } = accountOf(actor)
  // Says how long to wait.
  if (await ctx.limits.isSpent(missesPerAccount, id)) await ctx.limits.spend(missesPerAccount, id)
  const codeHash = hashUserCode(ctx.masterKey, typed)
  const asked = codeHash === null ? null : await findAsked(ctx.db, codeHash)
  if (codeHash !== null && asked !== null) return { codeHash, asked }
  await ctx.limits.spend(missesPerAccount, id)
  throw new Problem('device-code-unknown')
}
