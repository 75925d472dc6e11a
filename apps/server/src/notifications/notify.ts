import { notificationKinds } from '@waybill/contract/notifications'
import { lockAccount } from '../accounts/index.ts'
import type { Context } from '../context.ts'
import { tellFeed } from '../events/index.ts'
import { addJob } from '../jobs/add-job.ts'
import { addToFeed, isHeard, type NotableEntry, readNotable } from './notification-store.ts'

/** The entries between two places of a transfer's ledger. */
export interface LedgerSpan {
  transferId: string
  from: number
  to: number
}

/** What of a ledger an account is told. */
export const readNotices = (db: Context['db'], span: LedgerSpan): Promise<NotableEntry[]> =>
  readNotable(db, span, notificationKinds)

/** Tells the account of entries of a ledger; each once, however often it runs. What is new goes to its webhooks too. */
export async function notify({ db }: Pick<Context, 'db'>, span: LedgerSpan): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const entries = await readNotices(tx, span)
    const accountId = entries[0]?.account_id
    // An account that is being deleted is told nothing any more.
    if (accountId === undefined || !(await lockAccount(tx, accountId))) return
    const end = await addToFeed(tx, accountId, entries)
    if (end === null) return
    await tellFeed(tx, accountId, end)
    if (await isHeard(tx, accountId)) await addJob(tx, 'tell-webhooks', span)
  })
}
