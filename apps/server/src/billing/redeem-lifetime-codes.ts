import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../context.ts'
import { findAccount } from '../identity/accounts/index.ts'
import { type Actor, accountOf } from '../platform/http/actor.ts'
import type { Budget } from '../platform/http/limits/rate-limits.ts'
import { noteSecurityIn } from '../platform/security-log/security-scope.ts'
import { macOfLifetimeCode } from './lifetime-code.ts'
import { giveLifetimeCodes, writeSubscription } from './subscription-store.ts'

const triesPerAccount: Budget = { name: 'lifetime-codes', points: 20, seconds: 3_600 }

/**
 * Activates codes of the lifetime deal for the calling account's workspace.
 *
 * @returns all active codes of the workspace
 * @throws Problem 'lifetime-codes-invalid' {email} where one of the new codes is invalid, and then none is activated;
 * 'not-yours', 'too-many-requests' {retryAfterSeconds}
 */
export async function redeemLifetimeCodes(
  ctx: Pick<Context, 'db' | 'config' | 'limits' | 'masterKey'>,
  actor: Pick<Actor, 'account'>,
  { userId, codes }: { userId?: string | undefined; codes: readonly string[] },
): Promise<string[]> {
  const { id: accountId } = accountOf(actor, userId)
  await ctx.limits.spend(triesPerAccount, accountId)
  const macOf = (code: string) => macOfLifetimeCode(ctx.masterKey, code)
  return ctx.db.transaction().execute(async (tx) => {
    const account = await findAccount(tx, accountId)
    if (account === null) throw new Problem('unauthenticated')
    const { workspace_id: workspaceId } = account
    const active = await giveLifetimeCodes(tx, { workspaceId, typed: codes, macOf })
    if (active === null) throw new Problem('lifetime-codes-invalid', { email: ctx.config.supportEmail })
    const { role } = await writeSubscription(tx, workspaceId, {})
    await noteSecurityIn(tx, { event: 'lifetime-redeemed', outcome: 'ok', facts: { codes: active.length, role } })
    return active
  })
}
