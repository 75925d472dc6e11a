import type { ProblemCode } from '@waybill/contract/core/problems'
import type { OnPageProblem, Sentence, SupplierProblem } from '../on-page-problem.ts'
import { whenAgain } from '../when-again.ts'

const resumable = 'You can resume this transfer within 7 days'
const again = 'Please try again in a moment.'
const crowded = `Too much is being sent at once. ${again}`
const reload = 'Reload the page and try again.'

/** What happened, what was kept and what to do, for every code. Sentences of the specification are literal. */
export const problemSentences: Record<Exclude<ProblemCode, OnPageProblem | SupplierProblem>, Sentence> = {
  'invalid-json': reload,
  'unknown-field': reload,
  'code-malformed': 'A code has 5 characters.',
  'range-malformed': reload,
  'https-needed': 'This address works over https only.',
  'sender-unproven': 'First verify your email address with the code we emailed you.',
  'code-wrong': 'That code is wrong.',
  'code-expired': 'That code has expired. Request a new one.',
  'cross-site': reload,
  'not-yours': 'This belongs to someone else.',
  unauthenticated: 'Log in to continue.',
  'signed-out': 'You have been logged out. Log in again.',
  'login-refused': 'Unable to log in with provided credentials',
  'login-expired': 'That took too long. Log in again.',
  'second-factor-wrong': 'That was not accepted. Try the newest code, or another method.',
  'step-up-required': 'Your second factor is needed too.',
  'password-wrong': 'That is not your current password.',
  'too-many-logins': 'Too many attempts for this address. Wait a little, then try again.',
  busy: again,
  'email-taken': 'This email has been taken',
  'signup-code-wrong': 'Incorrect, check your email and try again.',
  'password-too-common': 'That password is too easy to guess. Choose another one.',
  'reset-refused': 'This link no longer works. Request a new one.',
  'session-not-found': 'That session has already ended.',
  'passkey-not-found': 'That passkey no longer exists.',
  'key-not-found': 'That key has already been revoked.',
  'key-wrong': 'That is not an API key of this server. Check that it was copied whole.',
  'key-revoked': 'This API key was revoked. Make a new one.',
  'key-ended': 'This API key has expired. Make a new one.',
  'key-elsewhere': 'This API key does not work from this network. Its owner chooses the networks when they make a key.',
  'key-lacks-scope': ({ scope }) => `This API key lacks the scope “${scope}”. Make a key that has it.`,
  'key-not-here': 'API keys can’t do this. Log in on the website.',
  'key-in-browser': 'Send an API key without cookies and not from a web page.',
  'picture-unreadable': 'That picture cannot be read. Use a PNG, JPEG or WebP.',
  'pictures-refused': 'This server does not accept pictures: it has no safe way to open them.',
  'lifetime-codes-invalid': ({ email }) => `Code(s) are invalid! Reach out to ${email}.`,
  'no-slug': 'No Slug',
  'recipient-not-found': 'That recipient is no longer on this transfer.',
  'receipt-not-sound':
    'The record of this transfer contradicts itself, so we don’t sign a receipt for it. The people who run this server have been told.',
  'already-sent': 'This transfer has already been sent.',
  'send-time-refused': ({ minMinutes }) => `Choose a time at least ${minMinutes} minutes and at most a year from now.`,
  'last-file': 'A transfer needs at least one file. Delete the transfer instead.',
  'contact-not-found': 'That contact no longer exists.',
  'contact-exists': 'You already have a contact with that address.',
  'contact-shared': 'A colleague has already added that address to the shared book.',
  'too-many-contacts': 'Your contact list is full.',
  'conversation-not-found': 'That conversation no longer exists.',
  'canned-answer-not-found': 'That saved answer no longer exists.',
  'too-many-canned': ({ limit }) => `There are already ${limit} saved answers. Delete one first.`,
  'conversation-text-empty': 'Write a message first.',
  'conversation-text-too-long': ({ limit }) => `The message is too long: at most ${limit} characters.`,
  'csv-unreadable': 'We can’t read that list. Its first line must name an email column.',
  'webhook-not-found': 'That webhook no longer exists.',
  'webhook-url-refused': 'A webhook needs an https URL with a public host name, and without a user, password or port.',
  'webhook-paused': 'This webhook is paused. Resume it first.',
  'payment-refused': ({ reason }) => {
    if (reason === 'insufficient-funds') return 'Your card has too little money on it. Use another card.'
    if (reason === 'card-expired') return 'Your card has expired. Use another card.'
    if (reason === 'authentication-failed')
      return 'Your bank could not confirm that it was you. Try again, or use another card.'
    if (reason === 'address-missing') return 'Add your address under Billing first.'
    if (reason === 'card-incorrect') return 'Check the number, the date and the security code of your card.'
    return 'Your bank refused the payment. Use another card, or ask your bank.'
  },
  'payments-unavailable': `We can’t reach our payment provider, and you have not been charged twice. ${again}`,
  'price-moved': 'The amount due has changed. Check the new amount, then confirm it.',
  'checkout-closed': 'This payment page is closed. Choose your plan again.',
  'checkout-not-found': 'That payment page does not exist. Choose your plan again.',
  'card-link-expired': 'Link expired',
  'not-on-sale': 'Plans are not on sale here yet.',
  'trial-used': 'You have already had your free trial. You can buy the plan.',
  'already-subscribed': 'You already have a plan. Switch it instead of buying another one.',
  'no-subscription': 'There is no subscription to change. Choose a plan first.',
  'promotion-unknown': 'That promotion code is not valid, or it has expired.',
  'promotion-used-up': 'That promotion code has been used as often as it may be.',
  'promotion-ended': 'That promotion code has ended.',
  'promotion-unfit': ({ because }) => {
    if (because === 'has-one') return 'Your plan already has a promotion. It can have one at a time.'
    if (because === 'ending') return 'Your plan ends with this period, so there is no next charge to lower.'
    if (because === 'no-gain') return 'That promotion code would not lower your next charge.'
    return 'That promotion code does not fit your plan.'
  },
  'tax-id-refused': 'Our payment provider does not accept this tax ID. Check the number and the country.',
  'invoice-not-found': 'That invoice does not exist.',
  'webhook-refused': 'This notice is not from our payment provider.',
  'admin-only': 'Only the admin of your team can do this.',
  'second-factor-required':
    'Your team requires a second factor. Add a passkey or an authenticator app to your account first.',
  'sso-unknown': 'No company login is set up for this address.',
  'sso-unavailable': 'Your company’s login does not answer right now. Try again later.',
  'sso-failed': ({ because }) => {
    if (because === 'expired') return 'This login took too long, or began in another browser. Begin again.'
    return because === 'declined'
      ? 'Your company’s login said no.'
      : 'Your company’s login gave an answer that we can’t accept. Begin again, or ask your admin.'
  },
  'sso-refused': ({ because }) => {
    if (because === 'unverified') return 'Your company’s login has not verified your email address.'
    if (because === 'domain') return 'Your email address is not at your company’s domain.'
    if (because === 'linked') return 'Another person of your company uses this account. Ask the admin of your team.'
    if (because === 'left') return 'You are no longer in this team. Ask its admin for an invitation.'
    if (because === 'seat') return 'Your team has no free seat. Ask its admin for one.'
    return 'This address has an account outside your company’s team. Ask the admin of the team for an invitation.'
  },
  'sso-required': 'Your team requires you to sign in with your company.',
  'sso-reserved': 'Your plan does not include single sign-on.',
  'sso-domain-refused': ({ because }) =>
    because === 'taken'
      ? 'Another workspace uses single sign-on for this domain.'
      : 'Your own address is not at a company’s domain. Change it to one first.',
  'sso-issuer-unfit': ({ because }) => {
    if (because === 'address') return 'The issuer must be an https address on the public internet.'
    if (because === 'mismatch') return 'The provider names another issuer. Enter it exactly as the provider does.'
    if (because === 'secret') return 'Enter the client secret.'
    return because === 'incomplete'
      ? 'This provider lacks something that we need.'
      : 'We could not read the provider’s configuration at this address.'
  },
  'sso-not-tried': 'Sign in with your company once yourself first.',
  'own-factor-first': 'Add a passkey or an authenticator app to your own account first.',
  'last-factor': 'Your team requires a second factor. Add another one before you remove this one.',
  'no-seat': 'There is no free seat on this plan.',
  'member-not-found': 'That person is not a member of your team.',
  'handover-not-found': 'Nobody is being asked to become the admin any more.',
  'invite-not-found': 'That invitation was already accepted or withdrawn.',
  'invite-gone': 'This invitation was already used or withdrawn, or it has expired. Ask for a new one.',
  'invite-elsewhere': 'This invitation is for another email address.',
  'account-bound': ({ because }) => {
    if (because === 'member') return 'Your account is already a member of a team.'
    return because === 'team'
      ? 'Your account has a team of its own, so it can’t join another one.'
      : 'Your account has a plan, lifetime codes or an unfinished purchase, so it can’t join now. Ask for an invitation to another address, or open this link again once that has ended.'
  },
  'branding-reserved': 'Your plan does not include this part of branding.',
  'company-name-refused': 'That name reads like a well-known brand, and your address is not on its domain.',
  'team-has-members': 'Your team still has members. Remove them, or make one of them the admin first.',
  'hosts-reserved': 'Your plan has no domain of its own.',
  'hosts-not-offered': 'This server offers no domains of your own.',
  'host-refused': ({ because }) => {
    if (because === 'wildcard') return 'Enter one host name. A wildcard (*) cannot be used.'
    if (because === 'address') return 'Enter a host name, not an IP address.'
    if (because === 'look-alike') return 'This name has letters that look like other letters, so it cannot be used.'
    if (because === 'own') return 'This name belongs to this service. Enter a host name of your own.'
    if (because === 'reserved') return 'This word is reserved. Choose another one.'
    return 'Enter a host name such as files.example.com.'
  },
  'host-taken': 'This host name is in use, or was until recently. Choose another one.',
  'domain-not-found': 'There is no domain to check.',
  'mail-domain-reserved': 'Your plan has no email domain.',
  'mail-domain-not-offered': 'This server can’t send emails from your domain.',
  'mail-domain-refused': ({ because }) => {
    if (because === 'provider') return 'This is a mail provider’s domain. Enter one whose DNS records you can change.'
    if (because === 'suffix') return 'Anyone can register a name under this one. Enter your own domain.'
    if (because === 'own') return 'This domain belongs to this service. Enter your own domain.'
    if (because === 'look-alike') return 'This name has letters that look like other letters, so it cannot be used.'
    return 'Enter a domain such as example.com.'
  },
  'mail-domain-taken': 'Another workspace sends emails from this domain. Remove it there first.',
  'mail-domain-not-found': 'There is no email domain.',
  'mail-domain-not-verified': 'Emails come from this domain once its records are found. Check them first.',
  'mail-domain-foreign': 'This email domain is not your workspace’s.',
  'too-many-webhooks': ({ limit }) => `An account can have at most ${limit} webhooks.`,
  'too-many-keys': ({ limit }) => `An account can have at most ${limit} API keys. Revoke one first.`,
  'device-login-pending': 'The program is still waiting for your answer.',
  'device-login-too-fast': 'The program asks too often.',
  'device-login-denied': 'The program was denied.',
  'device-login-expired': 'The sign-in has expired. Start it again in the program.',
  'device-code-unknown': 'No program is waiting for this code. A code works once, for 10 minutes.',
  'network-malformed': ({ position }) => `Entry ${position} is not an address or a network, such as 203.0.113.0/24.`,
  'delivery-not-found': 'That delivery is no longer in the log.',
  'preview-used-up': 'The pages of this file cannot be drawn right now. Download it instead.',
  'thumbnail-expired': reload,
  'transfer-paused': 'The sender has paused this transfer.',
  'link-locked': 'Unlock this transfer first.',
  'link-password-wrong': 'That password is wrong.',
  'download-limit-reached':
    'This has been downloaded as often as the sender allows. If a download was interrupted, resume it in your browser.',
  'sending-paused': ({ because, limit, triedCount, retryAfterSeconds }) => {
    if (because === 'new-account') {
      return `In its first week, an account can send ${limit} emails a day until its first payment. You can send more ${whenAgain('en', retryAfterSeconds)}.`
    }
    if (because === 'reported') {
      return 'Recipients reported your transfers, so you can’t email more people until the operator of this service has looked at the reports.'
    }
    return triedCount === undefined
      ? 'You can’t email any more people right now. Try again tomorrow.'
      : 'Too many of your recent recipients do not exist, so sending is paused for a while. Check the addresses and try again later.'
  },
  'too-many-mails': ({ because, limit, address, retryAfterSeconds }) => {
    const when = whenAgain('en', retryAfterSeconds)
    return because === 'day'
      ? `You have reached your limit of ${limit} emails a day. You can send more ${when}.`
      : `${address} has had enough emails from you for now. You can email them again ${when}.`
  },
  'network-sends-used': 'Too many transfers were sent from your network today. Try again tomorrow.',
  'upload-not-found': 'This upload is no longer kept. Send the files again.',
  'transfer-not-found': 'There is nothing at this link.',
  'transfer-expired': 'This transfer has expired.',
  'take-back-expired': 'Link expired',
  'extension-expired': 'Link expired',
  'access-request-not-found': 'That request is no longer open.',
  'grant-not-found': 'This download is no longer open. Press Download again.',
  'ticket-expired': 'Live updates have stopped. Reload the page.',
  'grant-expired': 'This download is no longer open. Press Download again.',
  'grant-elsewhere': 'This download was started in another browser. Open your own link to download.',
  'scan-pending': 'These files are being scanned for viruses. Try again in a minute.',
  'scan-missing':
    'These files could not be scanned for viruses, so they stay closed. Try again later, or ask the sender about it.',
  'file-withdrawn': 'This file was withdrawn. Ask the sender about it.',
  'file-blocked': ({ path }) => `The operator of this service has blocked ${path}. It cannot be sent.`,
  'file-not-found': 'This file no longer exists.',
  'request-not-found': 'There is nothing at this link.',
  'file-not-sealed': ({ path }) =>
    `This request accepts sealed files only, and this file is not sealed for it: ${path}. Reload the page with JavaScript turned on, and send it again.`,
  'sealing-fixed': 'Files have arrived or are on their way, so the sealing can no longer be changed.',
  'request-paused':
    'This request is paused and accepts no files right now. Try again later, or contact whoever sent you the request.',
  'request-closed': 'This request is closed and accepts no more files.',
  'request-expired': 'This request has expired and accepts no more files.',
  'request-month-full': ({ limit }) => `Your plan has ${limit} requests a month, and all of them are used.`,
  'identity-required': 'The requester wants to know who you are. Fill in your name and address.',
  'comment-empty': 'Write a comment first.',
  'comment-too-long': ({ limit }) => `The comment is too long: at most ${limit} characters.`,
  'comments-full': 'No more comments fit here. Write by email instead.',
  'comment-not-found': 'This comment no longer exists.',
  'comment-fixed': 'Comments can be withdrawn only by their author, within 15 minutes.',
  'answer-unfit': 'One of the answers does not fit its question. Look through them and send them again.',
  'item-empty': 'Nothing has been sent here yet.',
  'link-busy': 'Too much is being sent through this link. Try again in a few minutes.',
  'submission-not-found': 'These files no longer exist.',
  'inbox-full': 'The requester has no storage left for these files. They have been told; try again later.',
  'template-not-found': 'That template no longer exists.',
  'too-many-templates': ({ limit }) => `You have reached the limit of ${limit} templates. Delete one first.`,
  'operator-account': 'This account is an operator’s. End that on the command line first.',
  'not-found': 'There is nothing at this address.',
  'method-not-allowed': reload,
  'upload-token-wrong': `This upload belongs to another page. ${resumable}`,
  'upload-closed': 'This upload is already complete.',
  'not-while-uploading': 'This transfer can be sent only once its files are uploaded.',
  'file-still-arriving': 'Files are still being uploaded, so this one cannot be downloaded yet. Try again later.',
  'files-still-arriving': 'Some files are still being uploaded. This works once all of them are there.',
  'file-missing': 'The upload broke off before this file was there. Try again once the sender has continued.',
  'upload-incomplete': `Some parts are still missing. ${resumable}`,
  'part-conflict': resumable,
  'part-superseded': resumable,
  'part-crc-mismatch': resumable,
  'part-size-mismatch': resumable,
  'part-misplaced': resumable,
  'part-too-large': resumable,
  'part-too-slow': `Your connection is very slow. ${resumable}`,
  'idempotency-mismatch': reload,
  'still-working': `We are still working on it. ${again}`,
  'request-too-slow': `Your connection is very slow. ${again}`,
  'headers-too-large': reload,
  'body-too-large': 'That is too much at once. Send fewer files.',
  'media-type-unsupported': reload,
  'range-unsatisfiable': reload,
  'wrong-host': 'This server does not serve this address.',
  'too-many-requests': `Too many attempts in a short time. ${again}`,
  'too-many-codes': 'Too many codes were requested. Wait a while, then request a new one.',
  'too-many-uploads': ({ limit }) =>
    `You are already sending ${limit} transfers at once. Wait until one of them is finished, then send this one.`,
  'too-many-calls': crowded,
  'too-many-parts': crowded,
  'proof-required':
    'There were many attempts before yours, so your browser has to do a short calculation first. Turn on JavaScript, then try again.',
  'proof-refused': 'The check was not accepted. Reload the page and try again.',
  'internal-error': `Something went wrong on our side. ${again}`,
  'store-unavailable': `We can’t reach our storage. ${again}`,
  'database-unavailable': `We can’t be reached right now. ${again}`,
  stopping: `We are restarting. ${again}`,
  'disk-full': 'We have no space for this right now. Try again later.',
}
