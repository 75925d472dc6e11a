/**
 * Where a page of a list ended, as the wire carries it: opaque, and of no use for another order. The key is the number
 * the list is ordered by, of times the microsecond; null is "never", which comes after every time.
 */
import { Problem } from '@waybill/contract/core/problems'
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
  Buffer.from(JSON.stringify([sort, run, key, id, skip])).toString('base64url')

/** @throws Problem 'invalid-input' for anything that no page of this order ended with */
export function parseCursor(text: string, sort: TransferSort): ListCursor {
  const cursor = readCursor(text)
  if (cursor === null || cursor.sort !== sort) throw new Problem('invalid-input', { where: 'query', field: 'after' })
  return cursor
}

function readCursor(text: string): ListCursor | null {
  try {
    const [sort, run, key, id, skip, ...more] = JSON.parse(Buffer.from(text, 'base64url').toString())
    const isOurs =
      more.length === 0 &&
      typeof sort === 'string' &&
      isCount(run) &&
      (key === null || Number.isSafeInteger(key)) &&
      typeof id === 'string' &&
      /^[\w-]{1,64}$/.test(id) &&
      isCount(skip)
    return isOurs ? { sort: sort as TransferSort, run, key, id, skip } : null
  } catch {
    return null
  }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
