import type { MailPace } from '@waybill/contract/billing/plans'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../platform/database/schema.ts'

/**
 * What was mailed to whom, for limits. Mailboxes are as `mailboxMark` returns them. Each change is one conditional
 * statement that locks its rows in the order of their keys, so that concurrent calls in any number of processes neither
 * exceed a limit nor deadlock.
 */
type Db = Kysely<Database>

const HOUR = sql`interval '1 hour'`
const DAY = sql`interval '1 day'`

/** How many mails each mailbox gets. */
export type Mails = ReadonlyMap<string, number>
/** Keys of senders, each with its pace for one mailbox. */
export type Paces = ReadonlyMap<string, MailPace>
/** Keys of senders, each with the most mails of its UTC day. */
export type DayLimits = ReadonlyMap<string, { perDay: number }>

/** The key for a sender's mails of one UTC day; `day` is 'YYYY-MM-DD'. */
const mailsKey = (sender: string, day: string): string => `mails:${sender}:${day}`

const today = sql`to_char(now() at time zone 'utc', 'YYYY-MM-DD')`
const keyStarts = (senders: readonly string[]): string[] => senders.map((sender) => mailsKey(sender, ''))

/**
 * Counts this many mails of this UTC day for each of these senders, unless it would exceed the sender's limit. Resolves
 * to a sender for which it would; null where there is none.
 */
export async function addToDay(tx: Db, limits: DayLimits, mails: number): Promise<string | null> {
  const senders = [...limits.keys()]
  const most = [...limits.values()].map(({ perDay }) => perDay)
  const { rows } = await sql<{ key: string }>`
    with given as (
      select start || ${today} as key, most from unnest(${keyStarts(senders)}::text[], ${most}::int[]) as g (start, most)
    )
    insert into allowances (key, sends)
    select key, ${mails}::int from given where ${mails}::int <= most order by key
    on conflict (key) do update set sends = allowances.sends + excluded.sends
    where allowances.sends + excluded.sends <= (select most from given where given.key = allowances.key)
    returning key`.execute(tx)
  return senders.find((sender) => !rows.some(({ key }) => key.startsWith(mailsKey(sender, '')))) ?? null
}

/** How many mails each of these senders has sent on this UTC day, and how long the day still lasts. */
export async function readDay(
  db: Db,
  senders: readonly string[],
): Promise<{ sent: Map<string, number>; secondsLeft: number }> {
  const { rows } = await sql<{ sender: string; mails: number; secondsLeft: number }>`
    select g.sender, coalesce(a.sends, 0) as mails,
      ceil(extract(epoch from date_trunc('day', now(), 'utc') + ${DAY} - now()))::int as "secondsLeft"
    from unnest(${[...senders]}::text[], ${keyStarts(senders)}::text[]) as g (sender, start)
    left join allowances a on a.key = g.start || ${today}`.execute(db)
  return { sent: new Map(rows.map(({ sender, mails }) => [sender, mails])), secondsLeft: rows[0]?.secondsLeft ?? 0 }
}

/**
 * Counts mails for each of these senders, to each mailbox unless it would exceed the pace. Resolves to a mailbox that
 * was not counted for all of them; null where there is none.
 */
export async function addToPaces(tx: Db, paces: Paces, mails: Mails): Promise<string | null> {
  const since = (age: typeof DAY) => sql`(select count(*) from unnest(p.times) t where t > now() - ${age})`
  const { rows } = await sql<{ mailbox: string }>`
    with given as (select * from ${givenOf(paces, mails)}),
    added as (
      insert into mail_paces as p (sender, mailbox, times)
      select sender, mailbox, array_fill(now(), array[mails]) from given
      where mails <= least(per_hour, per_day) order by sender, mailbox
      on conflict (sender, mailbox) do update
      set last_at = now(),
        times = array(select t from unnest(p.times) t where t > now() - ${DAY} order by t) || excluded.times
      where ${since(HOUR)} + cardinality(excluded.times) <= (select per_hour from given g where g.sender = p.sender limit 1)
        and ${since(DAY)} + cardinality(excluded.times) <= (select per_day from given g where g.sender = p.sender limit 1)
      returning sender, mailbox
    )
    select mailbox from given where (sender, mailbox) not in (select sender, mailbox from added) limit 1`.execute(tx)
  return rows[0]?.mailbox ?? null
}

/** Every sender with every mailbox, as a table. */
function givenOf(paces: Paces, mails: Mails) {
  const all = [...paces].flatMap(([sender, pace]) =>
    [...mails].map(([mailbox, count]) => ({ sender, mailbox, count, ...pace })),
  )
  return sql`unnest(${all.map(({ sender }) => sender)}::text[], ${all.map(({ mailbox }) => mailbox)}::text[],
    ${all.map(({ count }) => count)}::int[], ${all.map(({ perHour }) => perHour)}::int[],
    ${all.map(({ perDay }) => perDay)}::int[]) as given (sender, mailbox, mails, per_hour, per_day)`
}

/**
 * How many seconds until these senders may mail this many more to each mailbox; omits those they may mail now. An hour
 * for more than an hour ever allows.
 */
export async function readWaits(db: Db, paces: Paces, mails: Mails): Promise<Map<string, number>> {
  const { rows } = await sql<{ mailbox: string; seconds: number }>`
    select given.mailbox, max(ceil(extract(epoch from greatest(
      case when mails > per_hour then now() + ${HOUR} end,
      p.times[cardinality(p.times) - per_hour + mails] + ${HOUR},
      p.times[cardinality(p.times) - per_day + mails] + ${DAY}) - now())))::int as seconds
    from ${givenOf(paces, mails)}
    left join mail_paces p on p.sender = given.sender and p.mailbox = given.mailbox
    group by given.mailbox`.execute(db)
  return new Map(rows.flatMap(({ mailbox, seconds }) => (seconds > 0 ? [[mailbox, seconds]] : [])))
}

/**
 * Records the recipients of a thing's mails. The caller has locked the thing, or created it in this transaction.
 * Resolves to how many people it was ever mailed to, and how many of them are new.
 */
export async function addMailedPeople(
  tx: Db,
  thing: string,
  mailboxes: readonly string[],
): Promise<{ added: number; all: number }> {
  // A statement does not read the rows that it adds.
  const { rows } = await sql<{ added: number; before: number }>`
    with added as (
      insert into mailed_people (thing, mailbox)
      select ${thing}, mailbox from unnest(${[...mailboxes]}::text[]) as mailbox
      order by mailbox on conflict do nothing returning mailbox
    )
    select (select count(*)::int from added) as added,
      (select count(*)::int from mailed_people where thing = ${thing}) as before`.execute(tx)
  const { added, before } = rows[0] as { added: number; before: number }
  return { added, all: before + added }
}

/** Deletes what no limit counts any more: paces of yesterday, past days, and people of transfers that are gone. */
export async function forgetMailCounts(db: Db): Promise<void> {
  await sql`delete from mail_paces where last_at < now() - ${DAY}`.execute(db)
  await sql`delete from allowances where starts_with(key, 'mails:') and right(key, 10) < ${today}`.execute(db)
  await sql`
    delete from mailed_people where thing in (
      select id from transfer_facts where deleted_at < now() - ${DAY} and deleted_at > now() - interval '60 days'
    )`.execute(db)
}

/** Deletes the mailed people of things that are gone for good. */
export async function forgetMailedPeople(db: Db, things: readonly string[]): Promise<void> {
  await sql`delete from mailed_people where thing = any(${[...things]}::text[])`.execute(db)
}
