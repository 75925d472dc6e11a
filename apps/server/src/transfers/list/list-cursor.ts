/**
 * Where a page of a list ended, as the client receives it: opaque, and only valid for the same order. The key is the
 * number that orders the list, microseconds for times; null is "never", which comes after every time.
 */
import { decodeCursor, encodeCursor, isCursorId } from '../../platform/cursor.ts'
import type { TransferSort } from './list-order.ts'

export interface ListPlace {
  key: number | null
  id: string
}

export interface ListCursor extends ListPlace {
  sort: TransferSort
  /** Which run of the order. */
  run: number
  /** Rows still to skip after this position. */
  skip: number
}

export const formatCursor = ({ sort, run, key, id, skip }: ListCursor): string =>
  encodeCursor([sort, run, key, id, skip])

/** @throws Problem 'invalid-input' for a cursor that no page of this order returned */
export const parseCursor = (text: string, sort: TransferSort): ListCursor =>
  decodeCursor(text, ([of, run, key, id, skip, ...more]) => {
    const isOurs = more.length === 0 && of === sort && isCount(run) && isKey(key) && isCursorId(id) && isCount(skip)
    return isOurs ? { sort, run, key, id, skip } : null
  })

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
const isKey = (value: unknown): value is number | null => value === null || Number.isSafeInteger(value)
