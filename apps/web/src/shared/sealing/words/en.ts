/** Asking for sealed files, and opening them. */
export const sealing = {
  stamp: 'Sealed',
  wish: 'Take sealed files only',
  wishText:
    'Each file is encrypted in your supplier’s browser and opened in yours. What is stored in between nobody can read, Waybill neither.',
  lostTitle: 'What you give up for it',
  lost: [
    'Nothing looks into the files: no previews, no check of what they really are, no scan.',
    'Archives hold the files as they are sealed. You open each one here, with your passphrase.',
    'File names, sizes and times stay readable to Waybill, and so does the SHA-256 that suppliers claim of each file.',
    'Suppliers need scripts switched on, and finish an upload on the device where they began it.',
    'The pages that seal and open come from this server: sealing keeps what is stored from being read, not a server that is altered from deceiving you.',
  ],
  lostFor:
    'If the passphrase is lost, the files are lost. It is stored nowhere and nobody can reset it. Once a file is on its way it cannot be changed.',
  passphrase: 'Passphrase',
  passphraseHint: (least: number) => `At least ${least} characters: four or five words that do not belong together.`,
  again: 'The same passphrase again',
  differs: 'These are two different passphrases.',
  strengthLabel: 'By its length',
  strength: { short: 'Too short', fair: 'Fair', good: 'Good', strong: 'Strong' },
  understood: 'I have written the passphrase down. I know that without it the files are lost.',
  makingKey: 'Making the key …',
  insecure: 'Sealing works on secure pages (https) only. Ask whoever runs this Waybill.',
  key: 'Key',
  keyText: 'Your suppliers see the same one. Read it to each other to be sure that it is yours.',
  unlockTitle: 'These files are sealed',
  unlockText: 'Opening them takes the passphrase of this request. It stays in the memory of this tab and goes with it.',
  unlock: 'Unlock',
  unlocking: 'Unlocking …',
  save: 'Open and save',
  saveNamed: (name: string) => `Open and save ${name}`,
  opening: (percent: number) => `Opening, ${percent} %`,
  stop: 'Stop',
  saved: 'Opened and saved.',
  asClaimed: 'It is the file whose SHA-256 its sender claims.',
  notAsClaimed:
    'Its SHA-256 is not the one that its sender claims. It is what they sealed for you; ask them which is right.',
  storedSum: 'SHA-256 of the sealed file',
  claimedSum: 'SHA-256 of what is inside, as its sender claims',
  tooLarge: (limit: string) =>
    `This browser can save files only from its memory, and opens none over ${limit}. Open this one in a current Chrome, Edge or Firefox on a computer.`,
  noRoom: 'There is no room on this device for the opened file.',
  notWritten: 'The opened file could not be written to this device.',
  broken: 'The line broke. Try again.',
  failure: {
    'passphrase-wrong': 'This is not the passphrase of this request.',
    'no-memory':
      'This device has not the memory that the passphrase takes (64 MB). Close other tabs, or use another device.',
    'not-sealed': 'This is no sealed file, or a newer Waybill sealed it. Load the page again.',
    'other-key': 'This file is sealed for another key than this request’s.',
    'head-altered': 'The beginning of this file is not what was sealed. Nothing was saved.',
    'record-altered': 'This file is not what was sealed: a part of it was altered. Nothing was saved.',
    truncated: 'This file ends before its end. Nothing was saved.',
    'too-long': 'There is more behind the end of this file than was sealed. Nothing was saved.',
  },
}

export type SealingWords = typeof sealing
