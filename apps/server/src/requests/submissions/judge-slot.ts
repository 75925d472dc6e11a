import { isUnpaid } from '@waybill/contract/billing/plans'
import type { ReplyOf } from '@waybill/contract/core/endpoint'
import { Problem } from '@waybill/contract/core/problems'
import type { judgeSlot as endpoint } from '@waybill/contract/requests/submission-endpoints'
import { holdsLink } from '@waybill/contract/transfers/message-links'
import type { Context } from '../../context.ts'
import type { ActorAccount } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/bind.ts'
import { settleDeadlines } from '../deadlines/deadlines.ts'
import { holdOwnRequest } from '../manage/own-request.ts'
import { findPerson } from '../people/person-store.ts'
import { addSentBackMail } from '../review/mail-sent-back.ts'
import { acceptSlot, sendSlotBack, settlePeople } from '../review/progress-store.ts'
import { listSlotsNamed } from '../review/slot-names-store.ts'
import { markSentBack } from './submission-store.ts'

/**
 * Accepts what somebody sent to a slot, or sends it back: then the slot is open again and a job mails them why.
 *
 * @throws Problem as the contract's `judgeSlot` names them
 */
export async function judgeSlot(
  ctx: Pick<Context, 'db'>,
  account: ActorAccount,
  named: Call<typeof endpoint>['params'],
  { verdict, note }: Call<typeof endpoint>['body'],
): Promise<ReplyOf<typeof endpoint>> {
  const isBack = verdict === 'send-back'
  if (isBack && account.isSuspended) throw new Problem('account-suspended')
  if (isBack && isUnpaid(account.role) && holdsLink(note)) throw new Problem('message-holds-link', { field: 'note' })
  return ctx.db.transaction().execute(async (tx) => {
    const request = await holdOwnRequest(tx, account.id, named.request)
    if ((await findPerson(tx, request.id, named.person)) === null) throw new Problem('recipient-not-found')
    const [slot] = await listSlotsNamed(tx, request.id, [named.slot])
    if (slot === undefined) throw new Problem('slot-not-found')
    const isNew = isBack
      ? await sendSlotBack(tx, named.person, slot.id, note)
      : (await acceptSlot(tx, named.person, slot.id)) || null
    if (isNew === null) throw new Problem('slot-empty')
    if (isBack) {
      await markSentBack(tx, named.person, slot.id)
      await settlePeople(tx, request.id, [named.person])
      await settleDeadlines(tx, request, [named.person])
      if (isNew) await addSentBackMail(tx, { requestId: request.id, personId: named.person, slotId: slot.id })
    }
    const now = await findPerson(tx, request.id, named.person)
    return { state: isBack ? 'sent-back' : 'accepted', completedAt: now?.completed_at?.toISOString() ?? null }
  })
}
