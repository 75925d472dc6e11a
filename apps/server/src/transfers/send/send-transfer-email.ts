import { Problem } from '@waybill/contract/core/problems'
import type { sendTransferEmail as endpoint } from '@waybill/contract/transfers/edit-endpoints'
import { splitByPace } from '../../billing/index.ts'
import type { Context } from '../../context.ts'
import { requireOwnMailDomain } from '../../mail-domains/index.ts'
import { type Actor, accountOf } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/bind.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { addPeople, holdForMail, mailSenderOf, parseRecipients } from '../recipients/added-recipients.ts'
import { markForResend, readMailStates } from '../recipients/recipient-mail-store.ts'
import { listRecipientAddresses } from '../recipients/recipient-store.ts'

const DAY_SECONDS = 86_400

type Body = Call<typeof endpoint>['body']
type Typed = Omit<Body, 'onlyUnfinished'> & Partial<Pick<Body, 'onlyUnfinished'>>

/**
 * Mails a saved transfer's link again: to the given addresses, of which new ones join it, else to all its recipients.
 * Skips those whose mail is still queued, or was sent within the last minute, as right after the save, and those whom
 * this sender has mailed as often as allowed. For a link transfer, mails the link. `onlyUnfinished` leaves out those who
 * have everything once their rows are locked.
 *
 * @returns how many mails that makes
 * @throws Problem as the contract's `sendTransferEmail` names them; 'too-many-requests' where everybody has had five
 *   such mails within a day, 'too-many-mails' where nobody may be mailed now
 */
export async function sendTransferEmail(
  ctx: Pick<Context, 'db' | 'masterKey'>,
  actor: Pick<Actor, 'account'>,
  { slug, recipients, pmDomainID, onlyUnfinished = false }: Typed,
): Promise<number> {
  const account = accountOf(actor)
  if (typeof pmDomainID === 'string') await requireOwnMailDomain(ctx.db, account.workspaceId, pmDomainID)
  const people = recipients === undefined ? null : parseRecipients(recipients.map((email) => ({ email })))
  return ctx.db.transaction().execute(async (tx) => {
    const held = await holdForMail(tx, account.id, { slug })
    const { transfer } = held
    const had = await listRecipientAddresses(tx, transfer.id)
    const again = people === null ? had : people.map(({ address }) => address).filter((one) => had.includes(one))
    const fresh = (people ?? []).map(({ address }) => address).filter((one) => !had.includes(one))
    const states = await readMailStates(tx, transfer, again, { onlyUnfinished })
    const due = states.filter(({ state }) => state === 'due').map(({ address }) => address)
    const { now, waiting } = await splitByPace(tx, mailSenderOf(held), due)
    const isAnybody = now.length + fresh.length > 0
    if (!isAnybody && due.length === 0 && states.some(({ state }) => state === 'too often')) {
      throw new Problem('too-many-requests', { retryAfterSeconds: DAY_SECONDS })
    }
    // Where nobody may be mailed, counting them throws the reason.
    const asked = [...(isAnybody ? now : waiting), ...(transfer.sendAs === 'link' ? fresh : [])]
    // The mails of a scheduled transfer count when they leave.
    const mailed = transfer.isScheduled ? [] : asked
    await addPeople(ctx, tx, held, { people: people ?? [], language: null, mailed })
    if (asked.length > 0) {
      await markForResend(tx, transfer.id, asked)
      await addJob(tx, 'tell-recipients', { transferId: transfer.id })
    }
    return now.length + fresh.length
  })
}
