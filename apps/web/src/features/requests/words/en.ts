import type { Standing } from '../request-acts.ts'
import type { requestViews } from '../request-place.ts'
import type { RequestMark } from '../request-stamp.ts'

const these = (count: number) => (count === 1 ? 'The request is' : `${count} requests are`)

/** The list of requests for files, and what is done from it. */
export const requests = {
  title: 'Requests',
  newRequest: 'New request',
  views: {
    all: 'All',
    open: 'Open',
    paused: 'Paused',
    closed: 'Closed',
    expired: 'Expired',
  } satisfies Record<(typeof requestViews)[number], string>,
  viewsLabel: 'Show',
  search: 'Search titles and numbers',
  listLabel: 'Requests',
  loading: 'Loading requests',
  failed: 'The list could not be loaded.',
  again: 'Try again',
  more: 'Show more',
  emptyTitle: 'Nothing asked for yet',
  emptyText:
    'Ask as many suppliers as you like for their papers with one form. Each answers without an account, and you see who sent what, what is missing and what is late.',
  emptyViews: {
    open: 'No request is open.',
    paused: 'No request is paused.',
    closed: 'No request is closed.',
    expired: 'No request has expired.',
  },
  nothingFound: (q: string) => `Nothing matches “${q}”.`,
  monthUsed: (used: number, limit: number) => `${used} of ${limit} requests this month`,
  monthAnew: (day: string) => `It starts again on ${day}, 00:00 UTC.`,
  seePlans: 'See plans',

  stamps: {
    late: 'Late',
    complete: 'Complete',
    due: 'Due soon',
    open: 'Open',
    paused: 'Paused',
    closed: 'Closed',
    expired: 'Expired',
  } satisfies Record<RequestMark, string>,
  items: (count: number) => (count === 1 ? '1 item' : `${count} items`),
  openLink: 'open link',
  byMail: 'by mail only',
  withPassword: 'password',
  progress: 'How far it is',
  complete: (done: number, of: number) => `${done} of ${of} complete`,
  late: (count: number) => `${count} late`,
  missing: (count: number) => `${count} missing`,
  noneYet: 'No answer yet',
  noPeople: 'Nobody has answered yet',
  lastAnswer: 'Last answer',
  noDeadline: 'No deadline',
  due: (when: string) => `Due ${when}`,
  wasDue: (when: string) => `Was due ${when}`,
  dueTheirs: (when: string) => `Due ${when}, their time`,
  wasDueTheirs: (when: string) => `Was due ${when}, their time`,
  ends: (day: string) => `Ends ${day}`,
  ended: (day: string) => `Ended ${day}`,

  copyLink: 'Copy the link',
  linkCopied: 'The link is copied.',
  acts: (title: string) => `What to do with ${title}`,
  edit: 'Edit',
  duplicate: 'Duplicate',
  showQr: 'QR code',
  standings: {
    pause: 'Pause',
    resume: 'Go on',
    close: 'Close',
    reopen: 'Open again',
  } satisfies Record<Standing, string>,
  standingDone: {
    pause: (count) => `${these(count)} paused: nothing is taken until you go on.`,
    resume: (count) => `${these(count)} open again.`,
    close: (count) => `${these(count)} closed. What has begun may finish.`,
    reopen: (count) => `${these(count)} open again.`,
  } satisfies Record<Standing, (count: number) => string>,
  delete: 'Delete',
  deleteTitle: (count: number) => (count === 1 ? 'Delete this request?' : `Delete ${count} requests?`),
  deleteText: 'Links end at once. Files that came stay in your library.',
  deleted: (count: number) => `${these(count)} deleted.`,
  restored: (count: number) => `${these(count)} back.`,
  undo: 'Undo',
  keep: 'Keep',
  select: (title: string) => `Select ${title}`,
  selected: (count: number) => (count === 1 ? '1 selected' : `${count} selected`),
  selectAll: 'Select all shown',
  clearSelection: 'Clear',

  duplicateTitle: 'Ask the same once more?',
  duplicateText: (title: string) => `“${title}” is made anew with a link of its own, open from now on.`,
  duplicateUndated: 'Its deadline has passed, so the copy has none. You can set a new one in it.',
  duplicatePeople: (count: number) =>
    count === 1
      ? 'Ask the same person too: they are mailed at once.'
      : `Ask the same ${count} people too: each is mailed at once.`,
  duplicated: 'The copy is open.',
  duplicatedUndated: 'The copy is open, without the deadline that has passed.',
  editIt: 'Change it',
  cancel: 'Cancel',

  qrTitle: 'QR code of the open link',
  qrText: (title: string) => `Whoever scans it can answer “${title}”.`,
  qrLabel: (link: string) => `QR code leading to ${link}`,
  qrSave: 'Save as SVG',
  close: 'Close',

  unknownTitle: 'This request isn’t here',
  unknownText: (slug: string) => `No request of yours has the number ${slug}. It may have been deleted.`,
  toList: 'Go to your requests',

  defaults: 'A new request begins with',
  defaultsText: 'Each can be changed as you ask.',
  defaultExpiry: 'How long it is open',
  defaultIdentity: 'Who they are, on the open link',
  defaultRule: 'A deadline is',
  mailLanguage: 'Mails to suppliers in',
  notices: 'Mail me of each answer.',
}

export type RequestsWords = typeof requests
