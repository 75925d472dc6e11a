/** Asking for sealed files, and opening them. */
export const sealing = {
  stamp: 'Sealed',
  acceptSealedOnly: 'Accept sealed files only',
  acceptSealedOnlyText:
    'Each file and each answer is encrypted in the sender’s browser and opened in yours. Nobody can read what is stored in between, not even Waybill.',
  lostTitle: 'What you give up',
  lost: [
    'Nothing can look into the files: no previews, no check of their real type, no scan.',
    'Archives contain the files still sealed, and no answers. You open each one here, with your passphrase.',
    'Waybill can still read your questions and all comments, file names, sizes and times, and the SHA-256 that senders claim for each file.',
    'Senders need JavaScript, and must finish an upload on the device where they started it.',
    'The pages that seal and open files come from this server. Sealing protects what is stored from being read. It does not protect you from a server that has been altered to deceive you.',
  ],
  lostFor:
    'If you lose the passphrase, you lose the files and the answers. It is stored nowhere and nobody can reset it. Once a file or an answer is on its way, you can’t change it.',
  passphrase: 'Passphrase',
  passphraseHint: (least: number) => `At least ${least} characters: four or five unrelated words.`,
  again: 'Repeat the passphrase',
  differs: 'The passphrases do not match.',
  strengthLabel: 'By length',
  strength: { short: 'Too short', fair: 'Fair', good: 'Good', strong: 'Strong' },
  understood: 'I have written the passphrase down. I know that without it the files are lost.',
  makingKey: 'Creating the key…',
  insecure: 'Sealing only works on secure pages (https). Ask the people who run this Waybill.',
  key: 'Key',
  keyText: 'Everyone who sends you files sees the same key. Read it to each other to be sure that it is yours.',
  unlockTitle: 'This request is sealed',
  unlockText:
    'Enter the passphrase of this request to open its files and answers. It stays in the memory of this tab until you close or reload it.',
  unlock: 'Unlock',
  unlocking: 'Unlocking…',
  save: 'Open and save',
  saveNamed: (name: string) => `Open and save ${name}`,
  opening: (percent: number) => `Opening, ${percent}%`,
  stop: 'Stop',
  saved: 'Opened and saved.',
  asClaimed: 'Its SHA-256 matches the one that its sender claims.',
  notAsClaimed:
    'Its SHA-256 is not the one that its sender claims. It is what they sealed for you; ask them which one is right.',
  storedSum: 'SHA-256 of the sealed file',
  claimedSum: 'SHA-256 of the contents, as its sender claims',
  tooLarge: (limit: string) =>
    `This browser can only save files from memory, up to ${limit}. Open this one in a current Chrome, Edge or Firefox on a computer.`,
  noRoom: 'This device has no space for the opened file.',
  notWritten: 'The opened file could not be saved on this device.',
  broken: 'Connection lost. Try again.',
  failure: {
    'passphrase-wrong': 'That is not the passphrase of this request.',
    'no-memory':
      'This device does not have the memory that the passphrase needs (64 MB). Close other tabs, or use another device.',
    'not-sealed': 'This is not a sealed file, or a newer Waybill sealed it. Reload the page.',
    'other-key': 'This file is sealed for a different key than this request’s.',
    'head-altered': 'The beginning of this file is not what was sealed. Nothing was saved.',
    'record-altered': 'Part of this file has been altered since it was sealed. Nothing was saved.',
    truncated: 'The end of this file is missing. Nothing was saved.',
    'too-long': 'This file is longer than what was sealed. Nothing was saved.',
  },
}

export type SealingWords = typeof sealing
