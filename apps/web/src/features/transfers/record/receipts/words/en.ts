/** Downloading a recipient's delivery receipt. */
export const receipts = {
  receipt: 'Delivery receipt',
  receiptFor: (who: string) => `Delivery receipt for ${who}`,
  making: 'Creating…',
  inPreparation:
    'Delivery receipts are in preparation: the SHA-256 of the files is still being computed. A receipt downloaded now says so.',
}

export type ReceiptWords = typeof receipts
