import type { requestReset as endpoint } from '@waybill/contract/sessions'
import { senderAddressOf } from '../accounts/index.ts'
import type { Context } from '../context.ts'
import type { Call } from '../http/bind.ts'
import type { Budget } from '../http/rate-limits.ts'
import { addJob } from '../jobs/add-job.ts'
import { noteSecurity } from '../security/security-scope.ts'

const resetsPerNetwork: Budget = { name: 'resets', points: 20, seconds: 3_600 }

/**
 * Has a link to set a new password mailed, if the address has an account. Whether it has is looked up later, by the job:
 * the answer and its time are the same. Problems: 'invalid-recipient', 'too-many-requests'.
 */
export async function requestReset(
  ctx: Pick<Context, 'db' | 'limits'>,
  { body, actor }: Pick<Call<typeof endpoint>, 'body' | 'actor'>,
): Promise<undefined> {
  const address = senderAddressOf(body.email)
  await ctx.limits.spend(resetsPerNetwork, actor.network)
  await addJob(ctx.db, 'mail-reset', { address })
  noteSecurity({ event: 'password-reset-asked', outcome: 'ok', address })
}
