import { notificationKinds } from '@waybill/contract/notifications'
import { lockAccount } from '../accounts/index.ts'
import type { Context } from '../context.ts'
import { tellFeed } from '../events/index.ts'
import { addToFeed, readNotable } from './notification-store.ts'

/** Tells the account of the entries between two places of a transfer's ledger; each once, however often it runs. */
export async function notify(
  { db }: Pick<Context, 'db'>,
  span: { transferId: string; from: number; to: number },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const entries = await readNotable(tx, span, notificationKinds)
    const accountId = entries[0]?.account_id
    // An account that is being deleted is told nothing any more.
    if (accountId === undefined || !(await lockAccount(tx, accountId))) return
    const end = await addToFeed(tx, accountId, entries)
    if (end !== null) await tellFeed(tx, accountId, end)
  })
}
