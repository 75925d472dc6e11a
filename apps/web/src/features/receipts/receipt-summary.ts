import type { Receipt } from '@waybill/contract/tracking/receipt-endpoints'
import { recipientName } from './recipient-name.ts'
import type { ReceiptCheckWords } from './words/en.ts'

/**
 * How far the delivery got, in one sentence. Counts the files whose bytes count: those not removed and not withdrawn.
 */
export function summaryOf(receipt: Receipt, words: ReceiptCheckWords, size: (bytes: number) => string): string {
  const { bytes, deliveredBytes, openedAt, finishedAt, evidence, doubtBytes } = receipt.delivery
  const who = recipientName(receipt, words)
  const count = receipt.files.filter(({ removedAt, state }) => removedAt === null && state !== 'withdrawn').length
  if (finishedAt !== null) {
    const { delivered, handed, sentOn } = words.summary
    const tell = { received: delivered, 'handed-over': handed, 'sent-by-proxy': sentOn }[evidence ?? 'handed-over']
    const told = tell(who, words.fileCount(count), size(bytes))
    return doubtBytes > 0 ? words.withDoubt(told, size(doubtBytes)) : told
  }
  if (deliveredBytes > 0) return words.summary.partly(who, size(deliveredBytes), size(bytes))
  if (receipt.files.some(({ beganAt, removedAt }) => beganAt && removedAt === null)) return words.summary.begun(who)
  return openedAt === null ? words.summary.sent(who) : words.summary.opened(who)
}
