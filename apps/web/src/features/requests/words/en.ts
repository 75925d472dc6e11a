import type { SupplierNoun } from '@waybill/contract/requests/supplier-noun'
import type { requestFilters } from '@waybill/contract/requests/views'
import type { Standing } from '../request-acts.ts'
import type { RequestMark } from '../request-stamp.ts'

const named = (count: number) => (count === 1 ? 'Request' : `${count} requests`)

/** The list of file requests, and its actions. */
export const requests = {
  title: 'Requests',
  chooseTemplate: 'Choose a template',
  newRequest: 'New request',
  views: {
    all: 'All',
    open: 'Open',
    paused: 'Paused',
    closed: 'Closed',
    expired: 'Expired',
    shared: 'Shared with me',
    assigned: 'Assigned to me',
  } satisfies Record<(typeof requestFilters)[number], string>,
  viewsLabel: 'Show',
  search: 'Search titles and numbers',
  listLabel: 'Requests',
  loading: 'Loading requests',
  failed: 'The list could not be loaded.',
  again: 'Try again',
  more: 'Show more',
  emptyTitle: 'No requests yet',
  emptyText:
    'Request files from as many people as you like with one form. They need no account, and you see who sent what, what is missing and what is late.',
  emptyViews: {
    open: 'No open requests.',
    paused: 'No paused requests.',
    closed: 'No closed requests.',
    expired: 'No expired requests.',
    shared: 'Nobody in your team shares requests with you.',
    assigned: 'No requests are assigned to you.',
  },
  nothingFound: (q: string) => `Nothing matches “${q}”.`,
  monthUsed: (used: number, limit: number) => `${used} of ${limit} requests this month`,
  monthAnew: (day: string) => `The count starts again on ${day}, 00:00 UTC.`,

  stamps: {
    late: 'Late',
    complete: 'Complete',
    due: 'Due soon',
    open: 'Open',
    paused: 'Paused',
    closed: 'Closed',
    expired: 'Expired',
  } satisfies Record<RequestMark, string>,
  /** Members of the team. */
  memberLabel: 'Created by',
  createdBy: (name: string) => `Created by ${name}`,
  assignedTo: (name: string) => `Assigned to ${name}`,
  assignedToYou: 'Assigned to you',
  items: (count: number) => (count === 1 ? '1 item' : `${count} items`),
  openLink: 'open link',
  byMail: 'by email only',
  withPassword: 'password',
  progress: 'Progress',
  complete: (done: number, of: number) => `${done} of ${of} complete`,
  late: (count: number) => `${count} late`,
  missing: (count: number) => `${count} missing`,
  noneYet: 'No responses yet',
  noSuppliers: 'Nobody has responded yet',
  lastAnswer: 'Last response',
  newComments: (count: number) => (count === 1 ? '1 new comment' : `${count} new comments`),
  noDeadline: 'No deadline',
  due: (when: string) => `Due ${when}`,
  wasDue: (when: string) => `Was due ${when}`,
  dueTheirs: (when: string) => `Due ${when}, their time`,
  wasDueTheirs: (when: string) => `Was due ${when}, their time`,
  ends: (day: string) => `Expires ${day}`,
  ended: (day: string) => `Expired ${day}`,

  copyLink: 'Copy link',
  linkCopied: 'Link copied.',
  acts: (title: string) => `Actions for ${title}`,
  edit: 'Edit',
  duplicate: 'Duplicate',
  showQr: 'QR code',
  standings: {
    pause: 'Pause',
    resume: 'Resume',
    close: 'Close',
    reopen: 'Reopen',
  } satisfies Record<Standing, string>,
  standingDone: {
    pause: (count) => `${named(count)} paused. Nothing is accepted until you resume.`,
    resume: (count) => `${named(count)} resumed.`,
    close: (count) => `${named(count)} closed. What was started can be finished.`,
    reopen: (count) => `${named(count)} reopened.`,
  } satisfies Record<Standing, (count: number) => string>,
  delete: 'Delete',
  deleteTitle: (count: number) => (count === 1 ? 'Delete this request?' : `Delete ${count} requests?`),
  deleteText: 'Links stop working immediately. Files that were sent stay in your library.',
  deleted: (count: number) => `${named(count)} deleted.`,
  restored: (count: number) => `${named(count)} restored.`,
  undo: 'Undo',
  keep: 'Keep',
  select: (title: string) => `Select ${title}`,
  selected: (count: number) => (count === 1 ? '1 selected' : `${count} selected`),
  selectAll: 'Select all shown',
  clearSelection: 'Clear',

  duplicateTitle: 'Duplicate this request?',
  duplicateText: (title: string) => `The copy of “${title}” gets its own link and is open from now on.`,
  duplicateUndated: 'The deadline has passed, so the copy has none. You can set a new one.',
  duplicateSuppliers: (count: number) =>
    count === 1
      ? 'Send it to the same person too. We’ll email them immediately.'
      : `Send it to the same ${count} people too. We’ll email them immediately.`,
  duplicated: 'The copy is open.',
  duplicatedUndated: 'The copy is open, without the deadline that has passed.',
  editIt: 'Edit',
  cancel: 'Cancel',

  qrTitle: 'QR code of the open link',
  qrText: (title: string) => `Anyone who scans it can send files for “${title}”.`,
  qrLabel: (link: string) => `QR code for ${link}`,
  qrSave: 'Save as SVG',
  close: 'Close',

  unknownTitle: 'This request isn’t here',
  unknownText: (slug: string) => `You have no request with the number ${slug}. It may have been deleted.`,
  toList: 'Go to your requests',

  defaults: 'Defaults for new requests',
  defaultsText: 'You can change them for each request.',
  defaultExpiry: 'Open for',
  defaultIdentity: 'Who is sending, on the open link',
  defaultRule: 'Whose time for deadlines',
  nounLabel: 'What you call the people you ask',
  nounHint: 'Used on your own pages. The people you ask never see it.',
  nouns: {
    supplier: 'Suppliers',
    client: 'Clients',
    staff: 'Staff',
    student: 'Students',
    person: 'People',
  } satisfies Record<SupplierNoun, string>,
  mailLanguage: 'Language of emails to them',
  notices: 'Email me about every submission.',
}

export type RequestsWords = typeof requests
