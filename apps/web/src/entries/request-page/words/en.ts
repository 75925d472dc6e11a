import type { ProblemCode } from '@waybill/contract/core/problems'
import { files } from '../../../shared/ui/files/words/en.ts'

const { fileCount } = files
const answerCount = (count: number) => (count === 1 ? '1 answer' : `${count} answers`)
const sentThings = (count: number, answers: number, size = '') =>
  answers === 0
    ? `${fileCount(count)}${size}`
    : count === 0
      ? answerCount(answers)
      : `${fileCount(count)}${size} and ${answerCount(answers)}`

/** The page on which a supplier answers a request for files. */
export const answer = {
  pageTitle: 'File Requests',
  label: 'File request',
  /** The requester's name follows. */
  labelFor: 'File request for',
  slipName: (slug: string) => `File request number ${slug}`,
  headline: (who: string) => `${who} asks you for files`,
  message: 'Message',

  dueAt: (day: string, time: string) => `Due ${day}, ${time} your time`,
  dueAtUtc: (day: string, time: string) => `Due ${day}, ${time} UTC`,
  dueAnywhere: (day: string, time: string) => `Due ${day}, ${time}, in your own time`,
  dueThere: (day: string, time: string, zone: string) => `${day}, ${time} in ${zone}`,
  passed: (day: string, time: string) => `Was due ${day}, ${time} your time`,
  lateTaken: 'The deadline has passed. You can still send files; they are marked as late.',
  days: (count: number) => (count === 1 ? '1 day left' : `${count} days left`),
  hours: (count: number) => (count <= 1 ? '1 hour left' : `${count} hours left`),
  tallied: (done: number, all: number) => `${done} of ${all} required items sent`,
  nothingRequired: 'Nothing here is required: send what you have.',
  completeStamp: 'Complete',
  completeText: 'All required items are here. Thank you.',
  lateStamp: 'Late',
  itemGone: 'Removed item',

  pausedStamp: 'Paused',
  closedStamp: 'Closed',
  expiredStamp: 'Expired',
  state: {
    paused: 'The requester has paused this request and accepts no files right now. Try again later, or email them.',
    closed: 'The requester has closed this request. It accepts no more files.',
    expired: 'This link has expired and accepts no more files. If something is missing, email the requester.',
  },
  mayFinish: 'You can still finish what you started.',
  full: 'The requester has no storage left for these files. Email them, or try again later.',
  writeTo: 'Email',

  items: 'Requested items',
  required: 'required',
  optional: 'optional',
  anyType: 'any type',
  typesOf: (types: readonly string[]) => types.map((type) => type.toUpperCase()).join(', '),
  mostFiles: (count: number) => (count === 1 ? '1 file' : `up to ${count} files`),
  mostBytes: (size: string) => `up to ${size} each`,
  example: 'Example:',
  takeExample: (name: string, size: string) => `${name}, ${size}`,
  exampleFailed: 'The example could not be downloaded.',
  itemState: {
    arrived: (count: number) => `${fileCount(count)} sent, waiting for review`,
    accepted: (count: number) => `${fileCount(count)} sent and accepted`,
  },
  itemFull: 'This item is full.',
  sentBack: 'Sent back. Please send it again.',
  whySentBack: 'Reason',

  sectionDone: (done: number, all: number) => `${done} of ${all} sent`,
  answerTakes: { short: 'One line', long: 'Text, up to 5,000 characters', date: 'Date' },
  choiceTakes: (several: boolean): string => (several ? 'Choose one or more' : 'Choose one'),
  answerState: { arrived: 'Answered, waiting for review', accepted: 'Answered and accepted' },
  answerBack: 'Sent back. Please answer it again.',
  yourAnswer: 'Your answer',

  choose: 'Choose files',
  chooseOne: 'Choose a file',
  chooseMore: 'Choose more',
  chooseFor: (item: string) => `Choose files for ${item}`,
  photo: 'Take a photo',
  photoFor: (item: string) => `Take a photo for ${item}`,
  dropHint: 'or drop files and folders here',
  dropNow: 'Drop to add them here',
  dropElsewhere: 'Drop it on the item it belongs to.',
  reading: 'Reading…',
  unread: (names: string) => `Could not be read: ${names}`,
  remove: (name: string) => `Remove ${name}`,
  removed: (name: string) => `${name} removed`,
  notSent: 'Left out:',
  finding: {
    'type-unwanted': (types: string) => `accepted here: ${types}`,
    'file-too-large': (size: string) => `each file can be up to ${size}`,
    'item-full': (limit: number) => (limit === 1 ? 'only one file fits here' : `at most ${limit} files fit here`),
    'insecure-file-type': 'files of this kind can run as programs and are not accepted',
    disguised: 'its contents do not match its file extension',
    other: 'it is not accepted here',
  },
  showAll: (count: number) => `Show ${count} more`,

  who: 'Your details',
  whoOptional: 'Your details (optional)',
  whoHidden: 'You don’t need to say who you are.',
  answeringAs: 'You are sending as',
  whoProven: 'The requester wants to be sure who is sending. We’ll email a 5-character code to your address, once.',
  name: 'Name',
  company: 'Company',
  email: 'Email',
  note: 'Note to the requester (optional)',
  noteCount: (count: number, limit: number) => `${count} / ${limit}`,
  noteLink: 'Notes can’t contain links.',
  mustSay: 'required',
  nameMissing: 'Add your name.',
  emailMissing: 'Add your email address.',
  emailWrong: 'Enter a complete email address.',
  beganElsewhere: 'Started on another device? Verify your email address to continue here.',
  proven: 'Your address is verified in this browser.',

  send: 'Send',
  sendFiles: (count: number, size: string) => `Send ${fileCount(count)}, ${size}`,
  sendAnswers: (answers: number, files: number, size: string) =>
    files === 0 ? `Send ${answerCount(answers)}` : `Send ${fileCount(files)}, ${size}, and ${answerCount(answers)}`,
  chooseFirst: 'Choose at least one file first.',
  answerFirst: 'Choose a file or answer a question first.',
  leftOut: (count: number) => `${fileCount(count)} above can’t be sent and will stay here.`,
  stillMissing: (names: string) => `You can send these now and the rest later. Still missing: ${names}`,
  atOnce: (size: string, count: number) => `Up to ${size} and ${fileCount(count)} at a time`,
  plainLimit: (size: string) => `Without JavaScript, up to ${size} at a time. Turn on JavaScript to send larger files.`,
  openUntil: (day: string) => `Accepts files until ${day}`,
  privacy: 'Only the requester sees what you send',
  checking: 'Checking the files…',
  goOn: 'Continue',

  pendingTitle: 'You have an unfinished submission',
  pendingText: (count: number, size: string, when: string) => `${fileCount(count)}, ${size}, started ${when}`,
  pendingUntil: (day: string) => `You can finish it until ${day}`,
  pendingElsewhere: 'Another tab of this browser is sending it now.',
  giveUp: 'Discard',
  giveUpTitle: 'What has already arrived will be deleted. Discard it?',
  giveUpConfirm: 'Delete it',
  giveUpKeep: 'Keep it',

  sentTitle: 'What you have sent',
  sentLine: (count: number, size: string, answers: number) => sentThings(count, answers, `, ${size}`),
  openReceipt: 'Receipt',
  receiptOf: (day: string, time: string) => `Receipt of ${day}, ${time}`,
  receipt: 'Receipt',
  receivedStamp: 'Received',
  receivedTitle: (count: number, who: string, answers: number) => `${sentThings(count, answers)} arrived at ${who}`,
  arrivedAt: (day: string, time: string) => `Arrived ${day}, ${time} your time`,
  arrivedAtUtc: (day: string, time: string) => `Arrived ${day}, ${time} UTC`,
  arrivedLate: 'after the deadline',
  calledBefore: (name: string) => `on your device: ${name}`,
  sumPending: 'SHA-256 in preparation',
  isSentBack: 'Sent back. Please send it again.',
  isWithdrawn: 'Damaged on the way and withdrawn. Please send it again.',
  total: (count: number, size: string) => `${fileCount(count)}, ${size}`,
  keepIt: 'Keep this link, or print the page. The link shows the receipt whenever you open it from here.',
  mailed: (address: string) => `We’ll email it to ${address} too.`,
  print: 'Print',
  copyReceipt: 'Copy link',
  backToRequest: 'Back to the request',
  missingStill: (names: string) => `Still missing: ${names}`,
  foreignReceipt:
    'You can see that receipt only where you sent the files from: in the same browser, or through the same link.',

  lockedTitle: 'This request is locked',
  lockedText: 'Ask whoever sent you the request for the password.',
  password: 'Password',
  open: 'Open',
  opening: 'One moment…',
  unknownTitle: 'There is nothing at this link',
  unknownText:
    'The link may be incomplete, or the request was deleted. Open the whole link from the email again, or ask whoever sent it.',
  troubleTitle: 'We can’t show this request right now',
  tryAgain: 'Try again',
  home: 'Go to the home page',

  /** The refusal of a plain form, where the page does not know which file it concerns. */
  refused: {
    'invalid-input': 'Something in the form is missing or not allowed. Choose the files again.',
    'invalid-recipient': 'The email address was incomplete.',
    'item-full': 'Too many files were chosen for one of the items. Nothing was sent.',
    'file-too-large': 'A file was too large for its item. Nothing was sent.',
    'type-unwanted': 'A file was of a type that its item does not accept. Nothing was sent.',
    'insecure-file-type': 'A file was of a kind that can run as a program. Nothing was sent.',
    'answer-unfit': 'An answer did not fit its question. Nothing was sent.',
    'over-submission-limit': 'That was too much at once. Send it in parts.',
    'submission-too-many-files': 'Those were too many files at once. Send them in parts.',
    'body-too-large':
      'That was too much at once for a page without JavaScript. Send fewer files, or turn on JavaScript.',
    busy: 'Many people are sending right now, so your files were not sent. Wait a little, then choose them again.',
    'request-too-slow':
      'Your connection was too slow for a page without JavaScript. Nothing was sent. Send fewer files at a time, or turn on JavaScript.',
    'too-many-uploads': 'You are sending too much at once. Wait a little, then try again.',
    'link-password-wrong': 'That password is wrong.',
  } as Partial<Record<ProblemCode, string>>,

  proveNow: 'Verify my address',
  codeBack: 'Use another address',
}

export type AnswerWords = typeof answer
