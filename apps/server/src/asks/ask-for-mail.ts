import { mailboxOf } from '@waybill/contract/mailbox-of'
import { senderAddressOf } from '../accounts/index.ts'
import type { Context } from '../context.ts'
import type { Actor } from '../http/actor.ts'
import type { Budget } from '../http/rate-limits.ts'
import { addJob } from '../jobs/add-job.ts'
import { mailAgainKey } from './mail-again.ts'

const perNetwork: Budget = { name: 'lost-mails', points: 20, seconds: 3_600 }
const perAddress: Budget = { name: 'lost-mails-to', points: 10, seconds: 86_400 }
/** Of all networks: nobody alone keeps somebody else from asking for their own mail. */
const everywhere: Budget = { name: 'lost-mails-everywhere', points: 200, seconds: 86_400 }

/**
 * Has a lost mail sent again. Whether there is such a transfer, and whether it is for that address, is looked at by a job,
 * so that neither the answer nor the time it takes tells.
 *
 * @throws Problem 'invalid-recipient', 'too-many-requests'
 */
export async function askForMail(
  { db, limits }: Pick<Context, 'db' | 'limits'>,
  { network }: Pick<Actor, 'network'>,
  { slug, email }: { slug: string; email: string },
): Promise<undefined> {
  const address = senderAddressOf(email)
  await limits.spend(perNetwork, network)
  const mailbox = mailboxOf(address)
  await limits.spend(perAddress, `${mailbox} ${network}`)
  await limits.spend(everywhere, mailbox)
  await addJob(db, 'mail-again', { slug, address }, { key: mailAgainKey({ slug, address }) })
}
