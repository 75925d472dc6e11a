import type { requestReset as endpoint } from '@waybill/contract/identity/session-endpoints'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../platform/http/bind.ts'
import { addJob } from '../../../platform/jobs/add-job.ts'
import { noteSecurity } from '../../../platform/security-log/security-scope.ts'
import { ensureDevice, senderAddressOf } from '../../accounts/index.ts'
import { admitCodeMail } from '../../mailed-codes/index.ts'

/**
 * Has a link to set a new password mailed, if the address has an account. The job looks that up later: the answer and
 * its duration are the same.
 *
 * @throws Problem 'invalid-recipient', and as `admitCodeMail`
 */
export async function requestReset(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config'>,
  { body, request, reply }: Pick<Call<typeof endpoint>, 'body' | 'request' | 'reply'>,
): Promise<undefined> {
  const address = senderAddressOf(body.email)
  const deviceId = await ensureDevice(ctx, request, reply)
  await ctx.db.transaction().execute(async (tx) => {
    await admitCodeMail(ctx, tx, request, address)
    await addJob(tx, 'mail-reset', { address, deviceId })
  })
  noteSecurity({ event: 'password-reset-asked', outcome: 'ok', address })
}
