import { createHash } from 'node:crypto'

/** The signed content of an anchor. */
export interface AnchorFacts {
  number: number
  at: Date
  /** How many ledgers it covers. */
  count: number
  root: Uint8Array
  /** Hash of the previous anchor. */
  previous: Uint8Array
}

/** The predecessor of the first anchor. */
export const NO_ANCHOR = Buffer.alloc(32)

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** Six lines. */
export const anchorText = ({ number, at, count, root, previous }: AnchorFacts): string =>
  ['waybill anchor 1', number, at.toISOString(), count, hex(root), hex(previous)].join('\n')

/** What the next anchor builds on, and what a time stamp covers. */
export const anchorHash = (facts: AnchorFacts): Buffer => createHash('sha256').update(anchorText(facts)).digest()
