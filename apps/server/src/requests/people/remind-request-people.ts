import { accountSender, countMails, splitByPace } from '../../billing/index.ts'
import type { Context } from '../../context.ts'
import { requireFewBounces } from '../../platform/mail-transport/index.ts'
import { claimByHand, listRemindable } from '../deadlines/reminder-store.ts'
import { holdAsking, holdOwnRequest, requireOwnRequest, requireTaking } from '../manage/own-request.ts'
import { mailPerson } from './mail-person.ts'

/**
 * Reminds people now, those who have not sent everything, each at most once an hour; not whom this account has mailed
 * as often as it may, unless there is nobody else: then it is told.
 *
 * @throws Problem as the contract's `remindRequestPeople` names them
 */
export async function remindRequestPeople(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config'>,
  account: { id: string; email: string; network: string },
  requestId: string,
  people: readonly string[] | undefined,
): Promise<{ reminded: number }> {
  await requireOwnRequest(ctx.db, account.id, requestId)
  await requireFewBounces(ctx.db, account.email)
  return ctx.db.transaction().execute(async (tx) => {
    const live = await holdAsking(tx, account.id)
    const request = await holdOwnRequest(tx, account.id, requestId)
    requireTaking(request)
    const waiting = await listRemindable(tx, request.id, people ?? null)
    const sender = accountSender(live, account.network)
    const addresses = waiting.map(({ address }) => address)
    const { now } = await splitByPace(tx, sender, addresses)
    // Where nobody may be mailed, counting them says why.
    await countMails(tx, sender, now.length > 0 ? now : addresses)
    const mailed = waiting.filter(({ address }) => now.includes(address))
    const ids = await claimByHand(
      tx,
      mailed.map(({ id }) => id),
    )
    for (const personId of ids) {
      await mailPerson(ctx, tx, { requestId: request.id, personId }, { template: 'files-asked-again' })
    }
    return { reminded: ids.length }
  })
}
