import { Problem } from '@waybill/contract/core/problems'
import { accountOf, type OwnActor } from '../../platform/http/actor.ts'
import { notifyChanged } from '../../tracking/ledger/index.ts'
import { findAccessRequest, silenceRequester } from '../index.ts'
import { type GiveNeeds, grantAccessRequest } from './grant-access-request.ts'

/**
 * The sender's answer in the dashboard: grants the request, or silences this person.
 *
 * @throws Problem as the contract's `answerAccessRequest` names them
 */
export async function answerAccessRequest(
  ctx: GiveNeeds,
  actor: OwnActor,
  { transfer: transferId, accessRequest: id }: { transfer: string; accessRequest: string },
  answer: 'give' | 'silence',
): Promise<void> {
  const account = accountOf(actor)
  const named = { id, transferId, accountId: account.id }
  const accessRequest = await findAccessRequest(ctx.db, named)
  if (accessRequest === null) throw new Problem('access-request-not-found')
  if (answer === 'give') {
    if (account.isSuspended) throw new Problem('account-suspended')
    await grantAccessRequest(ctx, named, actor)
    return
  }
  await ctx.db.transaction().execute(async (tx) => {
    await silenceRequester(tx, accessRequest.requesterId)
    await notifyChanged(tx, transferId)
  })
}
