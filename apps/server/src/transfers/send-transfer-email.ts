import { Problem } from '@waybill/contract/problems'
import type { sendTransferEmail as endpoint } from '@waybill/contract/transfer-edits'
import type { Context } from '../context.ts'
import { type Actor, accountOf } from '../http/actor.ts'
import type { Call } from '../http/bind.ts'
import { addJob } from '../jobs/add-job.ts'
import { addPeople, holdForMail, peopleOf } from './added-recipients.ts'
import { askForMail, listAddresses } from './recipient-change-store.ts'

const DAY_SECONDS = 86_400

/**
 * Mails a saved transfer's link again: to the addresses given, of which new ones join it, else to everybody it is for.
 * Whose mail is still to go out, or went out within the last minute, gets none: right after the save nobody does. Of a
 * link transfer, the link is mailed.
 *
 * @returns how many mails that makes
 * @throws Problem as the contract's `sendTransferEmail` names them; 'too-many-requests' where everybody has had five
 *   such mails within a day
 */
export async function sendTransferEmail(
  ctx: Pick<Context, 'db' | 'masterKey'>,
  actor: Pick<Actor, 'account'>,
  { slug, recipients }: Call<typeof endpoint>['body'],
): Promise<number> {
  const account = accountOf(actor)
  const people = recipients === undefined ? null : peopleOf(recipients.map((email) => ({ email })))
  return ctx.db.transaction().execute(async (tx) => {
    const held = await holdForMail(tx, account.id, { slug })
    const { transfer } = held
    const added = people === null ? 0 : await addPeople(ctx, tx, held, { people, language: null })
    const addresses = people?.map(({ address }) => address) ?? (await listAddresses(tx, transfer.id))
    const states = await askForMail(tx, transfer, addresses)
    const due = states.filter((state) => state === 'due').length
    if (due === 0 && added === 0 && states.includes('too often')) {
      throw new Problem('too-many-requests', { retryAfterSeconds: DAY_SECONDS })
    }
    if (due > 0) await addJob(tx, 'tell-recipients', { transferId: transfer.id })
    return transfer.sendAs === 'email' ? due + added : due
  })
}
