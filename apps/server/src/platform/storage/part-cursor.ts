import { RECORD_BYTES, type StoredPart } from './blob-port.ts'

/** Walks forward through parts in order, and finds which of them holds a record. */
export class PartCursor {
  readonly #parts: readonly StoredPart[]
  #at: number

  constructor(parts: readonly StoredPart[], offset: number) {
    this.#parts = parts
    this.#at = partAt(parts, offset)
  }

  /** The part that holds record `index`, null where none does. Indexes must not decrease from call to call. */
  at(index: number): StoredPart | null {
    const offset = index * RECORD_BYTES
    let part = this.#parts[this.#at]
    while (part !== undefined && part.offset + part.bytes <= offset) part = this.#parts[++this.#at]
    return part === undefined || part.offset > offset ? null : part
  }
}

/** Index of the part that holds `offset`, by binary search. */
function partAt(parts: readonly StoredPart[], offset: number): number {
  let low = 0
  let high = parts.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((parts[middle] as StoredPart).offset <= offset) low = middle + 1
    else high = middle
  }
  return Math.max(0, low - 1)
}
