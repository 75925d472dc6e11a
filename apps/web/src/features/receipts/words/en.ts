import type { Receipt, ReceiptFile } from '@waybill/contract/tracking/receipt-endpoints'
import type { ReceiptDoubt, Unreadable } from '../judge-receipt.ts'

type Identity = NonNullable<Receipt['identity']>['by'] | 'none'

/** The page on which anybody checks a delivery receipt. */
export const receiptCheck = {
  title: 'Check a receipt',
  text: 'Did someone show you a delivery receipt? Drop it here. Your browser checks it; nothing of it is sent anywhere.',
  choose: 'Choose a receipt',
  dropHint: 'or drop it anywhere on this page: the PDF, or receipt.json',
  dropNow: 'Drop to check it',
  checking: 'Checking…',
  another: 'Check another receipt',
  keysTaken: (count: number) =>
    `Receipts are now checked against ${count === 1 ? 'this key' : `these ${count} keys`} instead of the keys that this server publishes.`,
  keysBack: 'Use the server’s keys again',
  tryAgain: 'Try again',

  doubtStamp: 'Not proven',
  doubts: {
    changed: 'It was changed after it was signed, or never signed at all: the signature does not match the contents.',
    rewritten:
      'Its contents were signed, but the file was rewritten afterwards. Only the original file counts, byte for byte: ask for it, or for the PDF.',
    'unknown-key': 'It is signed with a key that is not among the published ones.',
    'late-key': 'It is dated after its key was retired. No server of ours signs with a retired key.',
  } satisfies Record<ReceiptDoubt, string>,
  doubtText: 'Do not trust anything it says. A printed PDF proves nothing by itself either.',
  doubtKey: (id: string) => `Its key calls itself ${id}.`,
  doubtIssuer: (issuer: string) =>
    `It claims to come from ${issuer}. If you trust that server, check the receipt there, or first drop the receipt-keys.json that it publishes here.`,

  unreadableStamp: 'No receipt',
  unreadable: {
    empty: 'This file is empty.',
    'too-large': 'This file is too large for a receipt. Receipts have at most 64 MB.',
    'no-json': 'This is neither the PDF nor the JSON of a receipt.',
    'no-receipt': 'This is JSON, but not a delivery receipt.',
    'pdf-without':
      'This PDF contains no receipt. It may have been printed or saved again. Drop receipt.json, or the PDF as it was first saved.',
    'not-read': 'The browser could not read this file. If it is a folder, choose the file inside.',
  } satisfies Record<Unreadable, string>,

  unableTitle: 'This browser can’t check it',
  unableText: (keys: string) =>
    `It does not support Ed25519 signatures, or only on pages served over https. A newer browser does. So does openssl 3, with receipt.json (attached inside the PDF) and ${keys}:`,
  copyLines: 'Copy the lines',
  linesCopied: 'Lines copied.',
  copy: 'Copy',

  outcome: (stamp: string, sentence: string) => `${stamp}: ${sentence}`,
  genuineStamp: 'Genuine',
  genuineName: (slug: string) => `Receipt of transfer ${slug}`,
  issued: (when: string) => `Issued ${when}`,
  summary: {
    delivered: (who: string, files: string, size: string) => `${who} received all of it: ${files}, ${size}.`,
    handed: (who: string, files: string, size: string) =>
      `All of it, ${files}, ${size}, was handed to a proxy on the way to ${who}.`,
    sentOn: (who: string, files: string, size: string) =>
      `All of it, ${files}, ${size}, went to a proxy on the way to ${who}, which reported that it sent it on.`,
    begun: (who: string) => `${who} has started to download; nothing of it is on record yet.`,
    partly: (who: string, done: string, size: string) => `${done} of ${size} for ${who} has left the server.`,
    opened: (who: string) => `${who} opened it, and has downloaded nothing.`,
    sent: (who: string) => `It was sent to ${who}, and has not been opened.`,
  },
  asOf: 'This was the state when the receipt was issued.',
  fileCount: (count: number) => (count === 1 ? '1 file' : `${count} files`),
  broken: (place: number) =>
    `The signature is good, but entry ${place} of the ledger does not fit the ones before it. Ask the people who run the server why.`,
  wrongFact: (fact: string) =>
    `The signature is good, but what the receipt says at ${fact} is not what its entries say. Do not rely on it, and ask the people who run the server why.`,
  times: 'Times and sizes',
  timesHold: 'match the entries of the ledger',
  timesUnshown: (count: number) =>
    `match the entries of the ledger; ${count === 1 ? '1 time belongs' : `${count} times belong`} to entries that did not fit into this receipt`,
  entry: (place: number) => `entry ${place}`,
  late: (seconds: string) => `saved ${seconds} s later`,
  evidences: {
    received: 'received by their device',
    'handed-over': 'handed to a proxy',
    'sent-by-proxy': 'sent on by a proxy',
  } satisfies Record<NonNullable<ReceiptFile['evidence']>, string>,
  doubt: (size: string) => `${size} in doubt`,
  /** After a sentence about complete delivery. */
  withDoubt: (told: string, size: string) => `${told} Of that, ${size} are in doubt.`,
  titled: 'Title',
  from: 'From',
  to: 'To',
  proven: 'verified this address',
  unproven: 'this address was not verified',
  linkHolder: 'anyone with the link',
  erased: 'address erased since',
  removed: 'removed from the transfer since',
  sent: 'Sent',
  whileUploading: 'while uploading',
  arrived: 'Upload complete',
  dropped: 'Upload ended without some files',
  opened: 'First opened',
  finished: 'Finished',
  notYet: 'not yet',
  here: (time: string) => `${time} your time`,
  where: 'Downloaded from',
  known: 'How they were identified',
  identities: {
    account: 'logged in to an account with this address, verified before',
    code: 'entered a code that was emailed to this address',
    'personal link': 'used a link that was emailed to them alone',
    'open link': 'used a link that anyone who has it can open',
    none: 'nobody has come yet',
  } satisfies Record<Identity, string>,
  ledger: 'Ledger',
  ledgerWhole: (length: number) => `${entries(length)}, none missing, each hashed over the one before`,
  ledgerGaps: (shown: number, length: number) =>
    `${shown} of ${entries(length)}: the others are about other recipients. Each one shown follows those before it`,
  issuer: 'Signed by',
  key: 'Key',
  keyRetired: (day: string) => `retired ${day}; what it signed before stays valid`,

  files: 'Files',
  fileStates: {
    checked: '',
    'in preparation': 'SHA-256 in preparation when this was issued',
    withdrawn: 'withdrawn: the stored bytes were not what was sent, or the server refuses this content',
    'not arrived': 'not uploaded: its upload ended before it was there',
  } satisfies Record<ReceiptFile['state'], string>,
  fileFinished: (when: string) => `finished ${when}`,
  filePartly: (size: string) => `${size} has left the server, not finished`,
  fileNot: 'not downloaded',
  fileRemoved: 'removed or replaced since',
  copyHash: 'Copy the SHA-256',
  hashCopied: 'SHA-256 copied.',

  provesTitle: 'What it proves',
  proves: [
    'The server that holds the key wrote every word of it, and nothing was changed since.',
    'These files, identified by their SHA-256, were in the transfer from this sender to this recipient. The server has read the bytes it stored of each.',
    'The entries were in the transfer’s ledger in this order when it was issued.',
    'The bytes of each finished file were acknowledged by a device that came as the recipient, or handed to a proxy, or reported by it as sent on, as its line says, at the time of its entry, except for the bytes named as in doubt.',
  ],
  provesNotTitle: 'What it does not prove',
  provesNot: [
    'That a person read a file, or that a program kept it.',
    'Who was using the device. Anyone with a personal link can open it, unless a code or an account is required.',
    'That the people who run the server did not rewrite the ledger before. An earlier receipt or anchor that you hold would show it.',
    'What a proxy did with the bytes it was handed, and whether its report is true.',
    'That the place is exact: it is looked up from the network’s address.',
    'What a PDF prints: compare it with what you see here, which is what was signed.',
  ],

  compareTitle: 'Compare a file with it',
  compareText: 'Drop a file you have. Your browser computes its SHA-256 and compares it with the ones above.',
  chooseFile: 'Choose files',
  compareDrop: 'or drop them anywhere on this page',
  compareNow: 'Drop to compare',
  comparing: 'Computing…',
  same: (name: string) => `The same bytes as ${name}`,
  other: 'Not one of the files of this receipt',
  unknown: (names: string) =>
    `This receipt cannot tell: it was made before the server had computed the checksum of ${names}. A receipt that you download now has it.`,
  fileTooLarge: (size: string, name: string) =>
    `Larger than ${size}, which is more than a browser can handle at once. In a terminal: shasum -a 256 "${name}"`,
  fileNotRead: 'The browser could not read it',
}

function entries(count: number): string {
  return count === 1 ? '1 entry' : `${count} entries`
}

export type ReceiptCheckWords = typeof receiptCheck
