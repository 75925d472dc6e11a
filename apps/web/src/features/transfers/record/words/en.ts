import type { DeliveryStatus } from '../delivery-status.ts'

interface Progress {
  percent: number
  name: string | null
  finished: number
  files: number
}

/** One transfer in the dashboard: its slip, and the changes after sending. */
export const transferRecord = {
  slipName: (slug: string) => `Transfer ${slug}`,
  sentOn: (when: string) => `Sent ${when}`,
  sentByOn: (name: string, when: string) => `Sent by ${name}, ${when}`,
  downloadFiles: (count: number) => (count === 1 ? 'Download file' : `Download ${count} files`),
  shareWith: 'Share with',
  shareWithText:
    'They see this page with its receipts and can download the files. Only you and the admin can change the transfer.',
  sharedWith: 'Shared with',
  sharingSaved: 'Sharing changed.',
  /** For those of a team who may read it. */
  readOnly: (name: string) => `Only ${name} and the admin of your team can change this transfer.`,
  title: 'Title',
  schedule: 'Scheduled sending',
  scheduledFor: (when: string, zone: string) =>
    `It goes out on ${when} (${zone}). Until then nobody is emailed, and nobody can open it.`,
  unsent: (when: string, why: string) => `It was not sent on ${when}. ${why} Nobody has been emailed.`,
  unsentReasons: {
    'account-suspended': 'Your account is suspended.',
    'subscription-due': 'A payment for your subscription is due.',
    'seat-lost': 'You no longer have a seat in your team.',
    'storage-full': 'Your files take up more storage than your plan has.',
    'over-transfer-limit': 'It is larger than your plan allows.',
    'too-many-files': 'It has more files than your plan allows.',
    'too-many-recipients': 'It has more recipients than your plan allows.',
    'expiry-reserved': 'It stays open for longer than your plan allows.',
    'message-holds-link': 'Its title, its message or a file name contains a link, which your plan does not allow.',
    'sending-paused':
      'You couldn’t email more people: your account is new and had reached its limit for a day, or sending is paused for your address.',
    'too-many-mails':
      'You had sent as many emails as you can in a day, or as many as one of the recipients can get from you in a short time.',
    'file-not-found': 'None of its files can be downloaded any more.',
  } as Record<string, string>,
  unsentUnknown: 'Something in it is not allowed any more.',
  sendNow: 'Send now',
  sentNow: 'Sent.',
  changeTime: 'Change time',
  timeChanged: 'The time was changed.',
  cancelSending: 'Cancel sending',
  cancelTitle: 'Cancel this transfer?',
  cancelText: 'It is deleted with its files and never sent. You can undo this for a minute.',
  keepScheduled: 'Keep it',
  editTitle: 'Change title',
  titlePlaceholder: 'Without a title, the files’ names are shown',
  more: (count: number) => `and ${count} more`,
  you: 'You',
  linkHolder: 'Anyone with the link',
  someDevice: 'A device',
  restDevices: 'Other devices',
  devices: (count: number, finished: number) =>
    `${count === 1 ? '1 device' : `${count} devices`} · ${finished === 0 ? 'none' : finished} finished`,
  moreDevices: (count: number) => (count === 1 ? 'and 1 more device' : `and ${count} more devices`),
  createdOn: (when: string) => `Created ${when}`,
  stamps: {
    scheduled: 'Scheduled',
    unsent: 'Not sent',
    blocked: 'Blocked',
    deleted: 'Deleted',
    expired: 'Expired',
    paused: 'Paused',
    delivered: 'Delivered',
    'handed-over': 'Handed over',
    'under-way': 'In progress',
    opened: 'Opened',
    sent: 'Sent',
  },
  deliveryStatus: {
    opened: 'Opened, nothing downloaded yet',
    mailed: 'Email accepted',
    queued: 'Email on its way',
    refused: 'The email bounced',
    waiting: 'Not opened yet',
  } satisfies Record<Exclude<DeliveryStatus, 'finished' | 'handed' | 'almost' | 'under-way' | 'stalled'>, string>,
  /** `name` of the file in progress, if there is one; `files`: how many there are. */
  progress: ({ percent, name, finished, files }: Progress) => {
    if (files === 1 || (name === null && finished === 0)) {
      return name === null ? `${percent}% delivered` : `${percent}% of ${name} delivered`
    }
    const whole = `${finished} of ${files} files delivered`
    return name === null ? whole : `${whole} · ${percent}% of ${name}`
  },
  /** A recipient's stamp: short. */
  marks: {
    finished: 'Delivered',
    handed: 'Handed over',
    almost: 'Almost',
    'under-way': 'In progress',
    stalled: 'Stalled',
    opened: 'Opened',
    mailed: 'Emailed',
    queued: 'Emailing',
    refused: 'Bounced',
    waiting: 'Waiting',
  } satisfies Record<DeliveryStatus, string>,
  tally: (status: DeliveryStatus, count: number): string =>
    ({
      finished: `${count} ${count === 1 ? 'has' : 'have'} everything`,
      handed: `${count} handed to your proxy`,
      almost: `${count} almost done`,
      'under-way': `${count} in progress`,
      stalled: `${count} stalled`,
      opened: `${count} opened it`,
      mailed: `${count} emailed`,
      queued: `${count} being emailed`,
      refused: `${count} bounced`,
      waiting: `${count} not opened yet`,
    })[status],
  inAll: (count: number) => `${count} in total`,
  showAll: (count: number) => `Show all ${count}`,
  accessRequests: 'Requests from recipients',
  kinds: { time: 'More time', access: 'Their own link' },
  give: { time: 'Extend by 48 hours', access: 'Add them' },
  given: {
    time: (who: string) => `The link now works for 48 more hours. We’re emailing ${who}.`,
    access: (who: string) => `${who} has been added. We’re emailing them their own link.`,
  },
  silence: 'Mute',
  silenced: (who: string) => `You won’t hear about requests from ${who} anymore.`,
  people: 'Recipients',
  mailAgain: 'Email again',
  /** The likely action for a recipient; the others are in the menu. */
  sendAgain: 'Send again',
  remindNow: 'Remind',
  acts: (who: string) => `Actions for ${who}`,
  mailed: (address: string) => `The link is on its way to ${address} again.`,
  mailedJustNow: (address: string) => `An email to ${address} is already on its way.`,
  remove: 'Remove',
  removed: (what: string) => `${what} removed.`,
  removeTitle: (what: string) => `Remove ${what}?`,
  removeText: 'Their link stops working immediately. They keep what they have downloaded.',
  removeFileText: 'Recipients no longer find it at their link. They keep what they have downloaded.',
  addPeople: 'Add recipients',
  addAndMail: 'Add and email',
  added: (count: number) =>
    count === 1
      ? '1 recipient added. Their email is on its way.'
      : `${count} recipients added. Their emails are on their way.`,
  add: 'Add',
  named: (count: number) => (count === 1 ? '1 recipient added to the list.' : `${count} recipients added to the list.`),
  files: 'Files',
  addFiles: 'Add files',
  filesAdded: (count: number) => (count === 1 ? 'File added.' : `${count} files added.`),
  replace: 'Replace',
  replaced: 'File replaced.',
  isReplacement: 'replaces an earlier file',
  withdrawn: 'withdrawn',
  scans: {
    clean: 'scanned, no virus found',
    infected: 'malware found',
    'too-large': 'not scanned for viruses: too large',
    encrypted: 'not scanned for viruses: encrypted',
    unavailable: 'not scanned for viruses yet',
    none: 'not scanned for viruses',
  },
  uploading: 'Uploading',
  resumable: 'You can resume this transfer within 7 days',
  dropHere: 'Drop to add to this transfer, or to start a new one',
  dropTitle: (count: number) => (count === 1 ? 'What is this file for?' : `What are these ${count} files for?`),
  dropText: 'If you add to this transfer, recipients find it at the link they already have.',
  dropAdd: 'Add to this transfer',
  dropNew: 'Start a new transfer',
  folderUnread: 'Some of what you dropped could not be read',
  message: 'Message',
  noMessage: 'Sent without a message.',
  messageCount: (count: number, limit: number) => `${count} / ${limit}`,
  edit: 'Edit',
  save: 'Save',
  saved: 'Saved.',
  cancel: 'Cancel',
  keep: 'Keep',
  pause: 'Pause the link',
  resume: 'Resume the link',
  guards: 'More protection',
  linkPassword: 'Link password',
  newLinkPassword: 'New link password',
  set: 'Set',
  takeAway: 'Remove',
  downloadLimit: 'Download limit for each file and recipient',
  onlyProven: 'Only these recipients.',
  onlyProvenText: 'They verify their address with an emailed code before they see the files.',
  remind: 'Remind recipients who haven’t downloaded anything.',
  remindText: 'Each of them gets one more email, about two days before the transfer expires.',
  unknownTitle: 'This transfer isn’t here',
  unknownText: (slug: string) => `You have no transfer with the number ${slug}. It may have been deleted.`,
}

export type TransferRecordWords = typeof transferRecord
