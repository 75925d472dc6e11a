import type { Way } from '../way.ts'

interface Progress {
  percent: number
  name: string | null
  finished: number
  files: number
}

/** One transfer in the dashboard: its slip, and what is changed after sending. */
export const transferRecord = {
  slipName: (slug: string) => `Transfer ${slug}`,
  sentOn: (when: string) => `Sent ${when}`,
  more: (count: number) => `and ${count} more`,
  you: 'You',
  linkHolder: 'Whoever has the link',
  someDevice: 'A device',
  restDevices: 'Further devices',
  devices: (count: number, finished: number) =>
    `${count === 1 ? '1 device came' : `${count} devices came`} · ${finished === 0 ? 'none has' : finished === 1 ? '1 has' : `${finished} have`} finished`,
  moreDevices: (count: number) => (count === 1 ? 'and 1 more device' : `and ${count} more devices`),
  stamps: {
    deleted: 'Deleted',
    expired: 'Expired',
    paused: 'Paused',
    delivered: 'Delivered',
    'handed-over': 'Handed over',
    'under-way': 'Under way',
    opened: 'Opened',
    sent: 'Sent',
  },
  way: {
    opened: 'Opened, nothing taken yet',
    mailed: 'Mail accepted',
    queued: 'Mail on its way',
    refused: 'The mail was refused',
    waiting: 'Not opened yet',
  } satisfies Record<Exclude<Way, 'finished' | 'handed' | 'almost' | 'under-way' | 'stalled'>, string>,
  /** `name` of the file that is on its way, if one is; `files`: how many there are. */
  progress: ({ percent, name, finished, files }: Progress) => {
    if (files === 1 || (name === null && finished === 0)) {
      return name === null ? `${percent} % delivered` : `${percent} % of ${name} delivered`
    }
    const whole = `${finished} of ${files} files delivered`
    return name === null ? whole : `${whole} · ${percent} % of ${name}`
  },
  /** A recipient's stamp: short. */
  marks: {
    finished: 'Delivered',
    handed: 'Handed over',
    almost: 'Almost',
    'under-way': 'Under way',
    stalled: 'Stalled',
    opened: 'Opened',
    mailed: 'Accepted',
    queued: 'Mailing',
    refused: 'Refused',
    waiting: 'Waiting',
  } satisfies Record<Way, string>,
  tally: (way: Way, count: number): string =>
    ({
      finished: `${count} ${count === 1 ? 'has' : 'have'} everything`,
      handed: `${count} handed to your proxy`,
      almost: `${count} almost done`,
      'under-way': `${count} under way`,
      stalled: `${count} stalled`,
      opened: `${count} opened it`,
      mailed: `${count} accepted by mail`,
      queued: `${count} being mailed`,
      refused: `${count} refused by mail`,
      waiting: `${count} not yet there`,
    })[way],
  inAll: (count: number) => `${count} in all`,
  showAll: (count: number) => `Show all ${count}`,
  asks: 'You are asked',
  asksFor: { time: 'More time', access: 'A link of their own' },
  give: { time: 'Give 48 hours', access: 'Add them' },
  given: {
    time: (who: string) => `The link works for 48 hours more. ${who} is mailed.`,
    access: (who: string) => `${who} is added and mailed their own link.`,
  },
  silence: 'Silence',
  silenced: (who: string) => `You hear no more of what ${who} asks for.`,
  people: 'Recipients',
  mailAgain: 'Mail again',
  mailed: (address: string) => `The link is on its way to ${address} again.`,
  mailedJustNow: (address: string) => `A mail to ${address} is on its way already.`,
  remove: 'Remove',
  removed: (what: string) => `${what} is removed.`,
  removeTitle: (what: string) => `Remove ${what}?`,
  removeText: 'Their link stops to open at once. What they have downloaded stays theirs.',
  removeFileText: 'Recipients no longer find it under their link. What they have downloaded stays theirs.',
  addPeople: 'Add people',
  addAndMail: 'Add and mail',
  added: (count: number) => (count === 1 ? 'One more recipient is mailed.' : `${count} more recipients are mailed.`),
  add: 'Add',
  named: (count: number) => (count === 1 ? 'One more person is on the list.' : `${count} more people are on the list.`),
  files: 'Files',
  addFiles: 'Add files',
  filesAdded: (count: number) => (count === 1 ? 'The file is added.' : `${count} files are added.`),
  replace: 'Replace',
  replaced: 'The file is replaced.',
  isReplacement: 'replaced an earlier one',
  withdrawn: 'withdrawn',
  uploading: 'Uploading',
  resumable: 'You can resume this transfer within 7 days',
  dropHere: 'Drop to add here, or to send anew',
  dropTitle: (count: number) => (count === 1 ? 'What is this file for?' : `What are these ${count} files for?`),
  dropText: 'Added to this transfer, recipients find them under the link they have.',
  dropAdd: 'Add to this transfer',
  dropNew: 'Start a new one',
  message: 'Message',
  noMessage: 'No message went with it.',
  edit: 'Edit',
  save: 'Save',
  saved: 'Saved.',
  cancel: 'Cancel',
  keep: 'Keep',
  pause: 'Pause the link',
  resume: 'Open the link again',
  guards: 'More protection',
  linkPassword: 'Password for the link',
  newLinkPassword: 'New password for the link',
  set: 'Set',
  takeAway: 'Take away',
  downloadLimit: 'Downloads of each file, per recipient',
  onlyProven: 'Only these recipients.',
  onlyProvenText: 'Each proves their address with a code by mail before the files show.',
  remind: 'Remind those who have fetched nothing.',
  remindText: 'Each of them gets one more mail, about two days before the end.',
  unknownTitle: 'This transfer isn’t here',
  unknownText: (slug: string) => `You have no transfer with the number ${slug}. It may have been deleted.`,
}

export type TransferRecordWords = typeof transferRecord
