import { Problem } from '@waybill/contract/core/problems'
import type { addRequestPeople as endpoint } from '@waybill/contract/requests/people-endpoints'
import type { Context } from '../../context.ts'
import type { ActorAccount } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/bind.ts'
import { requireFewBounces } from '../../platform/mail-transport/index.ts'
import { peopleOf } from '../create/request-content.ts'
import { holdAsking, holdOwnRequest, requireOwnRequest } from '../manage/own-request.ts'
import { askPeople } from './ask-people.ts'

/** Asks more people by mail. @throws Problem as the contract's `addRequestPeople` names them */
export async function addRequestPeople(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config'>,
  { id: accountId, role, email }: ActorAccount,
  requestId: string,
  { people: typed }: Call<typeof endpoint>['body'],
  network: string,
): Promise<number> {
  const people = peopleOf(role, typed)
  await requireOwnRequest(ctx.db, accountId, requestId)
  await requireFewBounces(ctx.db, email)
  return ctx.db.transaction().execute(async (tx) => {
    const live = await holdAsking(tx, accountId)
    const request = await holdOwnRequest(tx, accountId, requestId)
    if (request.state === 'closed' || request.state === 'expired') throw new Problem(`request-${request.state}`)
    return askPeople(ctx, tx, { account: live, network }, request, people)
  })
}
