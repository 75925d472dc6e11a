import { isUnpaid } from '@waybill/contract/billing/plans'
import type { ReplyOf } from '@waybill/contract/core/endpoint'
import { Problem } from '@waybill/contract/core/problems'
import type { judgeItem as endpoint } from '@waybill/contract/requests/submission-endpoints'
import { holdsLink } from '@waybill/contract/transfers/message-links'
import type { Context } from '../../context.ts'
import type { Call } from '../../platform/http/bind.ts'
import { listItemsNamed } from '../content-store.ts'
import { settleDeadlines } from '../deadlines/deadlines.ts'
import type { Requester } from '../manage/as-requester.ts'
import { holdOwnRequest } from '../manage/own-request.ts'
import { addSentBackMail } from '../review/mail-sent-back.ts'
import { acceptItem, sendItemBack, settleSuppliers } from '../submission-progress-store.ts'
import { markSentBack } from '../submission-store.ts'
import { findSupplier } from '../supplier-store.ts'

/**
 * Accepts a supplier's files for an item, or sends them back: then the item is open again and a job mails them why.
 *
 * @throws Problem as the contract's `judgeItem` names them
 */
export async function judgeItem(
  ctx: Pick<Context, 'db'>,
  account: Requester,
  named: Call<typeof endpoint>['params'],
  { verdict, note }: Call<typeof endpoint>['body'],
): Promise<ReplyOf<typeof endpoint>> {
  const isBack = verdict === 'send-back'
  if (isBack && account.isSuspended) throw new Problem('account-suspended')
  if (isBack && isUnpaid(account.role) && holdsLink(note)) throw new Problem('message-holds-link', { field: 'note' })
  return ctx.db.transaction().execute(async (tx) => {
    const request = await holdOwnRequest(tx, account, named.request)
    if ((await findSupplier(tx, request.id, named.supplier)) === null) throw new Problem('recipient-not-found')
    const [item] = await listItemsNamed(tx, request.id, [named.item])
    if (item === undefined) throw new Problem('item-not-found')
    const isNew = isBack
      ? await sendItemBack(tx, named.supplier, item.id, note)
      : (await acceptItem(tx, named.supplier, item.id)) || null
    if (isNew === null) throw new Problem('item-empty')
    if (isBack) {
      await markSentBack(tx, named.supplier, item.id)
      await settleSuppliers(tx, request.id, [named.supplier])
      await settleDeadlines(tx, request, [named.supplier])
      if (isNew) await addSentBackMail(tx, { requestId: request.id, supplierId: named.supplier, itemId: item.id })
    }
    const now = await findSupplier(tx, request.id, named.supplier)
    return { state: isBack ? 'sent-back' : 'accepted', completedAt: now?.completed_at?.toISOString() ?? null }
  })
}
