import type { requestReset as endpoint } from '@waybill/contract/sessions'
import { admitCodeMail, ensureDevice, senderAddressOf } from '../accounts/index.ts'
import type { Context } from '../context.ts'
import type { Call } from '../http/bind.ts'
import { addJob } from '../jobs/add-job.ts'
import { noteSecurity } from '../security/security-scope.ts'

/**
 * Has a link to set a new password mailed, if the address has an account. Whether it has is looked up later, by the job:
 * the answer and its time are the same.
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
