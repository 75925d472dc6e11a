import type { MailState } from '@waybill/contract/operating/desk-states'
import { type Kysely, sql } from 'kysely'
import type { TimeCursor } from '../cursor.ts'
import { cursorInstant } from '../database/cursor-instant.ts'
import type { Database } from '../database/schema.ts'
import { findJob, retryJobNow } from '../jobs/job-list-store.ts'

/** The mails as the operator sees them: without their content. */
type Db = Kysely<Database>

export interface MailCounts {
  /** Neither accepted nor given up. */
  waiting: number
  /** Of those, how many failed at least once. */
  retrying: number
  oldestAt: Date | null
  /** Given up within the last 24 hours. */
  failedInDay: number
}

const isOpen = sql`accepted_at is null and given_up_at is null`

export async function countMails(db: Db): Promise<MailCounts> {
  const { rows } = await sql<MailCounts>`
    select count(*)::int as waiting, count(*) filter (where attempts > 0)::int as retrying, min(created_at) as "oldestAt",
      (select count(*)::int from mails where given_up_at > now() - interval '1 day') as "failedInDay"
    from mails where ${isOpen}`.execute(db)
  return rows[0] ?? { waiting: 0, retrying: 0, oldestAt: null, failedInDay: 0 }
}

export interface ListedMail {
  id: string
  template: string
  created_at: Date
  attempts: number
  last_error: string | null
  given_up_at: Date | null
  /** Microseconds, for the cursor. */
  at_us: number
}

/** At most `take` mails of a state, newest first. */
export async function listMailsOf(
  db: Db,
  { state, after, take }: { state: MailState; after: TimeCursor | null; take: number },
): Promise<ListedMail[]> {
  const at = state === 'waiting' ? sql`created_at` : sql`given_up_at`
  const { rows } = await sql<ListedMail>`
    select id, template, created_at, attempts, last_error, given_up_at,
      (extract(epoch from ${at}) * 1000000)::int8 as at_us from mails
    where ${state === 'waiting' ? isOpen : sql`given_up_at is not null`}
      and ${after === null ? sql`true` : sql`(${at}, id) < (${cursorInstant(after.at)}, ${after.id}::text)`}
    order by ${at} desc, id desc limit ${take}`.execute(db)
  return rows
}

/** Offers a mail that waits to the mail server at once. False where it is being sent, was sent, or was given up. */
export async function retryMailNow(tx: Db, mailId: string): Promise<boolean> {
  const { rows } = await sql`select from mails where id = ${mailId} and ${isOpen}`.execute(tx)
  const jobId = rows.length === 0 ? null : await findJob(tx, `send-mail/${mailId}`)
  return jobId !== null && (await retryJobNow(tx, jobId)) !== null
}
