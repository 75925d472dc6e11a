import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../../../context.ts'
import type { Actor } from '../../../platform/http/actor.ts'
import type { Budget } from '../../../platform/http/limits/rate-limits.ts'
import { findResetAccount } from '../recovery-store.ts'

const missesPerNetwork: Budget = { name: 'reset-misses', points: 30, seconds: 600 }

/** The account whose password the token may set; does not use it up. Problems: 'reset-refused', 'too-many-requests'. */
export async function checkResetToken(
  ctx: Pick<Context, 'db' | 'limits'>,
  { token }: { token: string },
  { network }: Pick<Actor, 'network'>,
): Promise<string> {
  const accountId = await findResetAccount(ctx.db, token)
  if (accountId !== null) return accountId
  await ctx.limits.spend(missesPerNetwork, network)
  throw new Problem('reset-refused')
}
