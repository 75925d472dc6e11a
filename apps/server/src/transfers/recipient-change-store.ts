import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/schema.ts'
import type { NewRecipient } from './transfer-store.ts'

/** Changes to whom a saved transfer is for. Made with the transfer's row locked, so that they follow each other. */
type Db = Kysely<Database>

/** Addresses the transfer is for; of whoever holds its link there is none. */
export async function listAddresses(db: Db, transferId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('recipients')
    .select('address')
    .where('transfer_id', '=', transferId)
    .where('removed_at', 'is', null)
    .where('address', 'is not', null)
    .$narrowType<{ address: string }>()
    .execute()
  return rows.map(({ address }) => address)
}

/** Adds people behind those there are. */
export async function appendRecipients(
  tx: Db,
  transferId: string,
  recipients: readonly NewRecipient[],
  language: string | null,
): Promise<void> {
  const last = sql<number>`(select coalesce(max(position), -1) from recipients where transfer_id = ${transferId})`
  await tx
    .insertInto('recipients')
    .values(
      recipients.map(({ id, address, name, company, tokenHash }, nth) => ({
        id,
        transfer_id: transferId,
        position: sql<number>`${last} + ${nth + 1}`,
        address,
        name,
        company,
        language,
        token_hash: Buffer.from(tokenHash),
      })),
    )
    .execute()
}

/** Their link stops to open. False where the transfer is not for them. */
export async function takeRecipientOff(tx: Db, transferId: string, recipientId: string): Promise<boolean> {
  const row = await tx
    .updateTable('recipients')
    .set({ removed_at: sql<Date>`now()` })
    .where('id', '=', recipientId)
    .where('transfer_id', '=', transferId)
    .where('address', 'is not', null)
    .where('removed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** How soon after a mail there may be another, in seconds, and how many in a day. */
const APART_SECONDS = 60
const AGAIN_PER_DAY = 5

/** Of a mail to somebody: 'due' may be sent now, 'under way' was just sent or still is to be, 'too often' waits a day. */
export type MailState = 'due' | 'under way' | 'too often'

/**
 * Asks for the mail to these addresses to be sent again, where that is due; a job sends it. Those of a link transfer get
 * their first one.
 */
export async function askForMail(
  tx: Db,
  { id, sendAs }: { id: string; sendAs: 'email' | 'link' },
  addresses: readonly string[],
): Promise<MailState[]> {
  const { rows } = await sql<{ state: MailState }>`
    with mailed as (
      select r.id, case
        when (r.told_again_at > now() - make_interval(secs => ${APART_SECONDS})
          or m.last_at > now() - make_interval(secs => ${APART_SECONDS})
          or m.open > 0 or (m.last_at is null and ${sendAs === 'email'})) then 'under way'
        when m.again >= ${AGAIN_PER_DAY} then 'too often' else 'due' end as state
      from recipients r cross join lateral (
        select max(created_at) as last_at,
          count(*) filter (where accepted_at is null and given_up_at is null) as open,
          count(*) filter (where template = 'files-arrived-again' and created_at > now() - interval '1 day') as again
        from mails where recipient_id = r.id
      ) m
      where r.transfer_id = ${id} and r.removed_at is null and r.address = any(${[...addresses]}::text[])
    ), asked as (
      update recipients set told_again_at = now() from mailed where mailed.id = recipients.id and mailed.state = 'due'
    )
    select state from mailed`.execute(tx)
  return rows.map(({ state }) => state)
}

/**
 * Asks for the mail of an email transfer to be sent again to the person at this address, at most once a day, while its
 * sender has not closed it. Null where there is nothing to send, for whatever reason.
 */
export async function askForLostMail(
  tx: Db,
  { slug, address }: { slug: string; address: string },
): Promise<{ transferId: string; recipientId: string } | null> {
  const { rows } = await sql<{ transferId: string; recipientId: string }>`
    update recipients r set told_again_at = now() from transfers t
    where t.id = r.transfer_id and t.slug = ${slug} and t.send_as = 'email' and r.address = ${address}
      and r.removed_at is null and t.deleted_at is null and t.bytes_removed_at is null and t.blocked_at is null
      and t.paused_at is null and coalesce(r.told_again_at <= now() - interval '1 day', true)
      and not exists (select 1 from accounts a where a.id = t.account_id and a.suspended_at is not null)
      and not exists (
        select 1 from mails m where m.recipient_id = r.id and (m.accepted_at is null and m.given_up_at is null
          or m.template = 'files-arrived-again' and m.created_at > now() - interval '1 day')
      )
      and exists (select 1 from mails m where m.recipient_id = r.id)
    returning t.id as "transferId", r.id as "recipientId"`.execute(tx)
  return rows[0] ?? null
}
