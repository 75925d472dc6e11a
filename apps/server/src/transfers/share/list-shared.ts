import type { Kysely } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { formatCursor, parseCursor } from '../list/list-cursor.ts'
import type { TransferSort } from '../list/list-order.ts'
import { type ListedRow, readListed } from '../list/listed-store.ts'
import { searchWords } from '../list/search-words.ts'
import { listSharedPlaces } from './share-store.ts'

interface SharedListQuery {
  sort: TransferSort
  q: string | undefined
  skip: number
  after: string | undefined
  take: number
}

/**
 * One page of the transfers that members of the team share with the account. A search, or an order other than by age,
 * covers the latest two thousand.
 *
 * @throws Problem 'invalid-input' for an invalid `after`
 */
export async function listShared(
  db: Kysely<Database>,
  accountId: string,
  { sort, q, skip, after, take }: SharedListQuery,
): Promise<{ rows: ListedRow[]; next: string | null }> {
  const cursor = after === undefined ? null : parseCursor(after, sort)
  const patterns = searchWords(q)?.patterns ?? []
  const listQuery = { sort, patterns, after: cursor, skip: cursor?.skip ?? skip, take: take + 1 }
  const places = await listSharedPlaces(db, accountId, listQuery)
  const shown = places.slice(0, take)
  const last = shown.at(-1)
  const ids = shown.map(({ id }) => id)
  return {
    rows: await readListed(db, { readerId: accountId }, ids),
    next: places.length > take && last ? formatCursor({ ...last, sort, run: 0, skip: 0 }) : null,
  }
}
