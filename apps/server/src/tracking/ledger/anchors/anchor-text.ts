import { createHash } from 'node:crypto'

/** What is signed of an anchor. */
export interface AnchorFacts {
  number: number
  at: Date
  /** How many ledgers it is over. */
  count: number
  root: Uint8Array
  /** Hash of the anchor before. */
  previous: Uint8Array
}

/** What the first anchor builds on. */
export const NO_ANCHOR = Buffer.alloc(32)

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** Six lines. */
export const anchorText = ({ number, at, count, root, previous }: AnchorFacts): string =>
  ['waybill anchor 1', number, at.toISOString(), count, hex(root), hex(previous)].join('\n')

/** What the next anchor builds on, and what a time stamp is about. */
export const anchorHash = (facts: AnchorFacts): Buffer => createHash('sha256').update(anchorText(facts)).digest()
