/** Comments on an item of a request, on both sides' pages. */
export const comments = {
  title: (count: number) => (count === 0 ? 'Comments' : count === 1 ? '1 comment' : `${count} comments`),
  unread: (count: number) => `${count} new`,
  about: (item: string) => `Comments about “${item}”`,
  empty: 'No comments yet.',
  you: 'You',
  someone: 'Someone with your link',
  proof: {
    address: 'address verified',
    claimed: 'not verified',
  },
  new: 'New',
  withdrawn: 'This comment was withdrawn.',
  withdraw: 'Withdraw',
  withdrawHint: 'You can withdraw a comment for 15 minutes.',
  write: 'Write a comment',
  left: (count: number) => `${count} left`,
  over: (count: number) => `${count} too many`,
  send: 'Send comment',
  sendKey: 'Ctrl + Enter sends it',
  sent: 'Comment sent.',
  mailed: 'Comments that stay unread are emailed after five quiet minutes.',
  unsealed: 'Comments are not end-to-end encrypted. Write nothing here that belongs into a sealed file.',
  closed: 'Comments are closed.',
  needsScripts: 'To comment here, turn on JavaScript, or write a note to the requester below.',
  loading: 'Loading comments…',
  earlier: 'Loading earlier comments…',
  failed: 'The comments could not be loaded.',
  again: 'Try again',
}

export type CommentsWords = typeof comments
