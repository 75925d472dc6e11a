import type { Receipt, ReceiptFile } from '@waybill/contract/tracking/receipt-endpoints'
import type { Doubt, Unreadable } from '../judge-receipt.ts'

type Identity = NonNullable<Receipt['identity']>['by'] | 'none'

/** The page on which anybody checks a delivery receipt. */
export const receiptCheck = {
  title: 'Check a receipt',
  text: 'Somebody showed you a delivery receipt? Drop it here. It is checked in your browser; nothing of it is sent anywhere.',
  choose: 'Choose a receipt',
  dropHint: 'or drop it anywhere on this page: the PDF, or receipt.json',
  dropNow: 'Let go to check it',
  checking: 'Checking …',
  another: 'Check another receipt',
  keysTaken: (count: number) =>
    `${count === 1 ? 'This key is' : `These ${count} keys are`} what receipts are now held against, in the place of those this server publishes.`,
  keysBack: 'Use the server’s again',
  tryAgain: 'Try again',

  doubtStamp: 'Not proven',
  doubts: {
    changed: 'It was changed after it was signed, or never signed at all: the signature does not fit what it says.',
    rewritten:
      'What it says was signed, but the file was written anew since. Only the file byte for byte as it was handed out counts: ask for the original, or for the PDF.',
    'unknown-key': 'It is signed with a key that is not among the published ones.',
    'late-key': 'It is dated after its key was retired. No server of ours signs with a retired key.',
  } satisfies Record<Doubt, string>,
  doubtText: 'Believe nothing it says. What is printed on a PDF proves nothing by itself either.',
  doubtKey: (id: string) => `Its key calls itself ${id}.`,
  doubtIssuer: (issuer: string) =>
    `It claims to come from ${issuer}. If you trust that server, check it there, or drop the receipt-keys.json it publishes here first.`,

  unreadableStamp: 'No receipt',
  unreadable: {
    empty: 'This file is empty.',
    'too-large': 'This is too large for a receipt. They are 64 MB at the very most.',
    'no-json': 'This is neither a receipt’s PDF nor its JSON.',
    'no-receipt': 'This is JSON, but no delivery receipt.',
    'pdf-without':
      'This PDF carries no receipt inside. It may have been printed or saved anew. Drop receipt.json, or the PDF as it was first saved.',
    'not-read': 'The browser could not read this file. If it is a folder, choose the file inside.',
  } satisfies Record<Unreadable, string>,

  unableTitle: 'This browser cannot check it',
  unableText: (keys: string) =>
    `It does not know Ed25519 signatures, or keeps them to pages that are served over https. A newer browser does; so does openssl 3, with receipt.json (inside the PDF as an attachment) and ${keys}:`,
  copyLines: 'Copy the lines',
  linesCopied: 'The lines are copied.',
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
    begun: (who: string) => `${who} has begun to download; nothing of it is on record yet.`,
    partly: (who: string, done: string, size: string) => `${done} of ${size} for ${who} has left the server.`,
    opened: (who: string) => `${who} opened it, and has downloaded nothing.`,
    sent: (who: string) => `It was sent to ${who}, and has not been opened.`,
  },
  asOf: 'So it stood when the receipt was issued.',
  fileCount: (count: number) => (count === 1 ? '1 file' : `${count} files`),
  broken: (place: number) =>
    `The signature is good, but entry ${place} of the ledger does not fit those before it. Ask whoever runs the server why.`,
  wrongFact: (fact: string) =>
    `The signature is good, but what the receipt says at ${fact} is not what its entries say. Do not rely on it, and ask whoever runs the server why.`,
  times: 'Times and sizes',
  timesHold: 'are those of the ledger’s entries',
  timesUnshown: (count: number) =>
    `are those of the ledger’s entries; ${count === 1 ? 'one time is' : `${count} times are`} of entries too many to be shown here`,
  entry: (place: number) => `entry ${place}`,
  late: (seconds: string) => `saved ${seconds} s later`,
  evidences: {
    received: 'received by their device',
    'handed-over': 'handed to a proxy',
    'sent-by-proxy': 'sent on by a proxy',
  } satisfies Record<NonNullable<ReceiptFile['evidence']>, string>,
  doubt: (size: string) => `${size} in doubt`,
  /** Behind a sentence of all that was delivered. */
  withDoubt: (told: string, size: string) => `${told} Of that, ${size} are in doubt.`,
  from: 'From',
  to: 'To',
  proven: 'proved this address',
  unproven: 'this address was not proven',
  linkHolder: 'whoever holds the link',
  erased: 'address erased since',
  removed: 'taken off the transfer since',
  sent: 'Sent',
  opened: 'First opened',
  finished: 'Finished',
  notYet: 'not yet',
  here: (time: string) => `${time} on your clock`,
  where: 'Downloaded from',
  known: 'How they were known',
  identities: {
    account: 'signed in to an account with this address, proven before',
    code: 'typed a code that was mailed to this address',
    'personal link': 'came by a link that was mailed to them alone',
    'open link': 'came by a link that anybody who has it may open',
    none: 'nobody has come yet',
  } satisfies Record<Identity, string>,
  ledger: 'Ledger',
  ledgerWhole: (length: number) => `${entries(length)}, none missing, each hashed over the one before`,
  ledgerGaps: (shown: number, length: number) =>
    `${shown} of ${entries(length)}: those between are about other recipients. Each shown follows those before it`,
  issuer: 'Signed by',
  key: 'Key',
  keyRetired: (day: string) => `retired ${day}; what it signed before stays good`,

  files: 'Files',
  fileStates: {
    checked: '',
    'in preparation': 'SHA-256 in preparation when this was issued',
    withdrawn: 'withdrawn: the stored bytes were not what was sent, or the server refuses this content',
  } satisfies Record<ReceiptFile['state'], string>,
  fileFinished: (when: string) => `finished ${when}`,
  filePartly: (size: string) => `${size} has left the server, not finished`,
  fileNot: 'not downloaded',
  fileRemoved: 'taken out or replaced since',
  copyHash: 'Copy the SHA-256',
  hashCopied: 'The SHA-256 is copied.',

  provesTitle: 'What it proves',
  proves: [
    'The server that holds the key wrote every word of it, and nothing was changed since.',
    'These files, told by their SHA-256, were in the transfer from this sender to this recipient: of each, the server has read the bytes it stored.',
    'The entries stood in the transfer’s ledger in this order when it was issued.',
    'The bytes of each finished file were acknowledged by a device that came as the recipient, or handed to a proxy, or reported by it as sent on, as its line says, at the time of its entry; but for those that it names as in doubt.',
  ],
  provesNotTitle: 'What it does not',
  provesNot: [
    'That a person read a file, or that a program kept it.',
    'Who sat at the device. Whoever has a personal link can open it, unless a code or an account is asked for.',
    'That whoever runs the server did not write the ledger anew before. An earlier receipt or anchor that you hold would show it.',
    'What a proxy did with the bytes it was handed, and whether its report is true.',
    'That the place is exact: it is looked up from the network’s address.',
    'What a PDF prints: compare it with what stands here, which is what was signed.',
  ],

  compareTitle: 'Hold a file against it',
  compareText: 'Drop a file you have. Its SHA-256 is computed here, and compared with those above.',
  chooseFile: 'Choose files',
  compareDrop: 'or drop them anywhere on this page',
  compareNow: 'Let go to compare',
  comparing: 'Computing …',
  same: (name: string) => `The same bytes as ${name}`,
  other: 'None of the files of this receipt',
  fileTooLarge: (size: string, name: string) =>
    `Larger than ${size}, which is more than a browser can do at once. In a terminal: shasum -a 256 "${name}"`,
  fileNotRead: 'The browser could not read it',
}

function entries(count: number): string {
  return count === 1 ? '1 entry' : `${count} entries`
}

export type ReceiptCheckWords = typeof receiptCheck
