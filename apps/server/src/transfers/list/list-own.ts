import type { Kysely } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { formatCursor, type ListPlace, parseCursor } from './list-cursor.ts'
import { type ListRun, listRuns, type OwnFilter, type TransferSort } from './list-order.ts'
import { type ListedRow, readListed } from './listed-store.ts'
import { type SearchWords, searchWords } from './search-words.ts'
import {
  countByStatus,
  findByWords,
  type ListPart,
  listPlacesAmong,
  listRows,
  startBehind,
  walkPlaces,
} from './transfer-list-store.ts'
import type { Whose } from './whose.ts'

/** From this many rows on, skipped rows are counted by days instead of read. */
const SKIP_BY_DAYS = 500
/** A search reads this many rows before it uses the index, */
const FIRST_WALK = 400
/** which returns at most this many; */
const MOST_BY_INDEX = 2_000
/** with more, or for words without an index, the search reads this many rows. */
const LONG_WALK = 8_000

export interface TransferListQuery {
  filter: OwnFilter
  sort: TransferSort
  q: string | undefined
  skip: number
  after: string | undefined
  take: number
}

type Db = Kysely<Database>

/** `db` only shows the workspace's rows; `searched` has the index of words, which row-level security would disable. */
interface Sources {
  db: Db
  searched: Db
}

interface Page {
  rows: ListedRow[]
  next: string | null
}

/** `row` is set where it was already read. */
type Found = ListPlace & { row?: ListedRow }

interface ListRange {
  found: Found[]
  /** Where the search ended before the run did. */
  stoppedAt: ListPlace | null
}

/**
 * One page of what one account, some or a workspace sent. A search reads at most some thousand rows: its page may then
 * be shorter than requested, even empty, and `next` continues from there. `after` takes precedence over `skip`.
 *
 * @throws Problem 'invalid-input' for an invalid `after`
 */
export async function listOwnTransfers(from: Sources, whose: Whose, listQuery: TransferListQuery): Promise<Page> {
  const { db } = from
  const { filter, sort, take } = listQuery
  const words = searchWords(listQuery.q)
  const cursor = listQuery.after === undefined ? null : parseCursor(listQuery.after, sort)
  const found: Array<Found & { run: number }> = []
  let skip = cursor?.skip ?? listQuery.skip
  for (const [run, statuses] of listRuns(filter, sort).entries()) {
    if (run < (cursor?.run ?? 0)) continue
    const part = { sort, run: statuses, after: cursor?.run === run ? cursor : null }
    const span = { skip, take: take + 1 - found.length }
    const range = words ? await search(from, whose, part, words, span) : await walk(db, whose, part, span)
    const kept = words ? range.found.slice(skip) : range.found
    skip = await skipBehind(db, whose, { words, statuses, skip, range })
    found.push(...kept.map((place) => ({ ...place, run })))
    if (found.length > take) break
    const { stoppedAt } = range
    if (stoppedAt) {
      return { rows: await rowsOf(db, whose, found), next: formatCursor({ ...stoppedAt, sort, run, skip }) }
    }
  }
  const last = found.length > take ? found[take - 1] : undefined
  const rows = await rowsOf(db, whose, found.slice(0, take))
  return { rows, next: last ? formatCursor({ ...last, sort, skip: 0 }) : null }
}

async function rowsOf(db: Db, whose: Whose, found: readonly Found[]): Promise<ListedRow[]> {
  const known = found.flatMap(({ row }) => row ?? [])
  if (known.length === found.length) return known
  return readListed(
    db,
    whose,
    found.map(({ id }) => id),
  )
}

/** What remains to skip in the next run. */
async function skipBehind(
  db: Db,
  whose: Whose,
  { words, statuses, skip, range }: { words: SearchWords | null; statuses: ListRun; skip: number; range: ListRange },
): Promise<number> {
  if (words) return Math.max(0, skip - range.found.length)
  if (skip === 0 || range.found.length > 0) return 0
  return Math.max(0, skip - (await countByStatus(db, whose, statuses.listStatuses)))
}

async function walk(
  db: Db,
  whose: Whose,
  part: ListPart,
  { skip, take }: { skip: number; take: number },
): Promise<ListRange> {
  const isByAge = part.sort === 'new' || part.sort === 'old'
  const start =
    isByAge && part.after === null && skip >= SKIP_BY_DAYS
      ? await startBehind(db, whose, part.run, skip)
      : { after: part.after, skip }
  const rows = await listRows(db, whose, { ...part, after: start.after }, { skip: start.skip, take })
  return { found: rows.map((row) => ({ id: row.id, key: row.key, row })), stoppedAt: null }
}

/** Reading finds frequent words, the index rare ones. */
async function search(
  { db, searched }: Sources,
  whose: Whose,
  part: ListPart,
  words: SearchWords,
  span: { skip: number; take: number },
): Promise<ListRange> {
  const take = span.skip + span.take
  const first = await walkPlaces(db, whose, part, { words, rows: FIRST_WALK, take })
  if (first.found.length >= take || first.stoppedAt === null) return { ...first, stoppedAt: null }
  const ids = words.grams.length > 0 ? await findByWords(searched, whose, words, MOST_BY_INDEX) : null
  if (ids !== null) return { found: await listPlacesAmong(db, whose, part, ids, take), stoppedAt: null }
  const behind = { ...part, after: first.stoppedAt }
  // Some accounts are each read this far; a workspace has its own index.
  const rows = whose.workspaceId === null ? Math.ceil(LONG_WALK / whose.accountIds.length) : LONG_WALK
  const more = await walkPlaces(db, whose, behind, { words, rows, take: take - first.found.length })
  const found = [...first.found, ...more.found]
  return { found, stoppedAt: found.length >= take ? null : more.stoppedAt }
}
