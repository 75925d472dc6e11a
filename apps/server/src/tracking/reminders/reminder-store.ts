import type { Language } from '@waybill/contract/core/fields'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { mailsToRecipient } from '../../platform/mail-transport/index.ts'
import { claimToRemind, EXPIRING_DAYS } from '../../transfers/index.ts'
import { languageOf } from '../tracking-store.ts'

/** Recipients whom a transfer that ends soon still waits for. */
type Db = Kysely<Database>

/** Between the last mail to somebody and this one. */
const QUIET_HOURS = 24

export interface Reminder {
  recipientId: string
  transferId: string
  /** The account that sent it, or the address. */
  sender: string
  address: string
  language: Language
}

/**
 * Recipients who are to be reminded, each once; at most `limit`, for the caller that mails them. Their sender allows it,
 * their link opens and ends soon, they have not finished a file, their last mail was taken and did not come back, and
 * they have not asked to be left alone. `hasMore`: there may be others.
 */
export async function claimReminders(tx: Db, limit: number): Promise<{ reminders: Reminder[]; hasMore: boolean }> {
  const { rows: due } = await sql<{ id: string }>`
    select r.id from transfer_facts t
    join recipient_facts r on r.transfer_id = t.id
    left join account_facts a on a.id = t.account_id
    cross join lateral (
      select accepted_at, refused_at, bounced_at from ${mailsToRecipient('r.id')} m order by created_at desc limit 1
    ) last
    where t.expires_at > now() and t.expires_at <= now() + make_interval(secs => ${EXPIRING_DAYS * 86_400})
      and t.deleted_at is null and t.bytes_removed_at is null and t.paused_at is null and t.blocked_at is null
      and t.send_as = 'email' and a.suspended_at is null
      and coalesce(t.remind_recipients, (a.transfer_settings ->> 'remindRecipients')::boolean, false)
      and r.address <> '' and r.removed_at is null and r.reminded_at is null and r.finished_at is null
      and (r.remind_not_before is null or r.remind_not_before <= now())
      and not exists (select 1 from delivery_facts d where d.recipient_id = r.id and d.finished_at is not null)
      and last.accepted_at <= now() - make_interval(hours => ${QUIET_HOURS})
      and last.refused_at is null and last.bounced_at is null
      and not exists (select 1 from unreminded u where u.address = r.address)
    order by t.expires_at, r.id limit ${limit}`.execute(tx)
  const claimed = await claimToRemind(
    tx,
    due.map(({ id }) => id),
  )
  const reminders = claimed.map((row) => ({ ...row, language: languageOf(row.language) }))
  return { reminders, hasMore: due.length === limit && reminders.length > 0 }
}

/** The recipient's address is reminded of nothing any more; false where there is no such recipient. */
export async function stopReminding(db: Db, recipientId: string): Promise<boolean> {
  const { rows } = await sql<{ address: string | null }>`
    with asked as (select nullif(address, '') as address from recipient_facts where id = ${recipientId}),
    kept as (
      insert into unreminded (address) select address from asked where address is not null on conflict do nothing
    )
    select address from asked`.execute(db)
  return rows.length > 0
}
