import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { hashToken, newId } from '../../platform/ids.ts'
import { MOST_AGES } from './sender-code-limits.ts'

/** Mails that somebody who is not signed in asked for: how many a mailbox got, and from whom. */
type Db = Kysely<Database>

/**
 * Makes the transactions that mail one mailbox follow each other, so that a limit counted in one of them holds: there is
 * no single row that a conditional update could count in.
 */
export async function lockMailbox(tx: Db, mailbox: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`code-mail/${mailbox}`}, 0))`.execute(tx)
}

/** Seconds since each of the mailbox's last mails of the last day, youngest first. */
export async function readMailAges(db: Db, mailbox: string, isKnown: boolean): Promise<number[]> {
  const rows = await db
    .selectFrom('code_mails')
    .select(sql<number>`extract(epoch from now() - sent_at)::float8`.as('age'))
    .where('mailbox_hash', '=', hashToken(mailbox))
    .where('is_known', '=', isKnown)
    .where('sent_at', '>', sql<Date>`now() - interval '1 day'`)
    .orderBy('sent_at', 'desc')
    .limit(MOST_AGES)
    .execute()
  return rows.map((row) => row.age)
}

/** Counts one, and forgets some that no limit looks at any more. */
export async function insertCodeMail(tx: Db, mailbox: string, isKnown: boolean): Promise<void> {
  await tx
    .insertInto('code_mails')
    .values({ id: newId(), mailbox_hash: hashToken(mailbox), is_known: isKnown })
    .execute()
  await sql`delete from code_mails where id in (
    select id from code_mails where sent_at < now() - interval '2 days' limit 100 for update skip locked
  )`.execute(tx)
}

/** Whether this browser, or this network, has proven the address before, or the browser was signed in to its account. */
export async function hasProvenBefore(
  db: Db,
  address: string,
  { deviceId, networkHash }: { deviceId: string | null; networkHash: Uint8Array },
): Promise<boolean> {
  const { rows } = await sql`
    select from sender_proofs p
    where p.address = ${address} and (p.device_id = ${deviceId} or p.network_hash = ${Buffer.from(networkHash)})
    union all
    select from sessions s join account_emails a on a.account_id = s.account_id
    where a.address = ${address} and s.device_id = ${deviceId}
    limit 1`.execute(db)
  return rows.length > 0
}
