import { type Kysely, type RawBuilder, sql } from 'kysely'
import { KEPT } from '../../platform/database/kept-statements.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { ListPlace } from './list-cursor.ts'
import type { ListRun, TransferSort } from './list-order.ts'
import { type ListedRow, readListedAt } from './listed-store.ts'
import type { SearchWords } from './search-words.ts'

/**
 * Pages of an account's own transfers. What a page costs does not grow with the list: each shelf is read in the order of
 * its index, and merged.
 */
type Db = Kysely<Database>

interface Column {
  /** As its index has it. */
  value: RawBuilder<unknown>
  /** The wire's number of the key of a table called `listed`. */
  number: RawBuilder<number | null>
  /** A number of the wire as a value again. */
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
  /** Only what comes behind it. */
  after: ListPlace | null
}

/**
 * The next `most` transfers of each shelf of the part. Every shelf by a statement of its own: only so is it read in the
 * order of its index.
 */
function rowsOf(
  accountId: string,
  part: ListPart,
  most: number,
  alsoTold: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> {
  const { value } = columns[part.sort]
  const way = part.run.isAscending ? sql`asc` : sql`desc`
  return sql.join(
    part.run.shelves.map(
      (shelf) => sql`(select t.id, ${value} as key${alsoTold} from transfers t
        where t.account_id = ${accountId} and t.shelf = ${sql.lit(shelf)} and t.deleted_at is null ${behind(part)}
        order by ${value} ${way}, t.id ${way} limit ${most})`,
    ),
    sql` union all `,
  )
}

function behind({ sort, run, after }: ListPart): RawBuilder<unknown> {
  const { value, given } = columns[sort]
  if (after === null) return sql``
  return sql`and (${value}, t.id) ${run.isAscending ? sql`>` : sql`<`} (${given(after.key)}, ${after.id})`
}

/** Of a table called `listed`: its key is the index's own, not the number that is told of it. */
const inOrder = ({ run }: Pick<ListPart, 'run'>) =>
  run.isAscending ? sql`listed.key asc, listed.id asc` : sql`listed.key desc, listed.id desc`

/** The next transfers of a part, with all that a list shows of them. */
export function listRows(
  db: Db,
  accountId: string,
  part: ListPart,
  { skip, take }: { skip: number; take: number },
): Promise<Array<ListedRow & ListPlace>> {
  const order = inOrder(part)
  const places = sql`select * from (${rowsOf(accountId, part, skip + take)}) listed
    order by ${order} limit ${take} offset ${skip}`
  return readListedAt<number | null>(db, accountId, { places, told: columns[part.sort].number, order })
}

/** The next transfers of a part among `ids`: each is looked up by itself. */
export async function listPlacesAmong(
  db: Db,
  accountId: string,
  { sort, run, after }: ListPart,
  ids: readonly string[],
  take: number,
): Promise<ListPlace[]> {
  const { rows } = await sql<ListPlace>`${KEPT}
    select id, ${columns[sort].number} as key from (
      select t.id, ${columns[sort].value} as key
      from unnest(${[...ids]}::text[]) as given (id) join transfers t on t.id = given.id
      where t.account_id = ${accountId} and t.shelf = any(${[...run.shelves]}::int[]) and t.deleted_at is null
        ${behind({ sort, run, after })}
    ) listed order by ${inOrder({ run })} limit ${take}`.execute(db)
  return rows
}

/**
 * Looks through the next `rows` transfers of a part for words. `stoppedAt` is the last one looked at; null where there
 * are no more.
 */
export async function walkPlaces(
  db: Db,
  accountId: string,
  part: ListPart,
  { words, rows: most, take }: { words: SearchWords; rows: number; take: number },
): Promise<{ found: ListPlace[]; stoppedAt: ListPlace | null }> {
  const order = inOrder(part)
  const { rows } = await sql<ListPlace & { is_last: boolean }>`${KEPT}
    with walked as materialized (
      select id, key, search_text from (${rowsOf(accountId, part, most, sql`, t.search_text`)}) listed
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
 * The account's transfers that hold the words, in no order, by the index. Null where it knows of more than `most` that
 * may.
 */
export async function findByWords(
  db: Db,
  accountId: string,
  words: SearchWords,
  most: number,
): Promise<string[] | null> {
  const keys = sql`array(select gram_key(${accountId}, gram) from unnest(${words.grams}::text[]) as gram)`
  const { rows } = await sql<{ id: string | null; candidates: number }>`
    with candidate as materialized (select find_by_grams(${accountId}, ${keys}, ${most + 1}) as id)
    select t.id, told.candidates from (select count(*)::int as candidates from candidate) told
    left join (
      candidate join transfers t on t.id = candidate.id and t.account_id = ${accountId} and t.deleted_at is null
        and t.search_text like all(${words.patterns}::text[])
    ) on told.candidates <= ${most}`.execute(db)
  if ((rows[0]?.candidates ?? 0) > most) return null
  return rows.flatMap(({ id }) => (id === null ? [] : [id]))
}
