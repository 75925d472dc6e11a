/** Sending to a request for sealed files. */
export const sealedSending = {
  sealing: 'Preparing to seal…',
  storedSum: 'SHA-256 of the sealed file, as stored',
  claimedSum: 'SHA-256 of your file, according to your browser',
  noClaim: 'Your browser could not read the file again: it has no SHA-256.',
  sealedFor: (who: string) => `Sealed on your device: only ${who} can open what you sent.`,
}

export type SealedSendingWords = typeof sealedSending
