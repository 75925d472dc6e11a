import { Problem } from '@waybill/contract/core/problems'
import type { pollDeviceLogin as endpoint } from '@waybill/contract/identity/device-endpoints'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../platform/http/bind.ts'
import type { Budget } from '../../../platform/http/limits/rate-limits.ts'
import { hashToken } from '../../../platform/ids.ts'
import { findAccount, lockAccount } from '../../accounts/index.ts'
import { type MadeKey, makeApiKey } from '../api-keys/make-api-key.ts'
import { notePoll, takeAllowed } from './device-login-store.ts'

/** What a program polls with that its server does not know; one that stops at the first never spends more than one. */
const missesPerNetwork: Budget = { name: 'device-login-misses', points: 120, seconds: 3_600 }

/**
 * The program's question whether its user has answered. Makes the key only now, so that no secret is kept for it.
 *
 * @throws Problem 'device-login-pending' | 'device-login-too-fast' {intervalSeconds}, 'device-login-denied',
 *   'device-login-expired' also for what never was, or has been fetched; 'account-suspended', 'too-many-keys' {limit},
 *   'too-many-requests' {retryAfterSeconds}
 */
export async function pollDeviceLogin(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config' | 'limits'>,
  { actor, body }: Pick<Call<typeof endpoint>, 'actor' | 'body'>,
): Promise<MadeKey> {
  const deviceHash = hashToken(body.deviceCode)
  const polled = await notePoll(ctx.db, deviceHash)
  if (polled === null) {
    await ctx.limits.spend(missesPerNetwork, actor.network)
    throw new Problem('device-login-expired')
  }
  const { isTooFast, isAllowed, intervalSeconds, accountId } = polled
  if (isTooFast) throw new Problem('device-login-too-fast', { intervalSeconds })
  if (isAllowed === null || accountId === null) throw new Problem('device-login-pending', { intervalSeconds })
  if (!isAllowed) throw new Problem('device-login-denied')
  return ctx.db.transaction().execute(async (tx) => {
    // What takes an account back locks it, and ends what it has allowed: a poll that waited for that gets nothing.
    const account = (await lockAccount(tx, accountId)) ? await findAccount(tx, accountId) : null
    const allowed = account === null ? null : await takeAllowed(tx, deviceHash)
    if (account === null || allowed === null) throw new Problem('device-login-expired')
    if (account.suspended_at !== null) throw new Problem('account-suspended')
    return makeApiKey(ctx, tx, { accountId, networks: [], ...allowed })
  })
}
