import type { Receipt, ReceiptFile } from '@waybill/contract/receipts'
import type { Doubt, Unreadable } from '../../receipts/judge-receipt.ts'

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
    partly: (who: string, done: string, size: string) => `${who} has received ${done} of ${size}.`,
    opened: (who: string) => `${who} opened it, and has downloaded nothing.`,
    sent: (who: string) => `It was sent to ${who}, and has not been opened.`,
  },
  asOf: 'So it stood when the receipt was issued.',
  fileCount: (count: number) => (count === 1 ? '1 file' : `${count} files`),
  broken: (place: number) =>
    `The signature is good, but entry ${place} of the ledger does not fit those before it. Ask whoever runs the server why.`,
  from: 'From',
  to: 'To',
  proven: 'proved this address',
  unproven: 'this address was not proven',
  linkHolder: 'whoever holds the link',
  erased: 'address erased since',
  removed: 'taken off the transfer since',
  sent: 'Sent',
  opened: 'First opened',
  finished: 'Delivered in full',
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
    withdrawn: 'withdrawn: the stored bytes were not what was sent',
  } satisfies Record<ReceiptFile['state'], string>,
  fileFinished: (when: string) => `delivered ${when}`,
  filePartly: (size: string) => `${size} delivered, not finished`,
  fileNot: 'not downloaded',
  fileEmpty: 'empty: nothing to deliver',
  fileRemoved: 'taken out or replaced since',
  copyHash: 'Copy the SHA-256',
  hashCopied: 'The SHA-256 is copied.',

  provesTitle: 'What it proves',
  proves: [
    'The server that holds the key wrote every word of it, and nothing was changed since.',
    'These files, told by their SHA-256, were sent from this sender to this recipient.',
    'So many bytes of each went out over the recipient’s link, and the last of them at that time by the server’s clock.',
  ],
  provesNotTitle: 'What it does not',
  provesNot: [
    'That the recipient looked into a file or understood it.',
    'That whoever opened a personal link was its owner, unless a code or an account says so.',
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
