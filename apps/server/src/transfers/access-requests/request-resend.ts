import { mailboxOf } from '@waybill/contract/identity/mailbox-of'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { senderAddressOf } from '../../identity/accounts/index.ts'
import { admitTry } from '../../platform/http/limits/admit-try.ts'
import type { Budget } from '../../platform/http/limits/rate-limits.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { resendMailKey } from './resend-mail.ts'

const perNetwork: Budget = { name: 'lost-mails', points: 20, seconds: 3_600 }
const perAddress: Budget = { name: 'lost-mails-to', points: 10, seconds: 86_400 }
/**
 * For all networks together: further calls then need a proof of work, so that a crowd cannot keep a person from
 * requesting their own mail.
 */
const everywhere = (mailbox: string) => ({
  name: `lost-mails/${mailbox}`,
  free: 200,
  seconds: 86_400,
  perDoubling: 200,
})

/**
 * Has a lost mail resent. A job checks whether the transfer exists, and whether it is for that address, so that neither
 * the answer nor its duration reveals that.
 *
 * @throws Problem 'invalid-recipient', 'too-many-requests', 'proof-required'
 */
export async function requestResend(
  ctx: Pick<Context, 'db' | 'limits' | 'masterKey' | 'config'>,
  request: FastifyRequest,
  { slug, email }: { slug: string; email: string },
): Promise<undefined> {
  const address = senderAddressOf(email)
  const { network } = request.actor
  const mailbox = mailboxOf(address)
  await ctx.limits.spend(perNetwork, network)
  await ctx.limits.spend(perAddress, `${mailbox} ${network}`)
  await admitTry(ctx, request, [everywhere(mailbox)])
  await addJob(ctx.db, 'resend-mail', { slug, address }, { key: resendMailKey({ slug, address }) })
}
