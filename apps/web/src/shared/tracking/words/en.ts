import type { LedgerEntry, LedgerKind } from '@waybill/contract/tracking/endpoints'

const formatCount = (count: number) => count.toLocaleString('en')

interface VisitFiles {
  count: number
  /** They are all files of the transfer. */
  isAll: boolean
  name: string | null
}

const filesIn = (count: number, isAll: boolean, name: string | null) => {
  if (name !== null) return name
  if (isAll && count === 2) return 'both files'
  return isAll ? `all ${formatCount(count)} files` : count === 1 ? '1 file' : `${formatCount(count)} files`
}

/** What happened with a transfer, and the status of each recipient. */
export const tracking = {
  title: 'Activity',
  chainLabel: 'About this list',
  chain: (length: number) =>
    `${length === 1 ? '1 entry is' : `${length} entries are`} on record. Each is hashed together with the one before it, so changing, removing or inserting an entry shows in every later hash.`,
  actorKindsLabel: 'Who did it',
  actorKinds: { human: 'People', bot: 'Bots', owner: 'You', all: 'All' } satisfies Record<
    LedgerEntry['actorKind'] | 'all',
    string
  >,
  kindLabel: 'Event',
  everyKind: 'All events',
  recipientLabel: 'Recipient',
  everyRecipient: 'All recipients',
  kinds: {
    sent: 'Sent',
    mailed: 'Emailed',
    bounced: 'Bounced',
    opened: 'Opened',
    proven: 'Verified',
    forwarded: 'Forwarded?',
    begun: 'Started',
    delivered: 'On its way',
    finished: 'Delivered',
    previewed: 'Previewed',
    visited: 'Visited',
    checked: 'Checked',
    stalled: 'Stalled',
    edited: 'Changed',
    scheduled: 'Scheduled',
    unsent: 'Not sent',
    broke_off: 'Broke off',
    dropped: 'Incomplete',
    arrived: 'Complete',
    extended: 'Extended',
    paused: 'Paused',
    resumed: 'Resumed',
    expired: 'Expired',
    deleted: 'Deleted',
    restored: 'Restored',
    extension_requested: 'Wants time',
    access_requested: 'Wants access',
    resent: 'Email again',
  } satisfies Record<LedgerKind, string>,
  /** The stamp of a finished file whose evidence is a proxy's action. */
  handedOver: 'Handed over',
  /** The stamp of a complete repeated delivery. */
  repeated: 'Again',
  /** Longer than the stamp, for readers who cannot guess it. */
  meanings: {
    sent: 'The transfer was sent.',
    mailed: 'The recipient’s mail server accepted the email.',
    bounced: 'A mail server refused the email, either immediately or by sending it back.',
    opened: 'The page was shown.',
    proven: 'The address was verified as the recipient’s.',
    forwarded: 'Another device opened it somewhere else: the link was probably forwarded.',
    begun: 'A download started.',
    delivered: 'Bytes were delivered.',
    finished: 'The whole file was delivered, or handed to a proxy in full.',
    previewed: 'Looked at the file on the page. A preview is not a download.',
    visited: 'A visit that does not count.',
    checked: 'The server has read the stored files, and their SHA-256 is on record.',
    stalled: 'Nothing was sent for ten minutes.',
    edited: 'The transfer was changed.',
    scheduled: 'The sender chose when it goes out.',
    unsent: 'It could not be sent at its time.',
    broke_off: 'The upload broke off before all files were there.',
    dropped: 'The files that had not arrived left the transfer for good.',
    arrived: 'The upload is complete.',
    extended: 'The transfer got a new expiry.',
    paused: 'The link was paused.',
    resumed: 'The link works again.',
    expired: 'The link expired.',
    deleted: 'The transfer was deleted.',
    restored: 'The deletion was undone.',
    extension_requested: 'The recipient asked for more time.',
    access_requested: 'Someone with this link asked for their own.',
    resent: 'Someone asked for the lost email again.',
  } satisfies Record<LedgerKind, string>,
  you: 'You',
  youAsVisitor: 'You, through your own link',
  /** Somebody else's transfer, seen by a member of their team. */
  senderAsVisitor: (name: string) => `${name}, through their own link`,
  teamAsVisitor: 'Someone in the team, through the link',
  admin: 'The admin of the team',
  /** Who did it: instead of 'You', where several are on the sender's side. */
  team: 'Team',
  linkHolder: 'Anyone with the link',
  someDevice: 'A device',
  restDevices: 'Other devices',
  visited: (count: number) => `Visited ${count} times.`,
  visitedMore: (count: number) =>
    count === 1 ? 'Visited once more within a minute.' : `Visited ${count} more times within a minute.`,
  /** Between two sentences. */
  apart: ' ',
  machineAt: (who: string) => `A bot, with the link of ${who}`,
  reasons: {
    'head-request': 'It asked for the headers only, which no person does.',
    prefetch: 'A browser loaded the page in advance; nobody had clicked.',
    'link-preview': 'A chat app made a preview of the link.',
    'mail-scanner': 'A mail scanner checked the link.',
    crawler: 'It calls itself a crawler.',
    tool: 'A program visited the page.',
    'no-browser': 'No browser sends requests like this.',
    'scanner-network': 'It came from a network of mail scanners.',
    'right-after-sending': 'No person opens it so soon after the email: a mail gateway did.',
  } as Record<string, string>,
  edits: {
    title: 'the title',
    message: 'the message',
    password: 'the password',
    downloadLimit: 'the download limit',
    onlyProven: 'who may open it',
    remindRecipients: 'whether recipients are reminded',
    shareWith: 'who it is shared with',
  } as Record<string, string>,
  asScheduled: 'at the scheduled time',
  whileUploading: 'while uploading',
  edited: (what: string) => `Changed: ${what}`,
  filesAdded: (count: number) => (count === 1 ? '1 file added' : `${count} files added`),
  filesRemoved: (count: number) => (count === 1 ? '1 file removed' : `${count} files removed`),
  fileReplaced: '1 file replaced',
  peopleAdded: (count: number) => (count === 1 ? '1 recipient added' : `${count} recipients added`),
  peopleRemoved: (count: number) => (count === 1 ? '1 recipient removed' : `${count} recipients removed`),
  newExpiry: (expiry: string) => `New expiry: ${expiry}`,
  twoDays: '48 hours',
  mailedAgain: 'Reminder',
  fileAgain: (size: string) => `${size}, again`,
  zipAgain: (size: string, count: number) =>
    count === 1 ? `${size}, again: 1 file as a zip` : `${size}, again: ${count} files as one zip`,
  asZip: (count: number) => (count === 1 ? '1 file as a zip' : `${formatCount(count)} files as a zip`),
  moreFiles: (count: number) => `and ${formatCount(count)} more`,
  savedLate: (seconds: number) =>
    seconds === 1 ? 'saved 1 second later' : `saved ${formatCount(seconds)} seconds later`,
  besides: '; ',
  proofs: { code: 'With an emailed code', account: 'By being logged in' } as Record<string, string>,
  mailCode: (code: string) => `The mail server answered ${code}`,
  and: ', ',
  there: (time: string) => `${time} there`,
  /** What one visit brought, after the name of the visitor. `name`: of the only file. */
  visit: {
    downloaded: ({ count, isAll, name }: VisitFiles) => `downloaded ${filesIn(count, isAll, name)}`,
    /** A proxy took the bytes: what became of them is not known. */
    requested: ({ count, isAll, name }: VisitFiles) => `requested ${filesIn(count, isAll, name)}`,
    part: (size: string, name: string | null) =>
      name === null ? `downloaded ${size}` : `downloaded ${size} of ${name}`,
    partRequested: (size: string, name: string | null) =>
      name === null ? `requested ${size}` : `requested ${size} of ${name}`,
    again: (count: number) => (count === 1 ? 'downloaded a file again' : `downloaded ${count} files again`),
    begun: 'started a download',
    opened: 'opened the page',
    proven: 'verified the address',
    previewed: (count: number) => (count === 1 ? 'saw a preview' : `saw ${count} previews`),
    others: (count: number) => (count === 1 ? '1 other event' : `${count} other events`),
    and: ', ',
  },
  /** Visits of bots as one line. */
  machines: (count: number) => (count === 1 ? 'A bot looked once' : `Bots looked ${count} times`),
  machinesText: 'Not counted as opened or downloaded.',
  mails: (count: number) => `Emailed ${count} recipients`,
  reminders: (count: number) => `Reminded ${count} recipients`,
  folded: (count: number) => (count === 1 ? '1 entry' : `${count} entries`),
  /** The visit may be longer than what is shown. */
  cut: 'Older entries of this may follow: show more to see them.',
  hashes: 'Show hashes',
  copyHash: 'Copy the full hash',
  hashCopied: 'Hash copied.',
  loadMore: 'Show more',
  loading: 'Loading activity',
  help: 'What “Delivered” means',
  again: 'Try again',
  empty: 'Nothing is on record.',
  noMatch: 'Nothing of this kind is on record.',
  showAll: 'Show everything',
  /** The relative time goes between the two. */
  stalled: ['stalled ', ''] as readonly [string, string],
  forwarded: 'probably forwarded',
}

export type TrackingWords = typeof tracking
