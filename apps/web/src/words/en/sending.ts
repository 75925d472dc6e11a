import type { TimeLeft } from '@waybill/contract/sizes'

/** What stands on the slip once Send was pressed: code, progress, done, limits, and what was left unfinished. */
export const sending = {
  codeName: 'Prove your address',
  codeTitle: 'Check your mail',
  codeText: (address: string) => `We sent a code of 5 characters to ${address}.`,
  codeSpam: 'Nothing there? Look into the spam folder too.',
  codeLabel: 'Code',
  codeResend: 'Send a new code',
  codeResent: 'A new code is on its way.',
  verify: 'Verify',
  back: 'Back',

  name: 'Sending',
  status: {
    'warming-up': 'Warming Up...',
    'getting-ready': 'Getting Ready...',
    transferring: 'Transferring...',
    resuming: 'Resuming Upload....',
    'almost-done': 'Almost done...',
    'paused-offline': 'You are offline. It goes on by itself once the line is back.',
    retrying: 'We are retrying...',
    done: 'Almost done...',
    failed: 'Connection error',
    cancelled: 'Cancelled',
  },
  timeLeft: (left: TimeLeft): string => {
    if (left === 'calculating') return 'Calculating...'
    if (left === 'under-30s') return 'Less than 30 seconds remaining'
    if (left === 'under-1m') return 'Less than a minute remaining'
    if ('minutes' in left) return left.minutes === 1 ? '1 minute remaining' : `${left.minutes} minutes remaining`
    return `${left.hours} hours remaining`
  },
  progressLabel: 'Part sent',
  speed: 'Speed',
  time: 'Time left',
  file: 'File',
  bytes: 'Sent',
  fileOf: (index: number, count: number) => `${index} of ${count}`,
  bytesOf: (sent: string, total: string) => `${sent} of ${total}`,
  you: 'You',
  people: (count: number) => `${count} people`,
  stayHere: 'Keep this page open. If it closes, the transfer can be taken up again for 7 days.',
  cancel: 'Cancel',
  cancelTitle: 'Stop this transfer?',
  cancelText: 'You can resume this transfer within 7 days',
  cancelConfirm: 'Stop',
  cancelKeep: 'Keep sending',
  slow: 'We are retrying...',
  slowText: 'The line is slow. What has arrived is kept.',
  resumable: 'You can resume this transfer within 7 days',
  connectionError: 'Connection error',
  fileInUse: 'Make sure your file is not in use',
  fileChanged: 'The file has changed since it was picked. Remove it and add it again.',
  noKey: 'Network Error - Could not get key.',
  noSend: 'Could not send Data.',

  doneName: 'Sent',
  doneStamp: 'Sent',
  doneTitle: 'All done',
  doneText: (size: string, count: string) => `${count}, ${size}. A mail with a link of their own went to:`,
  doneTracking: (address: string) => `When someone has everything, we write to ${address}.`,
  expiresOn: (date: string) => `Expires ${date}`,
  neverExpires: 'Never expires',
  copyNumber: 'Copy the number',
  copied: 'Copied',
  sendAnother: 'Send another',

  limitName: 'A limit is reached',
  limitTitle: 'Great things have limits',
  limitText: (sends: number) => `You have used your ${sends} free sends. With an account you get:`,
  limitStorageTitle: 'Your storage is now full',
  limitStorageText: 'Room comes back as transfers expire. With an account you get:',
  limitPoints: (points: { transfers: number; size: string; storage: string; people: number }) => [
    `${points.transfers} transfers a month`,
    `${points.size} in one transfer, to ${points.people} people`,
    `${points.storage} of storage`,
    'Every transfer, its downloads, times and places in one list',
  ],

  unfinishedName: 'Unfinished transfer',
  unfinishedLooking: 'Looking for your unfinished transfer…',
  unfinishedTitle: 'You left a transfer half-way',
  unfinishedText: (kept: string, total: string) => `${kept} of ${total} are already here. Only the rest goes up.`,
  resume: 'Resume',
  pickFiles: 'Pick the files again',
  pickFolder: 'Pick the folder again',
  pickHint: 'The browser no longer has the files. Pick the same ones again, then it goes on where it stopped.',
  stillMissing: (names: string) => `Still missing: ${names}`,
  mismatch: {
    size: (name: string) => `${name} has another size now. It is not the file that was begun.`,
    changed: (name: string) => `${name} was changed since. It is not the file that was begun.`,
    content: (name: string) => `${name} holds something else now. It is not the file that was begun.`,
  },
  startAnew: 'Start anew',
  startAnewTitle: 'Give this transfer up?',
  startAnewText: 'What has already arrived is removed.',
  startAnewConfirm: 'Start anew',
  startAnewKeep: 'Keep it',
  to: 'To',
}

export type SendingWords = typeof sending
