import type { ProblemCode, ProblemFacts } from '@waybill/contract/problems'
import { formatBytes } from '@waybill/contract/sizes'

const resumable = 'You can resume this transfer within 7 days'
const again = 'Please try again in a moment.'
const reload = 'Load the page again and try once more.'

/** What happened, what was kept and what to do, for every code. Sentences of the specification stand to the letter. */
export const problemSentences: Record<ProblemCode, string | ((facts: ProblemFacts) => string)> = {
  'invalid-input': 'Something in the form is missing or not allowed.',
  'invalid-json': reload,
  'unknown-field': reload,
  'invalid-recipient': 'Invalid Email To Address',
  'code-malformed': 'A code has 5 characters.',
  'range-malformed': reload,
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
  'password-wrong': 'That is not your current password.',
  'too-many-logins': 'Too many tries for this address. Wait a little, then try again.',
  busy: again,
  'email-taken': 'This email has been taken',
  'signup-code-wrong': 'Incorrect, check your email and try again.',
  'password-too-short': ({ minChars }) =>
    minChars === undefined || minChars === 6
      ? 'Password has to be atleast 6 characters'
      : `Password has to be atleast ${minChars} characters`,
  'password-too-common': 'That password is one of the most common ones. Choose another.',
  'reset-refused': 'This link is no longer good. Ask for a new one.',
  'session-not-found': 'That session has ended already.',
  'passkey-not-found': 'That passkey is not kept any more.',
  'picture-unreadable': 'That picture cannot be read. Use a PNG, JPEG or WebP.',
  'pictures-refused': 'This server takes no pictures: it cannot open them safely.',
  'account-suspended': 'your account is currently suspended',
  'subscription-due': 'Your trial has expired - Please add a payment method to re-activate',
  'month-full': 'Great things have limits',
  'no-slug': 'No Slug',
  'recipient-not-found': 'That recipient is not on this transfer any more.',
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
  'download-limit-reached': 'You have downloaded this as often as the sender allows.',
  'links-reserved': 'Hey, right now links are reserved for premium accounts.',
  'expiry-reserved': 'Longer than 1 week is reserved for premium accounts.',
  'message-holds-link': ({ path, field }) => {
    if (field === 'fullName' || field === 'company') {
      return 'Recipients see your name and company, which may not hold a link on the free plan. Change them in your profile.'
    }
    return path === undefined
      ? 'A message without a paid plan may not hold a link. Take it out and send again.'
      : `A name without a paid plan may not hold a link: ${path}`
  },
  'sending-paused': ({ because, limit, triedCount }) => {
    if (because === 'new-account') {
      return `In its first week an account may write to ${limit} people a day. Send to the others tomorrow.`
    }
    return triedCount === undefined
      ? 'No more people can be written to just now. Try again tomorrow.'
      : 'Too many of your last recipients do not exist, so sending is paused for a while. Check the addresses and try again later.'
  },
  'free-sends-used': 'Great things have limits',
  'network-sends-used': 'Too many transfers left your network today. Try again tomorrow.',
  'over-transfer-limit': ({ role, limitBytes, excessBytes }) =>
    `Over transfer limit: Your ${role} plan is limited to ${formatBytes(Number(limitBytes))} transfers. Your ${formatBytes(Number(excessBytes))} over your limit.`,
  'too-many-recipients': 'Thats too many people - You can transfer files up to 50 people with a subscription',
  'too-many-files': ({ limit }) =>
    `At most ${limit} files go in one transfer. Remove some, or put them into one archive.`,
  'insecure-file-type': 'Insecure file type',
  'piracy-marker': 'File removed: potential copyright file',
  'storage-full': 'Your storage is now full',
  'upload-not-found': 'This upload is no longer kept. Send the files anew.',
  'transfer-not-found': 'There is nothing at this link.',
  'transfer-expired': 'This transfer has expired.',
  'extension-expired': 'Link expired',
  'ask-not-found': 'Nobody asks for that any more.',
  'grant-not-found': 'This download is no longer open. Press the button again.',
  'ticket-expired': 'The live view has lost its ticket. Load the page again.',
  'grant-expired': 'This download is no longer open. Press the button again.',
  'file-withdrawn': 'This file was damaged on its way and withdrawn. Ask the sender to send it again.',
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
  'slot-not-found': 'This is not asked for any more. Load the page again.',
  'slot-full': ({ limit }) => `At most ${limit} files go here.`,
  'slot-accepted': 'What you sent here was accepted already; nothing more is needed.',
  'slot-empty': 'Nothing has come here yet.',
  'type-unwanted': ({ path, types }) =>
    `This file is not of a type that is asked for: ${path}. Asked for: ${Array.isArray(types) ? types.join(', ') : types}.`,
  'file-too-large': ({ path, limitBytes }) =>
    `This file is too large: ${path}. Each may have ${formatBytes(Number(limitBytes))}.`,
  'over-batch-limit': ({ limitBytes }) =>
    `This is too much at once: up to ${formatBytes(Number(limitBytes))} may come together. Send it in parts.`,
  'batch-too-many-files': ({ limit }) => `At most ${limit} files may come at once. Send the others after them.`,
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
  'too-many-parts': `Too much is on its way at once. ${again}`,
  'proof-required':
    'Too many links that lead nowhere were tried from your network. Load the page again: your browser does a short calculation, then it goes on.',
  'proof-refused': 'The check was not accepted. Load the page again and try once more.',
  'internal-error': `Something broke on our side. ${again}`,
  'store-unavailable': `Our storage cannot be reached. ${again}`,
  'database-unavailable': `We cannot be reached right now. ${again}`,
  stopping: `We are restarting. ${again}`,
  'disk-full': 'There is no room for this on our side right now. Try again later.',
}
