/** What is new, beside the dashboard. */
export const news = {
  title: 'What’s new',
  unread: 'What’s new, unread',
  help: 'Help center',
  types: { new: 'New', improved: 'Improved', fixed: 'Fixed' },
  story: 'Read more',
  back: 'Back',
  close: 'Close',
  loading: 'Loading what’s new',
  again: 'Try again',
  all: 'All updates',
}

export type NewsWords = typeof news
