import { abuseWords } from './abuse-words.ts'
import { accountWords } from './account-words.ts'
import { anchorWords } from './anchor-words.ts'
import { arrivalWords } from './arrival-words.ts'
import { conversationWords } from './conversation-words.ts'
import { domainWords } from './domain-words.ts'
import { evidenceWords } from './evidence-words.ts'
import { mailDomainWords } from './mail-domain-words.ts'
import { markWords } from './mark-words.ts'
import { muteWords } from './mute-words.ts'
import { paymentWordsEn } from './payment-words-en.ts'
import { requestWords } from './request-words-en.ts'
import { scheduleWords } from './schedule-words.ts'
import { teamWords } from './team-words.ts'

const files = (count: number) => (count === 1 ? '1 file' : `${count} files`)
const downloads = (count: number) => (count === 1 ? '1 download' : `${count} downloads`)
const minutes = (count: number) => (count === 1 ? '1 minute' : `${count} minutes`)

/** Every word of the mails. The Chinese table has this one’s type. */
export const en = {
  locale: 'en',
  number: (slug: string) => `No. ${slug}`,
  total: 'Total',
  andMore: (count: number) => `and ${count} more`,
  addressVerified: (address: string) => `${address}, address verified`,
  addressNotVerified: (address: string) => `${address}, address not verified`,
  whoeverHoldsLink: 'Someone with your link',
  place: (city: string | null, country: string | null) => [city, country].filter(Boolean).join(', '),
  footer: (origin: string) => `Sent by Waybill, ${origin}`,
  /** Under a mail that somebody sends to somebody else. */
  sentWith: (origin: string) => `Sent with Waybill, ${origin}`,
  follow: {
    record: 'View transfer',
    keep: 'Keep and track this transfer',
    keepShows: 'Sign up with this address to keep the transfer and see who opens and downloads it.',
  },
  mute: 'Stop these emails',
  ...markWords.en,
  ...abuseWords.en,
  ...teamWords.en,
  ...arrivalWords.en,
  ...scheduleWords.en,
  ...conversationWords.en,
  ...domainWords.en,
  ...mailDomainWords.en,
  ...accountWords.en,

  senderCode: {
    subject: (code: string) => `Your Waybill code: ${code}`,
    heading: 'Confirm your email address',
    validFor: (count: number) => `The code works once, for ${minutes(count)}, in the browser where you requested it.`,
    purposes: {
      sending: {
        ask: 'Enter this code on the page where you are sending files:',
        notYou: 'If you didn’t request this code, ignore this email. Nothing is sent in your name without it.',
      },
      signUp: {
        ask: 'Enter this code on the page where you are signing up:',
        notYou: 'If you didn’t request this code, ignore this email. No account is created without it.',
      },
      newAddress: {
        ask: 'Enter this code on your account page to change your account’s email address to this one:',
        notYou: 'If you didn’t request this code, ignore this email. No account can use your address without it.',
      },
    },
    forLink: {
      heading: 'Open your files',
      ask: 'Enter this code on the page of the transfer:',
      notYou: 'If you didn’t request this code, ignore this email. The transfer stays locked without it.',
    },
    forAccessRequest: {
      heading: 'Confirm your request to the sender',
      ask: 'Enter this code on the page of the transfer to send your request:',
      notYou: 'If you didn’t request this code, ignore this email. Nothing is requested in your name without it.',
    },
  },

  extensionRequested: {
    stamp: 'Request',
    title: (who: string) => `${who} asked for more time`,
    ended: (moment: string) => `The link expired on ${moment}`,
    explain: 'The files are still stored. If you extend the link, it works for another 48 hours from that moment.',
    button: 'Extend by 48 hours',
    ignore: 'If you do nothing, the link stays expired. Reply to this email to write to them.',
  },

  accessRequested: {
    stamp: 'Request',
    title: (who: string) => `${who} asked for their own link`,
    through: (whose: string) => `They are using the link of ${whose}`,
    explain: 'They verified this email address. If you add them to the transfer, we email them their own link.',
    button: 'Add them',
    ignore: 'If you do nothing, they get no link. Reply to this email to write to them.',
  },

  extensionGranted: {
    stamp: 'Extended',
    title: (sender: string) => `${sender} gave you more time`,
    until: 'Your link works again until:',
    forEver: 'Your link works again and no longer expires.',
    button: 'Download files',
  },

  filesArrived: {
    subject: (sender: string, count: number) => `${sender} sent you ${files(count)}`,
    subjectTitled: (sender: string, title: string) => `${sender} sent you “${title}”`,
    heading: (sender: string, count: number) => `${sender} sent you ${files(count)}`,
    locked: 'They are protected by a password, which the sender gives you.',
    signed: (name: string) => `Name: ${name}`,
    button: 'Download files',
    expires: (day: string, time: string) => `Expires ${day} at ${time}`,
    neverExpires: 'Never expires',
    senderSees: 'The sender sees when you download.',
    ownLink: 'This link is only for you. Reply to this email to write to the sender.',
    unknownSender: 'Open files only from people you know.',
  },

  filesWaiting: {
    stamp: 'Waiting',
    subject: (sender: string, count: number, day: string) =>
      count === 1
        ? `Your file from ${sender} expires on ${day}`
        : `Your ${files(count)} from ${sender} expire on ${day}`,
    heading: (sender: string, count: number) =>
      count === 1
        ? `A file from ${sender} is still waiting for you`
        : `${files(count)} from ${sender} are still waiting for you`,
    once: 'This is the only reminder.',
  },

  downloadsFinished: {
    subject: (who: string, count: number) => `${who} downloaded ${files(count)}`,
    heading: (who: string, count: number) => `${who} has ${count === 1 ? 'your file' : `all ${count} files`}`,
    stamp: 'Delivered',
    from: (places: string[]) => `Downloaded in ${places.join('; ')}`,
    shows: 'The page of the transfer shows when each file was downloaded, and has the receipt.',
    unknownPlace: 'an unknown place',
  },

  downloadStopped: {
    stamp: 'Not finished',
    subject: (who: string) => `${who} has not finished downloading`,
    heading: (who: string, finished: number, count: number) => `${who} has ${finished} of ${files(count)}`,
    explain: (delivered: string, total: string) =>
      `${delivered} of ${total} arrived, then nothing for an hour. The link still works, and the download can continue where it stopped.`,
    explainUnread: (total: string) =>
      `All ${total} arrived, but the connection broke before it was clear that everything had been read. Once it is downloaded again, it counts as finished. The link still works.`,
    lastByte: 'Last byte',
    shows: 'The page of the transfer shows how much of each file arrived, and can resend the link.',
    delivered: (delivered: string, total: string) => `${delivered} of ${total}`,
  },

  transferOpened: {
    stamp: 'Opened',
    title: (who: string, count: number) =>
      count === 1 ? `${who} opened your transfer` : `${count} people opened your transfer`,
    unknownPlace: 'Unknown place',
    unknownDevice: 'Unknown device',
    explain: 'The page was opened. We’ll email you when everything has been downloaded.',
    shows: 'The page of the transfer shows who opened it, and what they have downloaded so far.',
  },

  evidence: evidenceWords.en,

  downloadsListed: {
    stamp: 'Downloaded',
    subject: (count: number, slug: string) => `${downloads(count)} of No. ${slug}`,
    title: (count: number) => (count === 1 ? '1 new download' : `${count} new downloads`),
    zip: (count: number) => `${files(count)} in one zip`,
    by: (who: string, isAgain: boolean) => (isAgain ? `${who}, again` : who),
    shows: 'The page of the transfer shows everyone who has downloaded it, and who has not.',
    unknownPlace: 'Unknown place',
  },

  notFetched: {
    stamp: 'Not downloaded',
    /** Null: anyone with the link. Some of the files may have been downloaded. */
    who: (who: string | null, count: number) => {
      if (who === null) return 'Nobody has downloaded all your files'
      return count === 1
        ? `${who} has not downloaded all your files`
        : `${count} people have not downloaded all your files`
    },
    days: (count: string) => (count === '1' ? '1 day' : `${count} days`),
    subject: (who: string, days: string) => `${who}: the link expires in ${days}`,
    expires: (moment: string) => `Expires ${moment}`,
    opened: 'Opened the page',
    notOpened: 'Has not opened the page',
    sendAgain: 'Resend the link, or extend its expiry.',
    write: 'Write to them while the link still works.',
    button: 'Resend the link',
  },

  ...requestWords,

  payments: paymentWordsEn,

  digest: {
    title: (count: number) =>
      count === 1 ? 'Your daily summary: activity on 1 transfer' : `Your daily summary: activity on ${count} transfers`,
    files: (first: string, count: number) => (count > 1 ? `${first} and ${count - 1} more` : first),
    between: ', ',
    opened: 'opened the transfer',
    finished: (count: number) => `downloaded ${files(count)}`,
    again: 'downloaded again',
    stalled: 'has not finished downloading',
    moreTransfers: (count: number) => (count === 1 ? 'and 1 more transfer' : `and ${count} more transfers`),
    button: 'View your transfers',
  },

  fileWithdrawn: {
    subject: (name: string) => `File withdrawn: ${name}`,
    heading: 'This file was withdrawn',
    explain:
      'What we store of this file does not match, or no longer matches, what your browser sent. It can’t be downloaded any more, so nobody gets a damaged copy.',
    next: 'Please send this file again. Your other files are not affected.',
    blocked: {
      explain: 'The operator of this service blocked the content of this file. It can’t be downloaded or sent again.',
      next: 'Your other files are not affected. If you think this is a mistake, write to the operator.',
    },
    ...abuseWords.en.infectedFile,
    again: 'Send it again',
    open: 'Open the request',
  },

  newSignIn: {
    subject: 'New sign-in to your account',
    heading: 'A new browser signed in to your account',
    wasYou: 'If this was you, you don’t need to do anything.',
    notYou: 'If it wasn’t you, set a new password. That signs out every browser.',
    button: 'Set a new password',
  },

  sessionReused: {
    subject: 'We signed out one of your browsers',
    heading: 'We signed out one of your browsers',
    explain:
      'The key that kept it signed in was used twice, which happens when someone has copied it. The key no longer works for anyone. Sign in again to continue.',
    notYou: 'If you think someone had access to your browser, set a new password. That signs out every browser.',
    button: 'Set a new password',
  },

  passwordReset: {
    subject: 'Set a new password',
    explain: 'Someone requested a new password for the account with this email address.',
    button: 'Set a new password',
    validFor: (count: number) => `The link works once, for ${minutes(count)}. Using it signs out every browser.`,
    notYou: 'If you didn’t request this, ignore this email. Your password stays the same.',
  },

  passwordChanged: {
    subject: 'Your password was changed',
    explain: 'All other browsers were signed out of your account.',
    notYou: 'If it wasn’t you, set a new password now.',
    button: 'Set a new password',
  },

  factorChanged: {
    heading: {
      'totp-on': 'An authenticator app was added to your account',
      'totp-off': 'The authenticator app was removed from your account',
      'passkey-added': 'A passkey was added to your account',
      'passkey-removed': 'A passkey was removed from your account',
      'key-made': 'An API key was made for your account',
    },
    passkey: (name: string) => `Passkey: ${name}`,
    key: (name: string) => `Key: ${name}`,
    acts: 'A program that has the key can act for you, as far as its scopes go.',
    on: 'From now on, you sign in with it as well as your password.',
    off: 'You no longer need it to sign in.',
    notYou: 'If it wasn’t you, undo the change within 72 hours. Everyone is signed out, and you set a new password.',
    button: 'Undo the change',
  },
  anchorMade: anchorWords.en,
  webhookPaused: {
    heading: 'One of your webhooks is paused',
    gone: 'Its receiver answered that it is gone for good (410).',
    failing: 'Its receiver accepted nothing for a whole day, however often we tried.',
    resume: 'We don’t send it new events while it is paused. When its receiver works again, resume it.',
    button: 'View your webhooks',
  },

  mutePage: muteWords.en,

  mailbox: {
    title: 'Mailbox',
    explain: 'No mail server is configured, so emails are kept here and not sent. Only this machine can read them.',
    empty: 'No emails yet. Send something, and its emails appear here.',
    pick: 'Select an email.',
    from: 'From',
    to: 'To',
    replyTo: 'Reply to',
    date: 'Date',
    plainText: 'Plain text',
    older: (count: number) => (count === 1 ? '1 older email is not listed.' : `${count} older emails are not listed.`),
  },
}

export type MailWords = typeof en
