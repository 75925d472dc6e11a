export const contacts = {
  title: 'Contacts',
  search: 'Search contacts',
  add: 'Add',
  addTitle: 'New contact',
  editTitle: 'Edit contact',
  edit: 'Edit',
  email: 'Email',
  name: 'Name',
  company: 'Company',
  save: 'Save',
  cancel: 'Cancel',
  close: 'Close',
  keep: 'Keep',
  import: 'Import CSV',
  export: 'Export CSV',
  exportName: 'contacts.csv',
  imported: (added: number, updated: number) => `${added} added, ${updated} updated.`,
  refused: (count: number) => (count === 1 ? '1 line was not imported:' : `${count} lines were not imported:`),
  line: (line: number) => `Line ${line}`,
  select: (who: string) => `Select ${who}`,
  selected: (count: number) => (count === 1 ? '1 selected' : `${count} selected`),
  sendTo: 'Send files',
  delete: 'Delete',
  deleteTitle: (count: number) => (count === 1 ? 'Delete this contact?' : `Delete ${count} contacts?`),
  deleteSharedText:
    'Contacts of the shared book disappear for the whole team. Transfers already sent stay as they are.',
  deleteText: 'Transfers already sent to them stay as they are.',
  deleted: (count: number) => (count === 1 ? 'Contact deleted.' : `${count} contacts deleted.`),
  lastSent: (day: string) => `Last sent ${day}`,
  neverSent: 'Nothing sent yet',
  sharedBy: (who: string) => `Shared by ${who}`,
  sharedByYou: 'Shared by you',
  bookLabel: 'Contacts shown',
  books: { all: 'All contacts', own: 'My contacts', shared: 'Shared book' },
  addTo: 'Add to',
  sharedHint: 'Everyone in your team sees it, and gets it suggested when they send or ask for files.',
  importShared: 'Import to shared book',
  kept: (count: number) =>
    count === 1
      ? '1 address is in the shared book already and stays as a colleague saved it.'
      : `${count} addresses are in the shared book already and stay as colleagues saved them.`,
  share: 'Move to shared book',
  unshare: 'Move to my contacts',
  shared: (count: number) =>
    count === 1 ? '1 contact moved to the shared book.' : `${count} contacts moved to the shared book.`,
  unshared: (count: number) =>
    count === 1 ? '1 contact moved to your contacts.' : `${count} contacts moved to your contacts.`,
  stayed: (count: number) =>
    count === 1 ? '1 stayed: its address is there already.' : `${count} stayed: their addresses are there already.`,
  sharedEmptyTitle: 'The shared book is empty',
  sharedEmptyText:
    'Everyone in your team sees the contacts in this book, and gets them suggested when they send or ask for files.',
  more: 'Show more',
  loading: 'Loading contacts',
  again: 'Try again',
  nothingFound: (q: string) => `No contacts match “${q}”.`,
  emptyTitle: 'No contacts yet',
  emptyText: 'Everyone you send to is saved here. You can also import contacts from a CSV file.',
}

export type ContactsWords = typeof contacts
