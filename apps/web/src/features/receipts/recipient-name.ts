import type { Receipt } from '@waybill/contract/tracking/receipt-endpoints'
import type { ReceiptCheckWords } from './words/en.ts'

/** Whom it was for, as their receipt knows them. */
export function recipientName({ recipient, transfer }: Receipt, words: ReceiptCheckWords): string {
  return recipient.name || recipient.email || (transfer.sendAs === 'link' ? words.linkHolder : words.erased)
}
