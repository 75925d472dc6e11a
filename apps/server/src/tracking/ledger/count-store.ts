import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'

/** What people did, counted by the database when it is recorded: rows first, then sums. */
type Db = Kysely<Database>

/** Shared by all processes that add up. */
const LOCK_KEYS = [0x57617962, 35] as const
/** Of the rows that are not added up yet. */
const TAKEN_AT_ONCE = 10_000

/**
 * Adds counted rows that are in no sum yet, at most `limit`, in one statement: every reader sees each of them once.
 * Returns how many there were.
 */
export async function addUp(db: Db, limit: number): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock_shared(${LOCK_KEYS[0]}::int, ${LOCK_KEYS[1]}::int)`.execute(tx)
    return takeUp(tx, limit)
  })
}

async function takeUp(tx: Db, limit: number): Promise<number> {
  const { rows } = await sql<{ taken: number }>`
    with taken as (
      delete from counted_fresh where ctid = any(array(
        select ctid from counted_fresh limit ${limit} for update skip locked
      )) returning *
    ), standing as (
      select row(t.*)::counted_fresh as counted from taken t
      where exists (select 1 from account_facts where id = t.account_id and deleted_at is null)
    ), kept as (
      insert into counted select (counted).* from standing
    ), added as (
      insert into counted_sums as s (account_id, facet, span, starts, country, subject, downloads, repeats, openings, mails)
      select (counted).account_id, sums.*,
        count(*) filter (where (counted).kind = 'download'), count(*) filter (where (counted).kind = 'repeat'),
        count(*) filter (where (counted).kind = 'opening'), count(*) filter (where (counted).kind = 'mail')
      from standing, sums_of(counted) as sums
      group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
      on conflict (account_id, facet, span, starts, country, subject) do update set
        downloads = s.downloads + excluded.downloads, repeats = s.repeats + excluded.repeats,
        openings = s.openings + excluded.openings, mails = s.mails + excluded.mails
    )
    select count(*)::int as taken from taken`.execute(tx)
  return rows[0]?.taken ?? 0
}

/** All counts of an account that ends. */
export async function forgetCounts(tx: Db, accountId: string): Promise<void> {
  for (const table of ['counted_fresh', 'counted', 'counted_sums'] as const) {
    await tx.deleteFrom(table).where('account_id', '=', accountId).execute()
  }
}

/**
 * The same once more after the account has ended: a process that was adding up at that moment did not see the end, and
 * may have added sums after the first deletion. No process does after this.
 */
export async function forgetLateCounts(db: Db, accountId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${LOCK_KEYS[0]}::int, ${LOCK_KEYS[1]}::int)`.execute(tx)
    await forgetCounts(tx, accountId)
  })
}

/**
 * From now on, what people did with these transfers belongs to no contact: their addresses are about to be erased. The
 * caller locks their ledgers, so that nothing about them is counted meanwhile.
 */
export async function forgetContactCounts(tx: Db, transferIds: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK_KEYS[0]}::int, ${LOCK_KEYS[1]}::int)`.execute(tx)
  while ((await takeUp(tx, TAKEN_AT_ONCE)) > 0);
  await sql`
    with named as materialized (
      select e.account_id, quarter_of(e.at) as quarter, counts_as(e.actor_kind, e.kind, e.detail) as kind,
        coalesce(e.country, 'ZZ') as country, r.address, file.id as file_id,
        local_hour(e.at, e.time_zone) as local_hour
      from events e join recipient_facts r on r.id = e.recipient_id and r.address <> ''
      cross join lateral files_counted(e.kind, e.file_id, e.files) as file (id)
      where e.transfer_id = any(${[...transferIds]}::text[]) and counts_as(e.actor_kind, e.kind, e.detail) is not null
    ), numbered as (
      select *, row_number() over (partition by named.*) as nth from named
    ), gone as (
      delete from counted c using (
        select ctid, row_number() over (partition by counted.*) as nth, counted.* from counted
        where (account_id, address) in (select account_id, address from named)
      ) have, numbered n
      where c.ctid = have.ctid and have.nth = n.nth and have.account_id = n.account_id and have.quarter = n.quarter
        and have.kind = n.kind and have.country = n.country and have.address = n.address
        and have.file_id = n.file_id and have.local_hour is not distinct from n.local_hour
      returning c.*
    ), kept as (
      insert into counted select account_id, quarter, kind, country, '', file_id, local_hour from gone
    ), moved as (
      select row(g.*)::counted_fresh as one, -1 as sign from gone g
      union all
      select row(account_id, quarter, kind, country, '', file_id, local_hour)::counted_fresh, 1 from gone
    )
    insert into counted_sums as s (account_id, facet, span, starts, country, subject, downloads, repeats, openings, mails)
    select (one).account_id, sums.*, coalesce(sum(sign) filter (where (one).kind = 'download'), 0),
      coalesce(sum(sign) filter (where (one).kind = 'repeat'), 0),
      coalesce(sum(sign) filter (where (one).kind = 'opening'), 0),
      coalesce(sum(sign) filter (where (one).kind = 'mail'), 0)
    from moved, sums_of(one) as sums where sums.facet = 'contact'
    group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict (account_id, facet, span, starts, country, subject) do update set
      downloads = s.downloads + excluded.downloads, repeats = s.repeats + excluded.repeats,
      openings = s.openings + excluded.openings, mails = s.mails + excluded.mails`.execute(tx)
}

/** Accounts whose counts differ from their ledgers, or whose sums differ from their counts. */
export async function listMiscounts(db: Db): Promise<Array<{ accountId: string; what: string }>> {
  const { rows } = await sql<{ accountId: string; what: string }>`
    with counted_now as materialized (
      select row(c.*)::counted_fresh as row, true as is_summed from counted c
      -- Of one that has ended nothing is kept, but what nobody has looked at yet.
      union all select row(f.*)::counted_fresh, false from counted_fresh f
      join account_facts a on a.id = f.account_id and a.deleted_at is null
    ), off as (
      select account_id, sum(n) as n from (
        select account_id, quarter, kind, country, address, file_id, local_hour, 1 as n from counted_of_ledgers()
        union all
        select (row).account_id, (row).quarter, (row).kind, (row).country, (row).address, (row).file_id,
          (row).local_hour, -1 from counted_now
      ) one group by account_id, quarter, kind, country, address, file_id, local_hour having sum(n) <> 0
    ), summed as (
      select account_id, facet, span, starts, country, subject, downloads, repeats, openings, mails from counted_sums
      union all
      select (row).account_id, sums.*, -(((row).kind = 'download')::int), -(((row).kind = 'repeat')::int),
        -(((row).kind = 'opening')::int), -(((row).kind = 'mail')::int)
      from counted_now, sums_of(row) as sums where is_summed
    )
    select account_id as "accountId", format('%s counted too few, %s too many', coalesce(sum(n) filter (where n > 0), 0),
      coalesce(-sum(n) filter (where n < 0), 0)) as what
    from off group by account_id
    union all
    select account_id, format('%s sums are wrong', count(*)) from (
      select account_id from summed group by account_id, facet, span, starts, country, subject
      having sum(downloads) <> 0 or sum(repeats) <> 0 or sum(openings) <> 0 or sum(mails) <> 0
    ) wrong group by account_id
    order by 1 limit 1000`.execute(db)
  return rows
}

/** What was recorded and counted for one account is another's from now on. */
export async function handOverCounts(tx: Db, from: string, to: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK_KEYS[0]}::int, ${LOCK_KEYS[1]}::int)`.execute(tx)
  await sql`update events set account_id = ${to} where account_id = ${from}`.execute(tx)
  await sql`update counted_fresh set account_id = ${to} where account_id = ${from}`.execute(tx)
  await sql`update counted set account_id = ${to} where account_id = ${from}`.execute(tx)
  await sql`
    with moved as (delete from counted_sums where account_id = ${from} returning *)
    insert into counted_sums as s (account_id, facet, span, starts, country, subject, downloads, repeats, openings, mails)
    select ${to}, facet, span, starts, country, subject, downloads, repeats, openings, mails from moved
    order by 2, 3, 4, 5, 6
    on conflict (account_id, facet, span, starts, country, subject) do update set
      downloads = s.downloads + excluded.downloads, repeats = s.repeats + excluded.repeats,
      openings = s.openings + excluded.openings, mails = s.mails + excluded.mails`.execute(tx)
}
