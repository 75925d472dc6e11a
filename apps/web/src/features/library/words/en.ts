export const library = {
  title: 'Library',
  show: 'Show',
  kinds: { all: 'All', sent: 'Sent', received: 'Received' },
  search: 'Search files',
  select: (name: string) => `Select ${name}`,
  selected: (count: number) => (count === 1 ? '1 selected' : `${count} selected`),
  clear: 'Clear',
  forward: 'Send on',
  download: 'Download',
  delete: 'Delete',
  deleteTitle: (count: number) => (count === 1 ? 'Delete this file?' : `Delete ${count} files?`),
  lookingUp: 'Looking up where they are used.',
  deleteText: (uses: number): string =>
    uses === 0
      ? 'No open link holds them. The storage is free at once.'
      : 'Recipients of these transfers will see them as withdrawn:',
  people: (count: number) => (count === 1 ? '1 recipient' : `${count} recipients`),
  deleted: (count: number) => (count === 1 ? 'The file is deleted.' : `${count} files are deleted.`),
  keep: 'Keep',
  from: (who: string) => `from ${who}`,
  sentOn: (day: string) => `sent ${day}`,
  unused: 'in no transfer',
  more: (count: number) => `+${count}`,
  loadMore: 'Show more',
  loading: 'Loading files',
  again: 'Try again',
  nothingFound: (q: string) => `No file matches “${q}”.`,
  emptyTitle: 'No files yet',
  emptyText: 'Every file you send or receive is kept here, ready to be sent on without uploading it again.',

  forwardTitle: 'Send on what is sealed?',
  forwardText: (count: number) =>
    `${count === 1 ? '1 of them goes' : `${count} of them go`} on sealed: whoever gets ${count === 1 ? 'it' : 'them'} gets ciphertext that your passphrase alone opens. To send what is inside, open and save it on the page of its request, and send what you have saved.`,
  forwardSealed: 'Send it sealed',
  sealed: 'sealed',
  sealedNote: (count: number) =>
    `${count === 1 ? '1 of them is' : `${count} of them are`} sealed, and ${count === 1 ? 'stays' : 'stay'} so when downloaded or sent on. On the page of the request they are opened.`,
}

export type LibraryWords = typeof library
