import { Problem } from '@waybill/contract/core/problems'
import type { ByteSpan } from './blob-port.ts'

/** The parts in order of offset; the same array when it is already in order. */
export function inOrder<P extends ByteSpan>(parts: readonly P[]): readonly P[] {
  for (let i = 1; i < parts.length; i++) {
    if ((parts[i - 1] as P).offset > (parts[i] as P).offset) return parts.toSorted((a, b) => a.offset - b.offset)
  }
  return parts
}

/**
 * Checks that `parts` lie end to end from 0 to `bytes`, without gap or overlap.
 *
 * @throws Problem 'upload-incomplete' with the first byte that is not covered exactly once
 */
export function assertCovered(parts: readonly ByteSpan[], bytes: number): void {
  let end = 0
  for (const part of inOrder(parts)) {
    if (part.offset !== end || part.bytes <= 0) break
    end += part.bytes
  }
  if (end !== bytes) throw new Problem('upload-incomplete', { from: Math.min(end, bytes) })
}

/** Checks that the span lies within the blob. @throws RangeError (a bug) otherwise */
export function assertWithin(span: ByteSpan, bytes: number): void {
  const end = span.offset + span.bytes
  if (!Number.isSafeInteger(span.offset) || !Number.isSafeInteger(span.bytes) || span.offset < 0 || span.bytes < 0) {
    throw new RangeError(`not a span: ${span.offset}+${span.bytes}`)
  }
  if (end > bytes) throw new RangeError(`span ends at ${end} of ${bytes}`)
}
