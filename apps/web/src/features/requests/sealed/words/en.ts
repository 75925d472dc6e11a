const files = (count: number) => (count === 1 ? '1 file' : `${count} files`)

/** Requests for sealed files in the dashboard: written, found, opened, sent on. */
export const sealedRequests = {
  part: 'Sealing',
  isSealed: 'This request takes sealed files only.',
  isOpen: 'Files come as they are.',
  isFixed: 'Whether files are sealed is chosen when a request is made.',
  typesNote: 'Nobody can look into sealed files: types go by the ending of the name alone.',
  exampleNote: 'The example is not sealed: your suppliers and Waybill can read it.',

  duplicateLegend: 'It takes sealed files too',
  duplicateSame: 'With the same passphrase',
  duplicateSameHint: 'One passphrase opens both requests; your suppliers see the same key.',
  duplicateOwn: 'With a passphrase of its own',
  duplicateOwnHint: 'It gets a key of its own. The first one does not open it.',

  isLocked: 'Locked: opening the files takes the passphrase.',
  isUnlocked: 'Unlocked in this tab, until it is left or loaded again.',
  lockAgain: 'Lock again',
  unlockNamed: (name: string) => `Unlock to open ${name}`,
  storedShort: 'SHA-256 sealed',
  claimedShort: 'SHA-256 inside, as claimed',

  openAll: 'Open and save all',
  openSome: 'Open and save',
  openThese: 'Open and save these',
  saveTitle: (count: number) => `Open and save ${files(count)}`,
  gathering: 'Looking up what came',
  nothing: 'There is nothing to open: what came was sent back or deleted.',
  folderText: 'Each supplier gets a folder inside the one you pick. Nothing that is there already is written over.',
  intoFolder: 'Pick a folder and save',
  oneByOneText: 'This browser cannot save into a folder: press each file. They land in your downloads.',
  saved: (done: number, of: number) => `${done} of ${of} saved`,
  someFailed: (count: number) => `${files(count)} could not be saved.`,
  tryAgain: (count: number) => `Try ${files(count)} again`,
  goOn: 'Go on',
  waiting: 'Waiting',
  again: 'Try again',
  close: 'Close',
  cancel: 'Cancel',

  forwardTitle: 'Send on what is sealed?',
  forwardText: (count: number) =>
    `${count === 1 ? 'This file goes' : `${files(count)} go`} on sealed: whoever gets ${count === 1 ? 'it' : 'them'} gets ciphertext that your passphrase alone opens. To send what is inside, open and save first, and send what you have saved.`,
  forwardSealed: 'Send it sealed',

  asTheyAre: 'The sealed files as they are',
  asTheyAreText:
    'An archive of what is stored, still sealed. To open it without this page you need three things: the key file, your passphrase, and the program in docs/sealed-files.md, which comes with Waybill.',
  fetchArchive: 'Fetch the archive',
  saveKey: 'Save the key file',
}

export type SealedRequestsWords = typeof sealedRequests
