import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/schema.ts'

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
