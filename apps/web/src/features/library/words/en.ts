export const library = {
  title: 'Library',
  show: 'Show',
  kinds: { all: 'All', sent: 'Sent', received: 'Received', shared: 'Shared with me' },
  search: 'Search files',
  select: (name: string) => `Select ${name}`,
  selected: (count: number) => (count === 1 ? '1 selected' : `${count} selected`),
  clear: 'Clear',
  forward: 'Forward',
  download: 'Download',
  delete: 'Delete',
  deleteTitle: (count: number) => (count === 1 ? 'Delete this file?' : `Delete ${count} files?`),
  lookingUp: 'Checking where they are used…',
  deleteText: (uses: number): string =>
    uses === 0
      ? 'No open link uses them. Their storage is freed immediately.'
      : 'Recipients of these transfers will see them as withdrawn:',
  people: (count: number) => (count === 1 ? '1 recipient' : `${count} recipients`),
  deleted: (count: number) => (count === 1 ? 'File deleted.' : `${count} files deleted.`),
  keep: 'Keep',
  /** A member of the team. */
  of: (name: string) => `in ${name}’s library`,
  memberLabel: 'Files of',
  from: (who: string) => `from ${who}`,
  sentOn: (day: string) => `sent ${day}`,
  unused: 'not in any transfer',
  more: (count: number) => `+${count}`,
  loadMore: 'Show more',
  loading: 'Loading files',
  again: 'Try again',
  nothingFound: (q: string) => `No files match “${q}”.`,
  emptyTitle: 'No files yet',
  sharedEmpty: 'Files of transfers and requests that members of your team share with you appear here.',
  emptyText: 'Files you send or receive are kept here, so you can forward them without uploading them again.',

  forwardTitle: 'Forward sealed files?',
  forwardText: (count: number) =>
    `${count === 1 ? '1 of them is sealed and stays sealed' : `${count} of them are sealed and stay sealed`}: recipients get ciphertext that only your passphrase opens. To send the contents, open and save them on the page of the request, then send the saved files.`,
  forwardSealed: 'Forward sealed',
  sealed: 'sealed',
  scanned: 'no virus found',
  infected: 'Malware found',
  notScanned: 'not scanned for viruses',
  sealedNote: (count: number) =>
    count === 1
      ? '1 of them is sealed, and stays sealed when downloaded or forwarded. You can open it on the page of the request.'
      : `${count} of them are sealed, and stay sealed when downloaded or forwarded. You can open them on the page of the request.`,
}

export type LibraryWords = typeof library
