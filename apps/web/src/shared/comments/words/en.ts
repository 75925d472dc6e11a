/** Comments on an item of a request, on both sides' pages. */
export const comments = {
  title: (count: number) => (count === 0 ? 'Comments' : count === 1 ? '1 comment' : `${count} comments`),
  unread: (count: number) => `${count} new`,
  about: (item: string) => `Comments about “${item}”`,
  empty: 'No comments yet.',
  you: 'You',
  member: 'A member of the requester’s team',
  someone: 'Someone with your link',
  proof: {
    address: 'address verified',
    claimed: 'not verified',
  },
  new: 'New',
  withdrawn: 'This comment was withdrawn.',
  withdraw: 'Withdraw',
  withdrawHint: 'You can withdraw a comment for 15 minutes. What was emailed already stays in that email.',
  write: 'Write a comment',
  left: (count: number) => `${count} left`,
  over: (count: number) => `${count} too many`,
  send: 'Send comment',
  sendKey: 'Ctrl + Enter sends it',
  sent: 'Comment sent.',
  mailed: 'Comments that stay unread are emailed after five quiet minutes.',
  mailedByLink:
    'Comments that stay unread are emailed after five quiet minutes, to you only if your address is verified.',
  unsealed: 'Comments are not end-to-end encrypted. Write nothing here that belongs in a sealed file.',
  closed: 'Comments are closed.',
  needsScripts: 'To comment here, turn on JavaScript, or write a note to the requester below.',
  loading: 'Loading comments…',
  earlier: 'Loading earlier comments…',
  failed: 'The comments could not be loaded.',
  again: 'Try again',
}

export type CommentsWords = typeof comments
