/**
 * The position where a page of a list ended, as the client receives it: opaque. Each list defines and checks its own
 * content.
 */
import { Problem } from '@waybill/contract/core/problems'

export const encodeCursor = (values: ReadonlyArray<string | number | null>): string =>
  Buffer.from(JSON.stringify(values)).toString('base64url')

/** Returns what `take` makes of the values. @throws Problem 'invalid-input' where `take` rejects them */
export function decodeCursor<Cursor>(text: string, take: (values: readonly unknown[]) => Cursor | null): Cursor {
  const cursor = take(valuesOf(text))
  if (cursor === null) throw new Problem('invalid-input', { where: 'query', field: 'after' })
  return cursor
}

function valuesOf(text: string): readonly unknown[] {
  try {
    const values = JSON.parse(Buffer.from(text, 'base64url').toString())
    return Array.isArray(values) ? values : []
  } catch {
    return []
  }
}

export const isCursorId = (value: unknown): value is string => typeof value === 'string' && /^[\w-]{1,64}$/.test(value)

/** For a list ordered by time: the instant in microseconds, then the row's id. */
export interface TimeCursor {
  at: number
  id: string
}

export const writeCursor = ({ at, id }: TimeCursor): string => encodeCursor([at, id])

/** @throws Problem 'invalid-input' for a cursor that we did not make */
export const readCursor = (after: string | undefined): TimeCursor | null =>
  after === undefined
    ? null
    : decodeCursor(after, ([at, id]) => (Number.isSafeInteger(at) && isCursorId(id) ? { at: at as number, id } : null))
