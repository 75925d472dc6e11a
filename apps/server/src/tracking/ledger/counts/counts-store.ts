import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../platform/database/schema.ts'
import { cover, coverShort, type SignedRange, type TimeRange } from './cover.ts'

/** What the people of accounts did, from the database's counts; every statement names their owners. */
type Db = Kysely<Database>

/** A half-open time range in quarter hours, and its filters. */
export interface CountQuery {
  /** Whose counts are added up. */
  accountIds: readonly string[]
  from: number
  to: number
  now: number
  /** '' is anyone with a link. */
  contact?: string | undefined
  /** 'ZZ' is unknown. */
  country?: string | undefined
  file?: string | undefined
}

export interface Counts {
  downloads: number
  repeats: number
  openings: number
}
export interface SubjectCounts extends Counts {
  /** An address, a file's id, or a country. */
  subject: string
  mails: number
  /** How many subjects there are in all. */
  count: number
}

const counted = sql`sign * (kind = 'download')::int as downloads, sign * (kind = 'repeat')::int as repeats,
  sign * (kind = 'opening')::int as openings, sign * (kind = 'mail')::int as mails`
const summed = sql`sum(downloads)::int8 as downloads, sum(repeats)::int8 as repeats, sum(openings)::int8 as openings,
  sum(mails)::int8 as mails`
const subjects = { contact: sql`address`, file: sql`file_id`, country: sql`country` } as const
export type Facet = keyof typeof subjects

/** A contact and a file have few rows: a question about one only uses those. */
const isNarrow = ({ contact, file }: CountQuery) => contact !== undefined || file !== undefined

/** One account is compared as such, so that its plan is not that of a team. */
const ownedBy = (accountIds: readonly string[]) =>
  accountIds.length === 1 ? sql`account_id = ${accountIds[0]}` : sql`account_id = any(${[...accountIds]}::text[])`

function matching({ accountIds, contact, country, file }: CountQuery): RawBuilder<unknown> {
  const filters = [ownedBy(accountIds)]
  if (contact !== undefined) filters.push(sql`address = ${contact}`)
  if (file !== undefined) filters.push(sql`file_id = ${file} and file_id <> ''`)
  if (country !== undefined) filters.push(sql`country = ${country}`)
  return sql.join(filters, sql` and `)
}

/** Counted rows that match the query; of those in sums, only where `edges` includes them. */
function rowsWithin(query: CountQuery, edges: ReadonlyArray<Omit<SignedRange, 'span'>>): RawBuilder<unknown> {
  const parts = edges.map(
    ({ from, to, sign }) => sql`select ${sign}::int as sign, quarter, kind, country, address, file_id from counted
      where ${matching(query)} and quarter >= ${from} and quarter < ${to}`,
  )
  const fresh = sql`select 1 as sign, quarter, kind, country, address, file_id from counted_fresh
    where ${matching(query)} and quarter >= ${query.from} and quarter < ${query.to}`
  return sql.join([...parts, fresh], sql` union all `)
}

/** By the spans that begin at `starts`, the last one until the query's range ends: the events in each non-empty span. */
export async function countTimes(
  db: Db,
  query: CountQuery,
  starts: readonly number[],
): Promise<Array<Counts & { nth: number }>> {
  const facet =
    query.country === undefined ? sql`facet = 'time'` : sql`facet = 'country' and country = ${query.country}`
  const ranges = starts.flatMap((from, nth) =>
    coverShort(from, starts[nth + 1] ?? query.to).map((range) => ({ nth, ...range })),
  )
  const column = (name: 'nth' | 'span' | 'from' | 'to') => sql`${ranges.map((range) => range[name])}::int[]`
  // Each is one range of the index: no condition applies to single rows.
  const sums = sql`select one.nth, span.*
    from unnest(${column('nth')}, ${column('span')}, ${column('from')}, ${column('to')}) as one (nth, span, starts_at, ends_at)
    cross join lateral (
      select ${summed} from counted_sums s
      where ${ownedBy(query.accountIds)} and ${facet} and s.span = one.span and starts >= starts_at and starts < ends_at
    ) span where span.downloads is not null
    union all`
  const { rows } = await sql<Counts & { nth: number }>`
    select nth, ${summed} from (
      ${isNarrow(query) ? sql`` : sums}
      select width_bucket(quarter, ${[...starts]}::int[]) - 1 as nth, ${counted}
      from (${rowsWithin(query, isNarrow(query) ? [{ ...query, sign: 1 }] : [])}) one
    ) pieces group by nth`.execute(db)
  return rows
}

const signed = ({ sign }: SignedRange) =>
  sign === 1
    ? sql`downloads, repeats, openings, mails`
    : sql`-downloads as downloads, -repeats as repeats, -openings as openings, -mails as mails`

/**
 * Long spans have few starts, which are named: for a range the planner expects so many rows that it would rather read
 * the whole table.
 */
function startingIn({ span, from, to }: TimeRange): RawBuilder<unknown> {
  if (span === 1) return sql`span = 1 and starts >= ${from} and starts < ${to}`
  const starts = Array.from({ length: (to - from) / span }, (_, nth) => from + nth * span)
  return sql`span = ${span} and starts = any(${starts}::int[])`
}

/** For each country, contact or file, not yet added up. */
function pieces(query: CountQuery, facet: Facet): RawBuilder<unknown> {
  const name = subjects[facet]
  // A transfer as a whole is not a file, and a mail has no country: its server's location says nothing about its
  // reader.
  const filter = { contact: sql`true`, file: sql`file_id <> ''`, country: sql`kind <> 'mail'` }[facet]
  const of = (rows: RawBuilder<unknown>) =>
    sql`select ${name} as subject, ${counted} from (${rows}) one where ${filter}`
  if (isNarrow(query)) return of(rowsWithin(query, [{ ...query, sign: 1 }]))
  // For countries, hours and single quarters are sums too; there are few.
  const kind = facet === 'country' ? 'country' : query.country === undefined ? 'all' : 'inCountry'
  const ranges = cover(query.from, query.to, query.now, kind)
  const isSummed = ({ span }: TimeRange) => span > 1 || facet === 'country'
  const sums = ranges.filter(isSummed).map(
    (range) => sql`select ${facet === 'country' ? sql`country` : sql`subject`} as subject, ${signed(range)}
      from counted_sums
      where ${ownedBy(query.accountIds)} and facet = ${facet} and ${startingIn(range)}
      ${kind === 'country' && query.country === undefined ? sql`` : sql`and country = ${query.country ?? ''}`}`,
  )
  return sql.join(
    [
      ...sums,
      of(
        rowsWithin(
          query,
          ranges.filter((one) => !isSummed(one)),
        ),
      ),
    ],
    sql` union all `,
  )
}

/** Those with most downloads first, the first `take`. */
export async function countSubjects(db: Db, query: CountQuery, facet: Facet, take: number): Promise<SubjectCounts[]> {
  const { rows } = await sql<SubjectCounts>`
    with found as (select subject, ${summed} from (${pieces(query, facet)}) pieces group by subject)
    select *, count(*) over ()::int as count from found where downloads + repeats + openings > 0
    order by downloads desc, repeats desc, openings desc, subject limit ${take}`.execute(db)
  return rows
}

/** Contacts, and separately those who were mailed and downloaded nothing; `take` of each. */
export async function countContactDownloads(
  db: Db,
  query: CountQuery,
  take: number,
): Promise<{ contacts: SubjectCounts[]; neverFetched: SubjectCounts[] }> {
  const { rows } = await sql<SubjectCounts & { part: 'contacts' | 'neverFetched' }>`
    with found as materialized (select subject, ${summed} from (${pieces(query, 'contact')}) pieces group by subject)
    (select 'contacts' as part, *, count(*) over ()::int as count from found where downloads + repeats + openings > 0
      order by downloads desc, repeats desc, openings desc, subject limit ${take})
    union all
    (select 'neverFetched', *, count(*) over ()::int from found where mails > 0 and downloads = 0 and subject <> ''
      order by mails desc, openings desc, subject limit ${take})`.execute(db)
  const of = (part: string) => rows.filter((row) => row.part === part)
  return { contacts: of('contacts'), neverFetched: of('neverFetched') }
}

/** Habits are derived from this many of each contact's last actions, which one read returns however many there are. */
const HABIT = 100

/** The hour of their own day in which each opened and downloaded most recently; the earlier hour in a tie. */
export async function findBestHours(
  db: Db,
  accountIds: readonly string[],
  addresses: readonly string[],
  within: { from: number; to: number },
): Promise<Map<string, number>> {
  const lastOf = (table: RawBuilder<unknown>) => sql`
    (select seen.* from unnest(${[...accountIds]}::text[]) owner (id) cross join lateral (
      select quarter, local_hour from ${table}
      where account_id = owner.id and address = one.address and quarter >= ${within.from}
        and quarter < ${within.to} and kind <> 'mail' and local_hour is not null
      order by quarter desc limit ${HABIT}
    ) seen)`
  const { rows } = await sql<{ address: string; hour: number }>`
    select distinct on (address) address, local_hour as hour
    from unnest(${[...addresses]}::text[]) one (address) cross join lateral (
      select local_hour from (${lastOf(sql`counted`)} union all ${lastOf(sql`counted_fresh`)}) seen
      order by quarter desc limit ${HABIT}
    ) late
    group by address, local_hour order by address, count(*) desc, local_hour`.execute(db)
  return new Map(rows.map(({ address, hour }) => [address, hour]))
}
