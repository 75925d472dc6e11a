import type { Receipt } from '@waybill/contract/receipts'
import type { ReceiptCheckWords } from '../words/en/receipt-check.ts'
import { recipientName } from './recipient-name.ts'

/** How far it went, in one sentence. Counts the files whose bytes are counted: those that stand and are not withdrawn. */
export function summaryOf(receipt: Receipt, words: ReceiptCheckWords, size: (bytes: number) => string): string {
  const { bytes, deliveredBytes, openedAt, finishedAt } = receipt.delivery
  const who = recipientName(receipt, words)
  const count = receipt.files.filter(({ removedAt, state }) => removedAt === null && state !== 'withdrawn').length
  if (finishedAt !== null) return words.summary.delivered(who, words.fileCount(count), size(bytes))
  if (deliveredBytes > 0) return words.summary.partly(who, size(deliveredBytes), size(bytes))
  return openedAt === null ? words.summary.sent(who) : words.summary.opened(who)
}
