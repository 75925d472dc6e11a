import { eventKinds } from '@waybill/contract/notifications/endpoints'
import type { Kysely } from 'kysely'
import type { Context } from '../context.ts'
import { lockAccount } from '../identity/accounts/index.ts'
import type { Database } from '../platform/database/schema.ts'
import { addJob } from '../platform/jobs/add-job.ts'
import { tellFeed } from '../tracking/ledger/index.ts'
import { addToFeed, isHeard, type NotableEntry, readNotable } from './notification-store.ts'

/** The entries between two positions of a transfer's ledger. */
interface LedgerSpan {
  transferId: string
  from: number
  to: number
}

/** A completed submission; `isLast`: with it, everything that its request asks for has arrived. */
interface ArrivedSubmission {
  submissionId: string
  isLast: boolean
}

export type NoticeSource = LedgerSpan | ArrivedSubmission

/** The notifications about a transfer's events. */
export const readNotices = (db: Context['db'], span: LedgerSpan): Promise<NotableEntry[]> =>
  readNotable(db, span, eventKinds)

/** Notifies the account of entries of a ledger; each once, however often it runs. New ones go to its webhooks too. */
export async function notify({ db }: Pick<Context, 'db'>, span: LedgerSpan): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const entries = await readNotices(tx, span)
    const accountId = entries[0]?.account_id
    // An account that is being deleted gets no more notifications.
    if (accountId === undefined || !(await lockAccount(tx, accountId))) return
    await tell(tx, accountId, entries, span)
  })
}

/** Notifies the requester of a submission, in the transaction that completes it. The caller locks the account. */
export async function notifyArrived(
  tx: Kysely<Database>,
  accountId: string,
  entries: readonly NotableEntry[],
  submission: ArrivedSubmission,
): Promise<void> {
  await tell(tx, accountId, entries, submission)
}

/** What an account is told of a transfer that is shared with it. */
interface SharedNotice {
  transferId: string
  at: Date
  /** The first of its files. */
  fileName: string
  fileCount: number
}

/** Notifies a member of a transfer that is shared with them, once for each share. The caller locks the account. */
export async function notifyShared(tx: Kysely<Database>, accountId: string, notice: SharedNotice): Promise<boolean> {
  const end = await addToFeed(tx, accountId, [
    {
      event_id: `shared ${notice.transferId} ${accountId} ${notice.at.getTime()}`,
      account_id: accountId,
      transfer_id: notice.transferId,
      recipient_id: null,
      request_id: null,
      supplier_id: null,
      kind: 'shared',
      file_name: notice.fileName,
      file_count: notice.fileCount,
      country: null,
      city: null,
      device: null,
      evidence: null,
      doubt_bytes: 0,
      at: notice.at,
    },
  ])
  if (end !== null) await tellFeed(tx, accountId, end)
  return end !== null
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
