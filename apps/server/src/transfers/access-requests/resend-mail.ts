import { countOrWait } from '../../billing/index.ts'
import type { Context } from '../../context.ts'
import { hashToken } from '../../platform/ids.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { recordNotice } from '../../tracking/ledger/index.ts'
import { findLostMail, findMailSender, isLostMailHeld, markForResend } from '../index.ts'

/** Until the next check of a transfer that is blocked or paused, or whose account is suspended. */
const LOOK_AGAIN_SECONDS = 6 * 3_600

/** The job that looks for a lost mail: one at a time for each typed pair. */
export const resendMailKey = ({ slug, address }: { slug: string; address: string }): string =>
  `resend-mail/${slug}/${hashToken(address).toString('base64url')}`

/**
 * Has the mail of a transfer resent to its recipient, once a day; does nothing for anybody else. It counts for the
 * transfer's sender like all their mails: typing somebody's address cannot mail them more often than the sender may. At
 * that limit, it is sent when the sender may mail them again; while the transfer is closed, later.
 */
export async function resendMail(
  { db, signer }: Pick<Context, 'db' | 'signer'>,
  lost: { slug: string; address: string },
): Promise<void> {
  const key = resendMailKey(lost)
  await db.transaction().execute(async (tx) => {
    const named = await findLostMail(tx, lost)
    const sender = named && (await findMailSender(tx, named, { hold: true }))
    const found = sender && (await findLostMail(tx, lost, { hold: true }))
    if (!sender || !found) {
      if (await isLostMailHeld(tx, lost))
        await addJob(tx, 'resend-mail', lost, { key, delaySeconds: LOOK_AGAIN_SECONDS })
      return
    }
    const delaySeconds = await countOrWait(tx, sender, lost.address)
    if (delaySeconds > 0) return addJob(tx, 'resend-mail', lost, { key, delaySeconds })
    const { transferId, recipientId } = found
    await markForResend(tx, transferId, [lost.address])
    await addJob(tx, 'tell-recipients', { transferId })
    await recordNotice(tx, { signer }, { transferId, recipientId, kind: 'resent' })
  })
}
