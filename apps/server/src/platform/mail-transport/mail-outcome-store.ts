import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/schema.ts'

/** What became of mails, claimed once by the caller that may put it on record. */
type Db = Kysely<Database>

export interface MailOutcome {
  transferId: string
  recipientId: string
  isAccepted: boolean
  isReminder: boolean
  /** The mail server's last words; null where it said none. They may name the address. */
  lastError: string | null
}

/** What became of a mail to a recipient, for the caller that may note it; undefined where there is nothing to note. */
export async function claimMailOutcome(tx: Db, mailId: string): Promise<MailOutcome | undefined> {
  const { rows } = await sql<MailOutcome>`
    update mails m set noted_at = now() from recipient_facts r
    where m.id = ${mailId} and m.noted_at is null and r.id = m.recipient_id
      and (m.accepted_at is not null or m.refused_at is not null)
    returning r.transfer_id as "transferId", r.id as "recipientId", m.accepted_at is not null as "isAccepted",
      m.template = 'files-waiting' as "isReminder", m.last_error as "lastError"`.execute(tx)
  return rows[0]
}

/**
 * Notes that a mail to a recipient came back, once, for the caller that may put it on record; undefined where that it did
 * not arrive is known, where what its recipient did says that it did, or it was never ours. A permanent one counts among
 * its sender's refusals.
 */
export async function claimBounce(
  tx: Db,
  mailId: string,
  isPermanent: boolean,
): Promise<Pick<MailOutcome, 'transferId' | 'recipientId'> | undefined> {
  const { rows } = await sql<Pick<MailOutcome, 'transferId' | 'recipientId'>>`
    update mails m set bounced_at = now(), noted_at = coalesce(m.noted_at, now()), sealed = null,
      refused_at = case when ${isPermanent} then now() end,
      given_up_at = case when m.accepted_at is null then coalesce(m.given_up_at, now()) else m.given_up_at end
    from recipient_facts r
    where m.id = ${mailId} and m.bounced_at is null and m.refused_at is null and r.id = m.recipient_id
      and r.opened_at is null and r.finished_at is null
    returning r.transfer_id as "transferId", r.id as "recipientId"`.execute(tx)
  return rows[0]
}

/**
 * The same for a mail to somebody who is asked for files: no ledger has it, who asked reads it beside their name. Nothing tells
 * here how many people say so, hence it counts for nobody's refusals. True once.
 */
export async function claimAskingBounce(tx: Db, mailId: string): Promise<boolean> {
  const { rows } = await sql`
    update mails set bounced_at = now(), sealed = null,
      given_up_at = case when accepted_at is null then coalesce(given_up_at, now()) else given_up_at end
    where id = ${mailId} and bounced_at is null and refused_at is null and person_id is not null
    returning id`.execute(tx)
  return rows.length > 0
}

/** Whether the recipient of a mail not known to have come back has opened its link: who did has got it. */
export async function hasArrived(tx: Db, mailId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from mails m join recipient_facts r on r.id = m.recipient_id
    where m.id = ${mailId} and m.bounced_at is null and m.refused_at is null
      and (r.opened_at is not null or r.finished_at is not null)`.execute(tx)
  return rows.length > 0
}
