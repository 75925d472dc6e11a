import { type Kysely, type RawBuilder, sql } from 'kysely'
import { KEPT } from '../../platform/database/kept-statements.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { ListPlace } from '../list/list-cursor.ts'
import type { ListRun } from '../list/list-order.ts'

/** How many transfers an account has. The database keeps the counts, by shelf, month and day of sending, with every
 * write. */
type Db = Kysely<Database>

const MOST_DELETED = 1_000

export interface TransferCounts {
  all: number
  active: number
  expired: number
  downloads: number
  received: number
  /** Deleted ones whose records are kept, as far as they are counted. */
  deleted: number
  /** Some stand on a shelf that is out of date: their end has passed since. */
  isOverdue: boolean
}

/** Those received at two addresses of the account count once. */
export async function readCounts(db: Db, accountId: string): Promise<TransferCounts> {
  const { rows } = await sql<TransferCounts>`${KEPT}
    select coalesce(sum(transfers), 0)::int as all,
      coalesce(sum(transfers) filter (where shelf in (0, 2)), 0)::int as active,
      coalesce(sum(transfers) filter (where shelf in (1, 3)), 0)::int as expired,
      coalesce(sum(transfers) filter (where shelf in (2, 3)), 0)::int as downloads,
      case when (select count(*) from account_addresses where account_id = ${accountId}) = 1
        then (select count(*) from recipients where received_at is not null
          and address = (select address from account_addresses where account_id = ${accountId}))
        else (select count(distinct transfer_id) from recipients where received_at is not null
          and address in (select address from account_addresses where account_id = ${accountId}))
      end::int as received,
      (select count(*)::int from (
        select from transfers where account_id = ${accountId} and deleted_at is not null and record_erased_at is null
        limit ${MOST_DELETED}
      ) kept) as deleted,
      coalesce(${soonestEnd(accountId, 0)} <= now(), false) or coalesce(${soonestEnd(accountId, 2)} <= now(), false)
        as "isOverdue"
    from transfer_counts where account_id = ${accountId}`.execute(db)
  return rows[0] as TransferCounts
}

const soonestEnd = (accountId: string, shelf: number) => sql`(
  select coalesce(expires_at, 'infinity') from transfers
  where account_id = ${accountId} and shelf = ${sql.lit(shelf)} and deleted_at is null
  order by coalesce(expires_at, 'infinity'), id limit 1)`

/** Transfers on some shelves. */
export async function countOnShelves(db: Db, accountId: string, shelves: readonly number[]): Promise<number> {
  const row = await db
    .selectFrom('transfer_counts')
    .select(sql<number>`coalesce(sum(transfers), 0)::int`.as('transfers'))
    .where('account_id', '=', accountId)
    .where('shelf', 'in', [...shelves])
    .executeTakeFirstOrThrow()
  return row.transfers
}

/** Where to begin so that `skip` transfers of a list by age are left out, and how many of them are still to be. */
export async function startBehind(
  db: Db,
  accountId: string,
  run: ListRun,
  skip: number,
): Promise<{ after: ListPlace | null; skip: number }> {
  const edge = run.isAscending ? sql`day::date` : sql`day::date + 1`
  const days = sql`
    select sum(transfers) as transfers, ${edge} as edge, day as key from transfer_day_counts
    where ${ofRun(accountId, run)} and day >= month.key || '-01'
      and day <= month.key || '-31'
    group by day`
  const { rows } = await sql<{ edge: number; before: number }>`${KEPT}
    with month as materialized (${lastBefore(
      run,
      skip,
      sql`
      select sum(transfers) as transfers, null::date as edge, month as key from transfer_counts
      where ${ofRun(accountId, run)} group by month`,
      sql`0`,
    )})
    select (extract(epoch from found.edge::timestamp at time zone 'utc') * 1000000)::int8 as edge, found.before::int
    from month cross join lateral (${lastBefore(run, skip, days, sql`month.before`)}) found`.execute(db)
  const [start] = rows
  return start ? { after: { key: start.edge, id: '' }, skip: skip - start.before } : { after: null, skip }
}

const ofRun = (accountId: string, { shelves }: ListRun) =>
  sql`account_id = ${accountId} and shelf in (${sql.join(shelves.map((shelf) => sql.lit(shelf)))})`

/** Of spans of time with their transfers the last one that has at most `skip` of them before it. */
const lastBefore = ({ isAscending }: ListRun, skip: number, spans: RawBuilder<unknown>, before: RawBuilder<unknown>) =>
  sql`select key, edge, before from (
      select key, edge, ${before} + sum(transfers) over (order by key ${isAscending ? sql`asc` : sql`desc`}) - transfers
        as before
      from (${spans}) span where transfers > 0
    ) spans where before <= ${skip}::int order by before desc limit 1`

/** Puts some of an account's transfers whose end has passed onto their shelves. Returns how many there were. */
export async function shelveEnded(db: Db, accountId: string, limit: number): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    update transfers set shelf = shelf where id in (
      select id from (
        select id from transfers where account_id = ${accountId} and shelf in (0, 2) and deleted_at is null
          and expires_at <= now() order by expires_at limit ${limit} for no key update skip locked
      ) overdue
    ) returning id`.execute(db)
  return rows.length
}

/** Accounts that have such transfers. */
export async function listOverdueAccounts(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    select distinct account_id from (
      select account_id from transfers
      where account_id is not null and deleted_at is null and shelf in (0, 2) and expires_at <= now()
      order by expires_at limit ${limit}
    ) overdue`.execute(db)
  return rows.map(({ account_id }) => account_id)
}
