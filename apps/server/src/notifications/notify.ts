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

/**
 * Notifies the assignee of a request of a submission, once. Their webhooks do not hear of it: they are for what is their
 * own. The caller locks the account.
 */
export async function notifyAssignee(
  tx: Kysely<Database>,
  accountId: string,
  entries: readonly NotableEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const theirs = entries.map((entry) => ({
    ...entry,
    account_id: accountId,
    event_id: `${entry.event_id} ${accountId}`,
  }))
  const end = await addToFeed(tx, accountId, theirs)
  if (end !== null) await tellFeed(tx, accountId, end)
}

/** What an account is told of a transfer or a request that is shared with it, or of a request assigned to it. */
interface SharedNotice {
  /** The request or the transfer, which then has files. */
  of: { requestId: string } | { transferId: string }
  kind: 'shared' | 'assigned'
  at: Date
  /** The first of the transfer's files; null for a request. */
  fileName: string | null
  fileCount: number
}

/** Notifies a member of something that is shared with them, once for each share. The caller locks the account. */
export async function notifyShared(tx: Kysely<Database>, accountId: string, notice: SharedNotice): Promise<boolean> {
  const transferId = 'transferId' in notice.of ? notice.of.transferId : null
  const requestId = 'requestId' in notice.of ? notice.of.requestId : null
  const end = await addToFeed(tx, accountId, [
    {
      event_id: `${notice.kind} ${transferId ?? requestId} ${accountId} ${notice.at.getTime()}`,
      account_id: accountId,
      transfer_id: transferId,
      recipient_id: null,
      request_id: requestId,
      supplier_id: null,
      kind: notice.kind,
      file_name: notice.fileName,
      file_count: notice.fileCount,
      files_there: null,
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
