import type { Context } from '../context.ts'
import { requireFewBounces } from '../mail/index.ts'
import { mailPerson } from './mail-person.ts'
import { holdAsking, holdOwnRequest, requireOwnRequest, requireTaking } from './own-request.ts'
import { claimByHand } from './reminder-store.ts'

/**
 * Reminds people now, those who have not sent everything, each at most once an hour.
 *
 * @throws Problem as the contract's `remindRequestPeople` names them
 */
export async function remindRequestPeople(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config'>,
  account: { id: string; email: string },
  requestId: string,
  people: readonly string[] | undefined,
): Promise<{ reminded: number }> {
  await requireOwnRequest(ctx.db, account.id, requestId)
  await requireFewBounces(ctx.db, account.email)
  return ctx.db.transaction().execute(async (tx) => {
    await holdAsking(tx, account.id)
    const request = await holdOwnRequest(tx, account.id, requestId)
    requireTaking(request)
    const ids = await claimByHand(tx, request.id, people ?? null)
    for (const personId of ids) {
      await mailPerson(ctx, tx, { requestId: request.id, personId }, { template: 'files-asked-again' })
    }
    return { reminded: ids.length }
  })
}
