/** Sending to a request that takes sealed files. */
export const sealedSending = {
  title: 'Sealed on this device',
  text: (who: string) =>
    `Your files are encrypted in this browser before they leave it. Only ${who} can open them: Waybill cannot read what it stores.`,
  readable:
    'Waybill still sees file names, sizes, when you send, and the SHA-256 of each file, which goes onto your receipt.',
  key: (who: string) => `Key of ${who}`,
  keyText: 'To be sure that it is theirs, compare it with them by telephone.',
  sealing: 'Getting the seals ready …',
  insecure:
    'This request takes sealed files, and this page is not secure (https). Ask for a link that begins with https.',
  noScripts: 'This request takes sealed files: your browser has to encrypt them, and for that scripts have to be on.',
  storedSum: 'SHA-256 of the sealed file, as stored',
  claimedSum: 'SHA-256 of your file, as your browser says',
  noClaim: 'Your browser could not read the file once more: this receipt names no SHA-256 of it.',
  sealedFor: (who: string) => `Sealed on your device: only ${who} can open these files.`,
}

export type SealedSendingWords = typeof sealedSending
