import { notificationKinds } from '@waybill/contract/notifications/endpoints'
import type { Kysely } from 'kysely'
import type { Context } from '../context.ts'
import { lockAccount } from '../identity/accounts/index.ts'
import type { Database } from '../platform/database/schema.ts'
import { addJob } from '../platform/jobs/add-job.ts'
import { tellFeed } from '../tracking/ledger/index.ts'
import { addToFeed, isHeard, type NotableEntry, readNotable } from './notification-store.ts'

/** The entries between two places of a transfer's ledger. */
interface LedgerSpan {
  transferId: string
  from: number
  to: number
}

/** A submission that came; `isLast`: with it everything that its request asks for. */
interface ArrivedSubmission {
  submissionId: string
  isLast: boolean
}

export type NoticeSource = LedgerSpan | ArrivedSubmission

/** What an account is told of what happened to a transfer. */
export const readNotices = (db: Context['db'], span: LedgerSpan): Promise<NotableEntry[]> =>
  readNotable(db, span, notificationKinds)

/** Tells the account of entries of a ledger; each once, however often it runs. What is new goes to its webhooks too. */
export async function notify({ db }: Pick<Context, 'db'>, span: LedgerSpan): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const entries = await readNotices(tx, span)
    const accountId = entries[0]?.account_id
    // An account that is being deleted is told nothing any more.
    if (accountId === undefined || !(await lockAccount(tx, accountId))) return
    await tell(tx, accountId, entries, span)
  })
}

/**
 * Tells whoever asked of a submission that came, in the transaction in which it comes. The caller holds the account.
 */
export async function notifyArrived(
  tx: Kysely<Database>,
  accountId: string,
  entries: readonly NotableEntry[],
  submission: ArrivedSubmission,
): Promise<void> {
  await tell(tx, accountId, entries, submission)
}

async function tell(
  tx: Kysely<Database>,
  accountId: string,
  entries: readonly NotableEntry[],
  source: NoticeSource,
): Promise<void> {
  if (entries.length === 0) return
  const end = await addToFeed(tx, accountId, entries)
  if (end === null) return
  await tellFeed(tx, accountId, end)
  if (await isHeard(tx, accountId)) await addJob(tx, 'tell-webhooks', source)
}
