import { accountSender, countMails, splitByPace } from '../../billing/index.ts'
import type { Context } from '../../context.ts'
import { requireFewBounces } from '../../platform/mail-transport/index.ts'
import type { Requester } from '../manage/as-requester.ts'
import { holdAsking, holdOwnRequest, requireOwnRequest, requireTaking } from '../manage/own-request.ts'
import { listRemindable, markReminded } from '../supplier-store.ts'
import { mailSupplier } from './mail-supplier.ts'

/**
 * Reminds suppliers now who have not sent everything, each at most once an hour. Skips those whom this account has
 * mailed as often as it may, unless there is nobody else: then the call fails with the reason.
 *
 * @throws Problem as the contract's `remindRequestSuppliers` names them
 */
export async function remindRequestSuppliers(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config'>,
  account: Pick<Requester, 'id' | 'email' | 'network' | 'adminId'>,
  requestId: string,
  suppliers: readonly string[] | undefined,
): Promise<{ reminded: number }> {
  await requireOwnRequest(ctx.db, account.id, requestId)
  await requireFewBounces(ctx.db, account.email)
  return ctx.db.transaction().execute(async (tx) => {
    const live = await holdAsking(tx, account.id)
    const request = await holdOwnRequest(tx, account, requestId)
    requireTaking(request)
    const waiting = await listRemindable(tx, request.id, suppliers ?? null)
    const sender = accountSender(live, account.network)
    const addresses = waiting.map(({ address }) => address)
    const { now } = await splitByPace(tx, sender, addresses)
    // Where nobody may be mailed, counting them throws the reason.
    await countMails(tx, sender, now.length > 0 ? now : addresses)
    const mailed = waiting.filter(({ address }) => now.includes(address))
    const ids = mailed.map(({ id }) => id)
    await markReminded(tx, ids)
    for (const supplierId of ids) {
      await mailSupplier(ctx, tx, { requestId: request.id, supplierId }, { template: 'files-asked-again' })
    }
    return { reminded: ids.length }
  })
}
