/** The keys of the dashboard, and the command palette. */
export const keys = {
  title: 'Keyboard shortcuts',
  close: 'Close',
  list: [
    ['Ctrl K', 'Find a page, transfer, contact or request (on a Mac: ⌘K)'],
    ['n', 'Send files'],
    ['/', 'Search this page'],
    ['j, k', 'Next row, previous row'],
    ['Enter', 'Open the row'],
    ['x', 'Select the row; with Shift, all rows up to it'],
    ['Esc', 'Leave a field, close what is open'],
    ['?', 'Show these shortcuts'],
  ] as ReadonlyArray<readonly [string, string]>,
  palette: 'Go to',
  paletteHint: 'Page, transfer, contact or request',
  pages: 'Pages',
  recent: 'Recent',
  transfers: 'Transfers',
  contacts: 'Contacts',
  requests: 'Requests',
  searching: 'Searching…',
  found: (count: number) => (count === 1 ? '1 result' : `${count} results`),
  nothing: 'Nothing found.',
  failed: 'The search failed. Check the connection and type again.',
}

export type KeysWords = typeof keys
