import type { Kysely } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { formatCursor, parseCursor } from './list-cursor.ts'
import type { TransferSort } from './list-order.ts'
import { type ListedRow, readListed } from './listed-store.ts'
import { searchWords } from './search-words.ts'
import { listDeletedPlaces } from './transfer-list-store.ts'
import type { Whose } from './whose.ts'

interface DeletedListQuery {
  sort: TransferSort
  q: string | undefined
  skip: number
  after: string | undefined
  take: number
}

/**
 * One page of their deleted transfers, the last deleted first in every order.
 *
 * @throws Problem 'invalid-input' for an invalid `after`
 */
export async function listDeleted(
  db: Kysely<Database>,
  whose: Whose,
  { sort, q, skip, after, take }: DeletedListQuery,
): Promise<{ rows: ListedRow[]; next: string | null }> {
  const cursor = after === undefined ? null : parseCursor(after, sort)
  const patterns = searchWords(q)?.patterns ?? []
  const listQuery = { patterns, after: cursor, skip: cursor === null ? skip : 0, take: take + 1 }
  const places = await listDeletedPlaces(db, whose, listQuery)
  const shown = places.slice(0, take)
  const last = shown.at(-1)
  const ids = shown.map(({ id }) => id)
  return {
    rows: await readListed(db, whose, ids),
    next: places.length > take && last ? formatCursor({ ...last, sort, run: 0, skip: 0 }) : null,
  }
}
