import type { ProblemCode } from '@waybill/contract/core/problems'
import type { OnPageProblem, Sentence, SupplierProblem } from '../on-page-problem.ts'
import { whenAgain } from '../when-again.ts'

const resumable = 'You can resume this transfer within 7 days'
const again = 'Please try again in a moment.'
const crowded = `Too much is on its way at once. ${again}`
const reload = 'Load the page again and try once more.'

/** What happened, what was kept and what to do, for every code. Sentences of the specification stand to the letter. */
export const problemSentences: Record<Exclude<ProblemCode, OnPageProblem | SupplierProblem>, Sentence> = {
  'invalid-json': reload,
  'unknown-field': reload,
  'code-malformed': 'A code has 5 characters.',
  'range-malformed': reload,
  'https-needed': 'This address is asked over https alone.',
  'sender-unproven': 'First prove your email address with the code we mail you.',
  'code-wrong': 'That code is not right.',
  'code-expired': 'That code is no longer good. Ask for a new one.',
  'cross-site': reload,
  'not-yours': 'This belongs to someone else.',
  unauthenticated: 'Log in to go on.',
  'signed-out': 'You have been signed out. Log in again.',
  'login-refused': 'Unable to log in with provided credentials',
  'login-expired': 'That took too long. Log in again.',
  'second-factor-wrong': 'That is not right. Try the newest code, or another way.',
  'step-up-required': 'Your second factor is asked for as well.',
  'password-wrong': 'That is not your current password.',
  'too-many-logins': 'Too many tries for this address. Wait a little, then try again.',
  busy: again,
  'email-taken': 'This email has been taken',
  'signup-code-wrong': 'Incorrect, check your email and try again.',
  'password-too-common': 'That password is too easy to guess. Choose another.',
  'reset-refused': 'This link is no longer good. Ask for a new one.',
  'session-not-found': 'That session has ended already.',
  'passkey-not-found': 'That passkey is not kept any more.',
  'picture-unreadable': 'That picture cannot be read. Use a PNG, JPEG or WebP.',
  'pictures-refused': 'This server takes no pictures: it cannot open them safely.',
  'no-slug': 'No Slug',
  'recipient-not-found': 'That recipient is not on this transfer any more.',
  'receipt-not-sound':
    'The record of this transfer contradicts itself, so no receipt of it is signed. Whoever runs this server has been told.',
  'last-file': 'A transfer keeps at least one file. Delete the transfer instead.',
  'contact-not-found': 'That contact is gone.',
  'contact-exists': 'There is a contact with that address already.',
  'too-many-contacts': 'The contact book is full.',
  'csv-unreadable': 'That is not a list we can read. The first line must name an email column.',
  'webhook-not-found': 'That webhook is gone.',
  'webhook-url-refused': 'A webhook needs an https address with a public name, and no user, password or port in it.',
  'webhook-paused': 'This webhook is paused. Resume it first.',
  'too-many-webhooks': ({ limit }) => `An account has at most ${limit} webhooks.`,
  'delivery-not-found': 'That delivery is not in the log any more.',
  'thumbnail-expired': reload,
  'transfer-paused': 'The sender has paused this transfer.',
  'link-locked': 'This transfer has to be unlocked first.',
  'link-password-wrong': 'That password does not open this transfer.',
  'download-limit-reached':
    'This has been downloaded as often as the sender allows. If a download broke off, resume it in your browser.',
  'sending-paused': ({ because, limit, triedCount, retryAfterSeconds }) => {
    if (because === 'new-account') {
      return `In its first week, an account can send ${limit} emails a day. You can send more ${whenAgain('en', retryAfterSeconds)}.`
    }
    return triedCount === undefined
      ? 'No more people can be written to just now. Try again tomorrow.'
      : 'Too many of your last recipients do not exist, so sending is paused for a while. Check the addresses and try again later.'
  },
  'too-many-mails': ({ because, limit, address, retryAfterSeconds }) => {
    const when = whenAgain('en', retryAfterSeconds)
    return because === 'day'
      ? `You have reached your limit of ${limit} emails a day. You can send more ${when}.`
      : `${address} has had enough emails from you for now. You can email them again ${when}.`
  },
  'network-sends-used': 'Too many transfers left your network today. Try again tomorrow.',
  'upload-not-found': 'This upload is no longer kept. Send the files anew.',
  'transfer-not-found': 'There is nothing at this link.',
  'transfer-expired': 'This transfer has expired.',
  'take-back-expired': 'Link expired',
  'extension-expired': 'Link expired',
  'ask-not-found': 'Nobody asks for that any more.',
  'grant-not-found': 'This download is no longer open. Press the button again.',
  'ticket-expired': 'The live view has lost its ticket. Load the page again.',
  'grant-expired': 'This download is no longer open. Press the button again.',
  'grant-elsewhere': 'This download was begun in another browser. Open your own link to download.',
  'file-withdrawn': 'This file was withdrawn. Ask the sender about it.',
  'file-blocked': ({ path }) => `The operator of this service has blocked ${path}. It cannot be sent.`,
  'file-not-found': 'This file is no longer here.',
  'request-not-found': 'There is nothing at this link.',
  'file-not-sealed': ({ path }) =>
    `This request takes sealed files only, and this one is not sealed for it: ${path}. Load the page again, with scripts on, and send it once more.`,
  'sealing-fixed': 'Files are here or on their way: how they are sealed cannot change any more.',
  'request-paused': 'This request takes no files just now. Try again later, or write to whoever asked you.',
  'request-closed': 'This request is closed: it takes no more files.',
  'request-expired': 'This request has expired: it takes no more files.',
  'request-month-full': ({ limit }) => `Your plan has ${limit} requests a month, and they are used up.`,
  'identity-required': 'Whoever asks wants to know who you are. Fill in your name and address.',
  'slot-empty': 'Nothing has come here yet.',
  'link-busy': 'Too much is on its way by this link. Try again in a few minutes.',
  'batch-not-found': 'These files are no longer here.',
  'inbox-full': 'There is no room left where these files go. Whoever asked you has been told; try again later.',
  'template-not-found': 'That template is gone.',
  'too-many-templates': ({ limit }) => `You have ${limit} templates, the most there can be. Delete one first.`,
  'not-found': 'There is nothing at this address.',
  'method-not-allowed': reload,
  'upload-token-wrong': `This upload belongs to another page. ${resumable}`,
  'upload-closed': 'This upload is already finished.',
  'upload-incomplete': `Some parts are still missing. ${resumable}`,
  'part-conflict': resumable,
  'part-superseded': resumable,
  'part-crc-mismatch': resumable,
  'part-size-mismatch': resumable,
  'part-misplaced': resumable,
  'part-too-large': resumable,
  'part-too-slow': `The line is very slow. ${resumable}`,
  'idempotency-mismatch': reload,
  'still-working': `We are still at it. ${again}`,
  'request-too-slow': `The line is very slow. ${again}`,
  'headers-too-large': reload,
  'body-too-large': 'That is too much at once. Send fewer files.',
  'media-type-unsupported': reload,
  'range-unsatisfiable': reload,
  'wrong-host': 'This address is not served here.',
  'too-many-requests': `Too many tries in a short time. ${again}`,
  'too-many-codes': 'Too many codes were asked for. Wait a while, then ask for a new one.',
  'too-many-uploads': ({ limit }) =>
    `You are sending ${limit} transfers at once already. Let one of them finish, then send this one.`,
  'too-many-calls': crowded,
  'too-many-parts': crowded,
  'proof-required':
    'There were many tries before yours, so your browser works out a short sum first. It takes scripts; press again.',
  'proof-refused': 'The check was not accepted. Load the page again and try once more.',
  'internal-error': `Something broke on our side. ${again}`,
  'store-unavailable': `Our storage cannot be reached. ${again}`,
  'database-unavailable': `We cannot be reached right now. ${again}`,
  stopping: `We are restarting. ${again}`,
  'disk-full': 'There is no room for this on our side right now. Try again later.',
}
