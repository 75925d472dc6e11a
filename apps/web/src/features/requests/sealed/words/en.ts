const files = (count: number) => (count === 1 ? '1 file' : `${count} files`)

/** Requests for sealed files in the dashboard: written, found, opened, forwarded. */
export const sealedRequests = {
  part: 'Sealing',
  isSealed: 'This request accepts sealed files only.',
  isOpen: 'This request accepts files that are not sealed.',
  isFixed: 'You choose whether files are sealed when you create a request.',
  typesNote: 'Nobody can look into sealed files, so their type is judged by the file extension alone.',
  exampleNote: 'The example is not sealed: the people you ask and Waybill can read it.',

  duplicateLegend: 'The copy accepts sealed files too',
  duplicateSame: 'With the same passphrase',
  duplicateSameHint: 'One passphrase opens both requests, and both show the same key.',
  duplicateOwn: 'With its own passphrase',
  duplicateOwnHint: 'The copy gets its own key. The first passphrase does not open it.',

  isLocked: 'Locked: you need the passphrase to open files and answers.',
  isUnlocked: 'Unlocked in this tab until you leave or reload it.',
  lockAgain: 'Lock again',
  unlockNamed: (name: string) => `Unlock to open ${name}`,
  storedShort: 'SHA-256 sealed',
  claimedShort: 'SHA-256 of the contents, as claimed',

  answerSealed: { locked: 'Sealed', opening: 'Opening…', open: 'Sealed' },
  answerUnread: 'The answers could not be read.',
  answerAltered: 'This answer has been altered since it was sealed.',
  answersLocked: 'The answers are sealed. Unlock this request to read them.',
  answersOpen: 'Opened on this page. Nobody else can read these answers, not even Waybill.',
  saveAnswers: 'Download the answers (CSV)',

  openAll: 'Open and save all',
  openSome: 'Open and save',
  openThese: 'Open and save these',
  saveTitle: (count: number) => `Open and save ${files(count)}`,
  gathering: 'Finding the files',
  nothing: 'There is nothing to open: everything was sent back or deleted.',
  folderText: 'Everyone who sent files gets a folder inside the one you choose. No existing files are overwritten.',
  intoFolder: 'Choose a folder and save',
  oneByOneText: 'This browser can’t save into a folder. Save the files one by one; they go to your downloads.',
  saved: (done: number, of: number) => `${done} of ${of} saved`,
  someFailed: (count: number) => `${files(count)} could not be saved.`,
  tryAgain: (count: number) => `Try ${files(count)} again`,
  goOn: 'Continue',
  waiting: 'Waiting',
  again: 'Try again',
  close: 'Close',
  cancel: 'Cancel',

  forwardTitle: 'Forward sealed files?',
  forwardText: (count: number) =>
    `${count === 1 ? 'This file stays' : `${files(count)} stay`} sealed: recipients get ciphertext that only your passphrase opens. To send the contents, open and save them first, then send the saved files.`,
  forwardSealed: 'Forward sealed',

  asTheyAre: 'Download the sealed files',
  asTheyAreText:
    'An archive of the files as stored, still sealed. To open it without this page you need three things: the key file, your passphrase, and the program in docs/sealed-files.md, which comes with Waybill.',
  fetchArchive: 'Download the archive',
  saveKey: 'Download the key file',
}

export type SealedRequestsWords = typeof sealedRequests
