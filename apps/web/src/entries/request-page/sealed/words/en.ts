/** Sending to a request that takes sealed files. */
export const sealedSending = {
  sealing: 'Getting the seals ready …',
  storedSum: 'SHA-256 of the sealed file, as stored',
  claimedSum: 'SHA-256 of your file, as your browser says',
  noClaim: 'Your browser could not read the file once more: this receipt names no SHA-256 of it.',
  sealedFor: (who: string) => `Sealed on your device: only ${who} can open these files.`,
}

export type SealedSendingWords = typeof sealedSending
