import type { Notification } from '@waybill/contract/notifications/endpoints'

/**
 * Who did it, and with what: a file's name and the number of others, or the transfer. Notifications about requests name
 * no file.
 */
type Tell = (who: string, what: string) => string

/** The words of the dashboard's notifications. */
export const notifications = {
  title: 'Notifications',
  aboutLabel: 'Show notifications about',
  aboutAll: 'Everything',
  aboutShared: 'What others share with me',
  aboutMember: (name: string) => `What ${name} shares`,
  noneOfThese: 'No notifications about this.',
  bell: (unread: number) => (unread === 0 ? 'Notifications, none new' : `Notifications, ${unread} new`),
  live: 'New notifications',
  tell: {
    opened: (who) => `${who} opened the transfer`,
    finished: (who, what) => `${who} downloaded ${what}`,
    stalled: (who, what) => `The download of ${what} by ${who} has stalled`,
    bounced: (who) => `The email to ${who} bounced`,
    forwarded: (who) => `The link sent to ${who} was probably forwarded`,
    expired: () => 'The transfer has expired',
    unsent: () => 'A scheduled transfer was not sent',
    broke_off: (_who, what) => `The upload broke off: ${what}`,
    arrived: (_who, what) => `The upload is complete: ${what}`,
    dropped: (_who, what) => `The upload has ended: ${what}`,
    extension_requested: (who) => `${who} asked for more time`,
    access_requested: (who) => `Someone with the link sent to ${who} asked to be added`,
    answered: (who, what) => `${who} sent ${what}`,
    completed: () => 'Everything you asked for is here',
    shared: (who, what) => `${who} shared ${what} with you`,
    assigned: () => 'A request was assigned to you',
  } satisfies Record<Notification['kind'], Tell>,
  /** Of an upload that broke off, is complete or has ended. */
  filesThere: (there: number, count: number) => {
    if (there === count) return 'all files are there'
    return there === 0 ? 'no file is there' : `${there} of ${count} files are there`
  },
  somebody: 'Someone with the link',
  sealed: (sentence: string) => `${sentence}, sealed`,
  aTransfer: 'the transfer',
  aRequest: 'a request',
  answers: 'answers',
  unread: 'New',
  remove: 'Delete',
  removeOf: (sentence: string) => `Delete: ${sentence}`,
  clearAll: 'Clear all',
  clearTitle: 'Delete all notifications?',
  clear: 'Delete all',
  keep: 'Keep',
  close: 'Close',
  loading: 'Loading notifications',
  loadMore: 'Show more',
  again: 'Try again',
  emptyTitle: 'No notifications',
  emptyText: 'We’ll tell you here when someone opens or downloads what you sent, or sends what you asked for.',
}

export type NotificationsWords = typeof notifications
