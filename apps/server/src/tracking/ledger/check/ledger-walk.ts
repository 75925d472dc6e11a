import { createHash } from 'node:crypto'
import { chainStart, chainText } from '../chain.ts'
import { entryOf } from '../entry-of.ts'
import type { EventRow } from '../ledger-store.ts'

/** A ledger hashed again, entry after entry. Pure. */
export class LedgerWalk {
  readonly #transferId: string
  #head: Buffer
  #place = 0
  #brokenAt: number | null = null

  constructor(transferId: string) {
    this.#transferId = transferId
    this.#head = chainStart(transferId)
  }

  /** How many entries it has consumed. */
  get place(): number {
    return this.#place
  }

  /** The next entry, in order. Returns its hashed text, and the hash before it. */
  take(row: EventRow): { before: Buffer; text: string } {
    const before = this.#head
    this.#place += 1
    const text = chainText(this.#transferId, entryOf(row))
    const hash = createHash('sha256').update(before).update(text).digest()
    if (row.place !== this.#place || !hash.equals(row.hash)) this.#brokenAt ??= this.#place
    this.#head = hash
    return { before, text }
  }

  /**
   * The first invalid entry, one beyond the last where the ledger's end differs from its statement; null where all are
   * valid.
   */
  brokenAt({ length, head }: { length: number; head: Buffer | null }): number | null {
    const isAtEnd = this.#place === length && this.#head.equals(head ?? chainStart(this.#transferId))
    return this.#brokenAt ?? (isAtEnd ? null : this.#place + 1)
  }
}
