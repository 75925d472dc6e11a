import { Problem } from '@waybill/contract/core/problems'
import { accountOf, type OwnActor } from '../../platform/http/actor.ts'
import { notifyChanged } from '../../tracking/ledger/index.ts'
import { findAsk, silenceAsker } from '../index.ts'
import { type GiveNeeds, giveAsked } from './give-asked.ts'

/**
 * What the sender answers in the dashboard: gives what is asked for, or wants to hear no more of this person.
 *
 * @throws Problem as the contract's `answerAsk` names them
 */
export async function answerAsk(
  ctx: GiveNeeds,
  actor: OwnActor,
  { transfer: transferId, ask: id }: { transfer: string; ask: string },
  answer: 'give' | 'silence',
): Promise<void> {
  const account = accountOf(actor)
  const named = { id, transferId, accountId: account.id }
  const ask = await findAsk(ctx.db, named)
  if (ask === null) throw new Problem('ask-not-found')
  if (answer === 'give') {
    if (account.isSuspended) throw new Problem('account-suspended')
    await giveAsked(ctx, named, actor)
    return
  }
  await ctx.db.transaction().execute(async (tx) => {
    await silenceAsker(tx, ask.askerId)
    await notifyChanged(tx, transferId)
  })
}
