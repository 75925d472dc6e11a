import type { Receipt } from '@waybill/contract/tracking/receipt-endpoints'
import type { ReceiptCheckWords } from './words/en.ts'

/** The recipient, as their receipt names them. */
export function recipientName({ recipient, transfer }: Receipt, words: ReceiptCheckWords): string {
  return recipient.name || recipient.email || (transfer.sendAs === 'link' ? words.linkHolder : words.erased)
}
