import type { MailPace } from '@waybill/contract/plans'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/schema.ts'
import { databaseDay } from './allowance-store.ts'

/**
 * What was mailed to whom, for limits. Mailboxes are as `mailboxOf` gives them. Each change is one conditional statement
 * that locks its rows in the order of their keys, so that parallel calls in any number of processes neither overshoot a
 * limit nor wait for each other in a circle.
 */
type Db = Kysely<Database>

const HOUR = sql`interval '1 hour'`
const DAY = sql`interval '1 day'`

/** The key under which a sender's mails of one UTC day count; `day` is 'YYYY-MM-DD'. */
export const mailsKey = (sender: string, day: string): string => `mails:${sender}:${day}`

/** Mails of a sender on this UTC day, and how long the day still is. */
export async function readDay(db: Db, senders: readonly string[]): Promise<{ mails: number; secondsLeft: number }> {
  const keys = senders.map((sender) => mailsKey(sender, ''))
  const { rows } = await sql<{ mails: number; secondsLeft: number }>`
    select coalesce(max(a.sends), 0) as mails,
      ceil(extract(epoch from date_trunc('day', now(), 'utc') + ${DAY} - now()))::int as "secondsLeft"
    from (select 1) as one
    left join allowances a on a.key in (
      select start || to_char(now() at time zone 'utc', 'YYYY-MM-DD') from unnest(${keys}::text[]) as start
    )`.execute(db)
  return rows[0] as { mails: number; secondsLeft: number }
}

/**
 * Counts so many mails to each of these mailboxes for a sender, each unless it would have more than its pace allows.
 * Resolves to the mailboxes that were not counted.
 */
export async function addToPaces(
  tx: Db,
  sender: string,
  mails: ReadonlyMap<string, number>,
  { perHour, perDay }: MailPace,
): Promise<string[]> {
  const mailboxes = [...mails.keys()]
  const { rows } = await sql<{ mailbox: string }>`
    insert into mail_paces as p (sender, mailbox, times)
    select ${sender}::text, mailbox, array_fill(now(), array[mails])
    from unnest(${mailboxes}::text[], ${[...mails.values()]}::int[]) as given (mailbox, mails)
    where mails <= least(${perHour}::int, ${perDay}::int)
    order by mailbox
    on conflict (sender, mailbox) do update
    set last_at = now(),
      times = array(select t from unnest(p.times) t where t > now() - ${DAY} order by t) || excluded.times
    where (select count(*) from unnest(p.times) t where t > now() - ${HOUR}) + cardinality(excluded.times) <= ${perHour}::int
      and (select count(*) from unnest(p.times) t where t > now() - ${DAY}) + cardinality(excluded.times) <= ${perDay}::int
    returning mailbox`.execute(tx)
  const counted = new Set(rows.map(({ mailbox }) => mailbox))
  return mailboxes.filter((mailbox) => !counted.has(mailbox))
}

/**
 * How many seconds until the sender may mail so many more to each of these mailboxes; those it may now are left out. Of
 * more than an hour ever allows, an hour.
 */
export async function readWaits(
  db: Db,
  sender: string,
  mails: ReadonlyMap<string, number>,
  { perHour, perDay }: MailPace,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ mailbox: string; seconds: number }>`
    select given.mailbox, ceil(extract(epoch from greatest(
      case when mails > ${perHour}::int then now() + ${HOUR} end,
      p.times[cardinality(p.times) - ${perHour}::int + mails] + ${HOUR},
      p.times[cardinality(p.times) - ${perDay}::int + mails] + ${DAY}) - now()))::int as seconds
    from unnest(${[...mails.keys()]}::text[], ${[...mails.values()]}::int[]) as given (mailbox, mails)
    left join mail_paces p on p.sender = ${sender} and p.mailbox = given.mailbox`.execute(db)
  return new Map(rows.flatMap(({ mailbox, seconds }) => (seconds > 0 ? [[mailbox, seconds]] : [])))
}

/**
 * Keeps to whom a thing is mailed. Called with the thing held, or made by this transaction. Resolves to how many people
 * it was ever mailed to, and how many of them are new.
 */
export async function addMailedPeople(
  tx: Db,
  thing: string,
  mailboxes: readonly string[],
): Promise<{ added: number; all: number }> {
  const { rows: added } = await sql`
    insert into mailed_people (thing, mailbox) select ${thing}, mailbox from unnest(${[...mailboxes]}::text[]) as mailbox
    order by mailbox on conflict do nothing returning mailbox`.execute(tx)
  if (added.length === 0) return { added: 0, all: 0 }
  const { rows } = await sql<{ all: number }>`
    select count(*)::int as "all" from mailed_people where thing = ${thing}`.execute(tx)
  return { added: added.length, all: (rows[0] as { all: number }).all }
}

/** Forgets what no limit counts any more: paces of yesterday, days that are over, and people of what is gone for good. */
export async function forgetMailCounts(db: Db): Promise<void> {
  await sql`delete from mail_paces where last_at < now() - ${DAY}`.execute(db)
  await sql`delete from allowances where starts_with(key, 'mails:') and right(key, 10) < ${await databaseDay(db)}`.execute(
    db,
  )
  for (const table of ['transfers', 'requests'] as const) {
    await sql`
      delete from mailed_people where thing in (
        select id from ${sql.table(table)} where deleted_at < now() - ${DAY} and deleted_at > now() - interval '60 days'
      )`.execute(db)
  }
}
