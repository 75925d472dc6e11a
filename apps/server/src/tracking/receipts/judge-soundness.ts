import type { EndFault } from '../ledger/index.ts'
import type { EntryFacts } from './entry-facts.ts'
import type { ReceiptFileRow, ReceiptRows } from './receipt-store.ts'

/** How long answers are stored beside the ledger: nothing else explains what a process that died had sent. */
const ANSWERS_KEPT_MS = 30 * 86_400_000

/** Why nothing can be signed: what is wrong, and in which entry or file. */
export interface Unsound {
  because: 'chain' | 'opening' | 'begin' | 'finish' | 'bytes' | 'sum' | 'unknown-file' | EndFault['because']
  place?: number
  file?: string
  anchor?: number
}

/**
 * Compares the data beside a ledger with the ledger, for one recipient: the chain itself, every time, every size and
 * all evidence. Null where they agree. Pure.
 */
export function judgeSoundness(rows: ReceiptRows): Unsound | null {
  const { brokenPlace, recipient, facts, files } = rows
  if (brokenPlace !== null) return { because: 'chain', place: brokenPlace }
  if ((recipient.openedAt === null) !== (facts.opened === null)) return { because: 'opening' }
  const known = new Set(files.map(({ id }) => id))
  for (const id of [...facts.sums.keys(), ...facts.began.keys(), ...facts.finished.keys()]) {
    if (!known.has(id)) return { because: 'unknown-file', file: id }
  }
  for (const file of files) {
    const because = judgeDelivery(file, facts, rows)
    if (because !== null) return { because, file: file.id }
  }
  return null
}

function judgeDelivery(file: ReceiptFileRow, facts: EntryFacts, { transfer }: ReceiptRows): Unsound['because'] | null {
  if (!isAsSummed(file, facts)) return 'sum'
  const [begun, finished] = [facts.began.get(file.id), facts.finished.get(file.id)]
  if (file.beganAt?.getTime() !== begun?.at.getTime()) return 'begin'
  if (file.finishedAt?.getTime() !== finished?.at.getTime()) return 'finish'
  if (file.deliveredBytes !== file.rangedBytes || file.deliveredBytes > file.bytes) return 'bytes'
  if (finished === undefined) return isExplained(file, facts, transfer.issuedAt) ? null : 'bytes'
  const isWhole = file.deliveredBytes === file.bytes && (finished.bytes ?? file.bytes) === file.bytes
  if (!isWhole) return 'bytes'
  const isAlike = file.doubtBytes === finished.doubtBytes && file.evidence === finished.evidence
  return isAlike ? null : 'finish'
}

/**
 * The ledger's checksum of a file's stored bytes equals the one beside it. A checksum without an entry is not reported
 * yet.
 */
function isAsSummed({ id, sha256, bytes, isChecked }: ReceiptFileRow, { sums }: EntryFacts): boolean {
  const sum = sums.get(id)
  return sum === undefined || (isChecked && sum.sha256 === sha256?.toString('hex') && sum.bytes === bytes)
}

/**
 * The bytes of an unfinished file come from an answer that is on record, or from one that is stored beside the ledger.
 */
function isExplained(file: ReceiptFileRow, facts: EntryFacts, now: Date): boolean {
  const onRecord = deliveredOnRecord(file.id, facts)
  if (file.deliveredBytes <= onRecord + file.answeredBytes) return true
  return file.beganAt !== null && now.getTime() - file.beganAt.getTime() > ANSWERS_KEPT_MS
}

/** The most that can have been delivered of a file, according to the ledger. */
export const deliveredOnRecord = (fileId: string, { deliveredOf, deliveredInArchives }: EntryFacts): number =>
  (deliveredOf.get(fileId) ?? 0) + deliveredInArchives
