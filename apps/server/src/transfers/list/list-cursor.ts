/**
 * Where a page of a list ended, as the wire carries it: opaque, and of no use for another order. The key is the number
 * the list is ordered by, of times the microsecond; null is "never", which comes after every time.
 */
import { decodeCursor, encodeCursor, isCursorId } from '../../platform/cursor.ts'
import type { TransferSort } from './list-order.ts'

export interface ListPlace {
  key: number | null
  id: string
}

export interface ListCursor extends ListPlace {
  sort: TransferSort
  /** Which of the order's runs. */
  run: number
  /** Rows still to be left out behind the place. */
  skip: number
}

export const formatCursor = ({ sort, run, key, id, skip }: ListCursor): string =>
  encodeCursor([sort, run, key, id, skip])

/** @throws Problem 'invalid-input' for anything that no page of this order ended with */
export const parseCursor = (text: string, sort: TransferSort): ListCursor =>
  decodeCursor(text, ([of, run, key, id, skip, ...more]) => {
    const isOurs = more.length === 0 && of === sort && isCount(run) && isKey(key) && isCursorId(id) && isCount(skip)
    return isOurs ? { sort, run, key, id, skip } : null
  })

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
const isKey = (value: unknown): value is number | null => value === null || Number.isSafeInteger(value)
