import type { addRecipients as endpoint } from '@waybill/contract/transfers/edit-endpoints'
import type { Context } from '../../context.ts'
import { accountOf, type OwnActor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/bind.ts'
import { recordOwnEvent } from '../../tracking/ledger/index.ts'
import { addPeople, holdForMail, parseRecipients } from './added-recipients.ts'

/**
 * Sends one of the account's saved transfers to more people. For one sent as a link they are the people it can be
 * restricted to: nobody is mailed.
 *
 * @throws Problem as the contract's `addRecipients` names them
 */
export async function addRecipients(
  ctx: Pick<Context, 'db' | 'masterKey' | 'geo' | 'signer'>,
  actor: OwnActor,
  transferId: string,
  { emailTo, lang }: Call<typeof endpoint>['body'],
): Promise<void> {
  const account = accountOf(actor)
  const people = parseRecipients(emailTo)
  await ctx.db.transaction().execute(async (tx) => {
    const held = await holdForMail(tx, account.id, { id: transferId })
    await addPeople(ctx, tx, held, { people, language: lang ?? null })
    await recordOwnEvent(tx, ctx, actor, { transferId, kind: 'edited', detail: `recipients +${people.length}` })
  })
}
