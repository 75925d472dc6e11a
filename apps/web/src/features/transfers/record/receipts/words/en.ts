/** Downloading a recipient's delivery receipt. */
export const receipts = {
  receipt: 'Receipt',
  /** The likely action for somebody who has everything, for screen readers. */
  receiptFor: (who: string) => `Delivery receipt for ${who}`,
  forms: { pdf: 'Delivery receipt (PDF)', json: 'Delivery receipt (JSON)' },
  making: 'Creating…',
  inPreparation:
    'Delivery receipts are in preparation: the SHA-256 of the files is still being computed. A receipt downloaded now says so.',
}

export type ReceiptWords = typeof receipts
