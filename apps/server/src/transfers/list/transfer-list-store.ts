import { type Kysely, type RawBuilder, sql } from 'kysely'
import { KEPT } from '../../platform/database/kept-statements.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { ListPlace } from './list-cursor.ts'
import type { ListRun, TransferSort } from './list-order.ts'
import { isAmong, isCounted, isOf, type ListedRow, readListedAt } from './listed-store.ts'
import type { SearchWords } from './search-words.ts'
import type { Whose } from './whose.ts'

/**
 * Pages of the transfers of one account, some or a whole workspace, and their number. The cost of a page does not grow
 * with the list: each list status is read in the order of its index, and merged. Triggers keep the counts, by account,
 * status, month and day of sending.
 */
type Db = Kysely<Database>

interface Column {
  /** As in its index. */
  value: RawBuilder<unknown>
  /** The wire number for the key of a table named `listed`. */
  number: RawBuilder<number | null>
  /** The value for a wire number. */
  given: (key: number | null) => RawBuilder<unknown>
}

const instant = (value: RawBuilder<unknown>): Column => ({
  value,
  number: sql<number | null>`case when isfinite(listed.key) then (extract(epoch from listed.key) * 1000000)::int8 end`,
  given: (key) =>
    key === null
      ? sql`'infinity'::timestamptz`
      : sql`'epoch'::timestamptz + ${key}::double precision * interval '1 microsecond'`,
})
const count = (value: RawBuilder<unknown>): Column => ({
  value,
  number: sql<number>`listed.key::int8`,
  given: (key) => sql`${key ?? 0}::int8`,
})

const sentAt = instant(sql`t.sent_at`)
const columns: Record<TransferSort, Column> = {
  new: sentAt,
  old: sentAt,
  expiring: instant(sql`coalesce(t.expires_at, 'infinity')`),
  size: count(sql`t.bytes`),
  downloads: count(sql`t.download_count`),
}

export interface ListPart {
  sort: TransferSort
  run: ListRun
  /** Only what follows it. */
  after: ListPlace | null
}

/**
 * The next `most` transfers of each list status of the part. Each status has its own statement: only then is it read in
 * the order of its index. So has each account, where they are some of a workspace.
 */
function rowsOf(
  whose: Whose,
  part: ListPart,
  most: number,
  alsoTold: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> {
  const { value } = columns[part.sort]
  const direction = part.run.isAscending ? sql`asc` : sql`desc`
  const next = (owner: RawBuilder<unknown>, listStatus: number) => sql`(select t.id, ${value} as key${alsoTold}
    from transfers t where ${owner} and t.list_status = ${sql.lit(listStatus)} and t.deleted_at is null ${behind(part)}
    order by ${value} ${direction}, t.id ${direction} limit ${most})`
  const isSome = whose.workspaceId === null && whose.accountIds.length > 1
  const ofStatus = (listStatus: number) =>
    isSome
      ? sql`(select each_one.* from unnest(${[...whose.accountIds]}::text[]) as owner (id)
          cross join lateral ${next(sql`t.account_id = owner.id`, listStatus)} each_one)`
      : next(isOf(whose), listStatus)
  return sql.join(part.run.listStatuses.map(ofStatus), sql` union all `)
}

function behind({ sort, run, after }: ListPart): RawBuilder<unknown> {
  const { value, given } = columns[sort]
  if (after === null) return sql``
  return sql`and (${value}, t.id) ${run.isAscending ? sql`>` : sql`<`} (${given(after.key)}, ${after.id})`
}

/** For a table named `listed`: its key is the index's own, not the wire number. */
const inOrder = ({ run }: Pick<ListPart, 'run'>) =>
  run.isAscending ? sql`listed.key asc, listed.id asc` : sql`listed.key desc, listed.id desc`

/** The next transfers of a part, with all columns of a list. */
export function listRows(
  db: Db,
  whose: Whose,
  part: ListPart,
  { skip, take }: { skip: number; take: number },
): Promise<Array<ListedRow & ListPlace>> {
  const order = inOrder(part)
  const places = sql`select * from (${rowsOf(whose, part, skip + take)}) listed
    order by ${order} limit ${take} offset ${skip}`
  return readListedAt<number | null>(db, whose, { places, told: columns[part.sort].number, order })
}

/** The next transfers of a part among `ids`: each is looked up separately. */
export async function listPlacesAmong(
  db: Db,
  whose: Whose,
  { sort, run, after }: ListPart,
  ids: readonly string[],
  take: number,
): Promise<ListPlace[]> {
  const { rows } = await sql<ListPlace>`${KEPT}
    select id, ${columns[sort].number} as key from (
      select t.id, ${columns[sort].value} as key
      from unnest(${[...ids]}::text[]) as given (id) join transfers t on t.id = given.id
      where ${isOf(whose)} and t.list_status = any(${[...run.listStatuses]}::int[]) and t.deleted_at is null
        ${behind({ sort, run, after })}
    ) listed order by ${inOrder({ run })} limit ${take}`.execute(db)
  return rows
}

/**
 * Searches the next `rows` transfers of a part for words. `stoppedAt` is the last one read; null where there are no
 * more.
 */
export async function walkPlaces(
  db: Db,
  whose: Whose,
  part: ListPart,
  { words, rows: most, take }: { words: SearchWords; rows: number; take: number },
): Promise<{ found: ListPlace[]; stoppedAt: ListPlace | null }> {
  const order = inOrder(part)
  const { rows } = await sql<ListPlace & { is_last: boolean }>`${KEPT}
    with walked as materialized (
      select id, key, search_text from (${rowsOf(whose, part, most, sql`, t.search_text`)}) listed
      order by ${order} limit ${most}
    ), found as (
      select id, key from walked listed where search_text like all(${words.patterns}::text[])
      order by ${order} limit ${take}
    )
    select id, ${columns[part.sort].number} as key, is_last from (
      select id, key, false as is_last from found
      union all
      (select id, key, true from walked listed order by ${order} offset ${most - 1})
    ) listed order by is_last, ${order}`.execute(db)
  const last = rows.find(({ is_last }) => is_last)
  const found = rows.filter(({ is_last }) => !is_last).map(({ id, key }) => ({ id, key }))
  return { found, stoppedAt: last ? { id: last.id, key: last.key } : null }
}

/**
 * Their transfers that contain the words, unordered, from the index, which has keys of each account. Null where more
 * than `most` may match.
 */
export async function findByWords(
  db: Db,
  { accountIds }: Pick<Whose, 'accountIds'>,
  words: SearchWords,
  most: number,
): Promise<string[] | null> {
  const { rows } = await sql<{ id: string | null; candidates: number }>`
    with candidate as materialized (
      select account_id, transfer_id as id
      from find_by_words(${[...accountIds]}::text[], ${words.grams}::text[], ${most + 1})
    )
    select t.id, told.candidates from (select count(*)::int as candidates from candidate) told
    left join (
      candidate join transfers t on t.id = candidate.id and t.account_id = candidate.account_id and t.deleted_at is null
        and t.search_text like all(${words.patterns}::text[])
    ) on told.candidates <= ${most}`.execute(db)
  if ((rows[0]?.candidates ?? 0) > most) return null
  return rows.flatMap(({ id }) => (id === null ? [] : [id]))
}

export interface DeletedQuery {
  patterns: readonly string[]
  after: ListPlace | null
  skip: number
  take: number
}

/** Their positions, the last deleted first. */
export async function listDeletedPlaces(
  db: Db,
  { accountIds }: Pick<Whose, 'accountIds'>,
  { patterns, after, skip, take }: DeletedQuery,
): Promise<ListPlace[]> {
  const next = sql`
    select id, deleted_at from transfers
    where account_id = owner.id and deleted_at is not null and record_erased_at is null
      and search_text like all(${[...patterns]}::text[])
      and (${after === null}::boolean or (deleted_at, id) <
        ('epoch'::timestamptz + ${after?.key ?? 0}::double precision * interval '1 microsecond', ${after?.id ?? ''}))
    order by deleted_at desc, id desc limit ${skip + take}`
  const { rows } = await sql<ListPlace>`${KEPT}
    select listed.id, (extract(epoch from listed.deleted_at) * 1000000)::int8 as key
    from unnest(${[...accountIds]}::text[]) as owner (id) cross join lateral (${next}) listed
    order by listed.deleted_at desc, listed.id desc limit ${take} offset ${skip}`.execute(db)
  return rows
}

const MOST_COUNTED = 1_000

export interface TransferCounts {
  all: number
  active: number
  expired: number
  downloads: number
  received: number
  /** Deleted ones with a record, up to the count's limit. */
  deleted: number
  /** Undeleted ones of others in the team that are shared with the reader, up to the count's limit. */
  shared: number
  /** The list status of some is out of date: they have expired since. */
  isOverdue: boolean
}

/**
 * Of theirs, beside what `readerId` has received and what is shared with it. A transfer received at two addresses of
 * the account counts once.
 */
export async function readCounts(db: Db, whose: Whose, readerId: string): Promise<TransferCounts> {
  const { rows } = await sql<TransferCounts>`${KEPT}
    select coalesce(sum(transfers), 0)::int as all,
      coalesce(sum(transfers) filter (where list_status in (0, 2)), 0)::int as active,
      coalesce(sum(transfers) filter (where list_status in (1, 3)), 0)::int as expired,
      coalesce(sum(transfers) filter (where list_status in (2, 3)), 0)::int as downloads,
      case when (select count(*) from account_emails where account_id = ${readerId}) = 1
        then (select count(*) from recipients where received_at is not null
          and address = (select address from account_emails where account_id = ${readerId}))
        else (select count(distinct transfer_id) from recipients where received_at is not null
          and address in (select address from account_emails where account_id = ${readerId}))
      end::int as received,
      (select count(*)::int from (select from transfers t where ${isAmong(whose)} and deleted_at is not null
        and record_erased_at is null limit ${MOST_COUNTED}) kept) as deleted,
      (select count(*)::int from (select from transfer_shares s join transfers t on t.id = s.transfer_id
        and t.deleted_at is null where s.member_id = ${readerId} limit ${MOST_COUNTED}) sent) as shared,
      coalesce(${soonestEnd(whose, 0)} <= now(), false) or coalesce(${soonestEnd(whose, 2)} <= now(), false)
        as "isOverdue"
    from transfer_counts where ${isCounted(whose, 'month')}`.execute(db)
  return rows[0] as TransferCounts
}

const soonestEnd = (whose: Whose, listStatus: number) => sql`(
  select coalesce(t.expires_at, 'infinity') from transfers t
  where ${isOf(whose)} and t.list_status = ${sql.lit(listStatus)} and t.deleted_at is null
  order by coalesce(t.expires_at, 'infinity'), t.id limit 1)`

/** The number of transfers with some list statuses. */
export async function countByStatus(db: Db, whose: Whose, listStatuses: readonly number[]): Promise<number> {
  const { rows } = await sql<{ transfers: number }>`
    select coalesce(sum(transfers), 0)::int as transfers from transfer_counts
    where ${isCounted(whose, 'month')} and list_status = any(${[...listStatuses]}::int[])`.execute(db)
  return rows[0]?.transfers ?? 0
}

/** Where to begin so that `skip` transfers of a list by age are skipped, and how many remain to skip. */
export async function startBehind(
  db: Db,
  whose: Whose,
  run: ListRun,
  skip: number,
): Promise<{ after: ListPlace | null; skip: number }> {
  const edge = run.isAscending ? sql`day::date` : sql`day::date + 1`
  const days = sql`
    select sum(transfers) as transfers, ${edge} as edge, day as key from transfer_day_counts
    where ${ofRun(whose, run, 'day')} and day >= month.key || '-01'
      and day <= month.key || '-31'
    group by day`
  const { rows } = await sql<{ edge: number; before: number }>`${KEPT}
    with month as materialized (${lastBefore(
      run,
      skip,
      sql`
      select sum(transfers) as transfers, null::date as edge, month as key from transfer_counts
      where ${ofRun(whose, run, 'month')} group by month`,
      sql`0`,
    )})
    select (extract(epoch from found.edge::timestamp at time zone 'utc') * 1000000)::int8 as edge, found.before::int
    from month cross join lateral (${lastBefore(run, skip, days, sql`month.before`)}) found`.execute(db)
  const [start] = rows
  return start ? { after: { key: start.edge, id: '' }, skip: skip - start.before } : { after: null, skip }
}

const ofRun = (whose: Whose, { listStatuses }: ListRun, period: 'month' | 'day') =>
  sql`${isCounted(whose, period)} and list_status in (${sql.join(listStatuses.map((listStatus) => sql.lit(listStatus)))})`

/** The last period, among periods with their transfers, that has at most `skip` of them before it. */
const lastBefore = ({ isAscending }: ListRun, skip: number, spans: RawBuilder<unknown>, before: RawBuilder<unknown>) =>
  sql`select key, edge, before from (
      select key, edge, ${before} + sum(transfers) over (order by key ${isAscending ? sql`asc` : sql`desc`}) - transfers
        as before
      from (${spans}) span where transfers > 0
    ) spans where before <= ${skip}::int order by before desc limit 1`

/** Whether the account has any transfer. */
export async function hasTransfers(db: Db, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from transfer_counts where account_id = ${accountId} and transfers > 0 limit 1`.execute(db)
  return rows.length > 0
}
