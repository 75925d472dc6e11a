import type { leftOutReasons } from '@waybill/contract/library/endpoints'
import type { transferFilters, transferSorts } from '@waybill/contract/transfers/views'

type LeftOutReason = (typeof leftOutReasons)[number]

const because: Record<LeftOutReason, string> = {
  deleted: 'deleted',
  withdrawn: 'withdrawn',
  blocked: 'blocked',
  infected: 'malware found',
  'no-access': 'no longer open to you',
  arriving: 'still uploading',
}

type View = (typeof transferFilters)[number]

/** The list of transfers, and the actions for several at once. */
export const transferList = {
  title: 'Transfers',
  views: {
    all: 'All',
    active: 'Active',
    expired: 'Expired',
    downloads: 'Downloads',
    received: 'Received',
    shared: 'Shared with me',
    deleted: 'Deleted',
  } satisfies Record<View, string>,
  viewsLabel: 'Show',
  search: 'Search files, people, numbers',
  clearSearch: 'Clear search',
  sortLabel: 'Sort by',
  sorts: {
    new: 'Newest first',
    old: 'Oldest first',
    expiring: 'Expiring soonest',
    size: 'Largest first',
    downloads: 'Most downloads',
  } satisfies Record<(typeof transferSorts)[number], string>,
  listLabel: 'Transfers',
  select: (name: string) => `Select ${name}`,
  selected: (count: number) => (count === 1 ? '1 selected' : `${count} selected`),
  selectAll: 'Select all shown',
  clearSelection: 'Clear',
  more: (count: number) => `and ${count} more`,
  to: 'To',
  from: 'From',
  byLink: 'By link',
  devices: (count: number) => (count === 1 ? '1 device' : `${count} devices`),
  sent: 'Sent',
  /** A member of the team. */
  sentBy: (name: string) => `Sent by ${name}`,
  memberLabel: 'Sent by',
  everyone: 'Everyone',
  me: 'Me',
  arrived: 'Arrived',
  downloads: (count: number) => (count === 1 ? '1 download' : `${count} downloads`),
  expires: (day: string) => `Expires ${day}`,
  expired: (day: string) => `Expired ${day}`,
  neverExpires: 'Never expires',
  created: 'Created',
  wasDue: (when: string) => `Was due ${when}`,
  goesOut: (when: string) => `Goes out ${when}`,
  isProtected: 'Protected',
  stamps: {
    scheduled: 'Scheduled',
    unsent: 'Not sent',
    blocked: 'Blocked',
    infected: 'Malware found',
    bounced: 'Bounced',
    stalled: 'Stalled',
    unseen: 'Unseen',
    expiring: 'Expiring',
    expired: 'Expired',
    paused: 'Paused',
    'under-way': 'In progress',
    delivered: 'Delivered',
    'handed-over': 'Handed over',
    deleted: 'Deleted',
  },
  /** What remains of a deleted transfer. */
  deletedOn: (day: string) => `Deleted ${day}`,
  erase: 'Erase record',
  eraseTitle: (count: number) => (count === 1 ? 'Erase this record?' : `Erase ${count} records?`),
  eraseText:
    'Who it went to, what was in it and what happened to it is erased, along with its receipts. This cannot be undone.',
  erased: (count: number) => (count === 1 ? 'Record erased.' : `${count} records erased.`),
  copyLink: 'Copy link',
  linkCopied: 'Link copied.',
  open: 'Open',
  extend: 'Change expiry',
  extendFromNow: 'Counted from now',
  extended: (count: number) => (count === 1 ? 'Expiry changed.' : `Expiry of ${count} transfers changed.`),
  fetch: 'Download as zip',
  fetched: (count: number, size: string) => `Download started: ${count === 1 ? '1 file' : `${count} files`}, ${size}.`,
  fetchedParts: (archives: number) =>
    `It comes in ${archives} archives. Your browser may ask whether to save several files.`,
  nothingToFetch: 'There is nothing to download.',
  leftOut: (what: string) => `Left out: ${what}.`,
  /** `fileName` null: the whole transfer. */
  leftOutOne: (title: string, fileName: string | null, why: LeftOutReason) =>
    `“${title}”${fileName === null ? '' : ` – ${fileName}`} (${because[why]})`,
  leftOutMore: (count: number) => `${count} more`,
  remind: 'Remind',
  remindTitle: (count: number) =>
    count === 1 ? 'Remind the recipients of this transfer?' : `Remind the recipients of ${count} transfers?`,
  remindText: 'Everyone who has not downloaded all files gets the email with the link again.',
  reminded: (count: number) => {
    if (count === 0) return 'Nobody needs a reminder now.'
    return count === 1 ? '1 reminder is on its way.' : `${count} reminders are on their way.`
  },
  remindedOne: (title: string, count: number) => `“${title}”: ${count}`,
  between: '; ',
  /** `why`: a sentence. */
  notReminded: (title: string, why: string) => `“${title}”: ${why}`,
  cancel: 'Cancel',
  delete: 'Delete',
  deleteTitle: (count: number) => (count === 1 ? 'Delete this transfer?' : `Delete ${count} transfers?`),
  deleteText:
    'Links stop working immediately, and files that are in no other transfer are deleted. The record stays under “Deleted” until you erase it.',
  deleted: (count: number) => (count === 1 ? 'Transfer deleted.' : `${count} transfers deleted.`),
  hide: 'Remove from my list',
  hideTitle: (count: number) =>
    count === 1 ? 'Remove this transfer from your list?' : `Remove ${count} transfers from your list?`,
  hideText: 'The sender’s transfer and the link in your email stay as they are.',
  undo: 'Undo',
  keep: 'Keep',
  loadMore: 'Show more',
  loading: 'Loading transfers',
  failed: 'The list could not be loaded.',
  again: 'Try again',
  emptyTitle: 'Nothing sent yet',
  emptyText: 'Everything you send appears here with its route. You can still change it after sending.',
  emptyAction: 'Send files',
  emptyViews: {
    all: '',
    active: 'No active transfers.',
    expired: 'No expired transfers.',
    downloads: 'Nobody has finished a download yet. We’ll email you when someone does.',
    received: 'Transfers sent to your address appear here.',
    shared: 'Transfers that members of your team share with you appear here.',
    deleted: 'No records of deleted transfers.',
  } satisfies Record<View, string>,
  nothingFound: (q: string) => `Nothing matches “${q}”.`,
}

export type TransferListWords = typeof transferList
