import { anchorWords } from './anchor-words.ts'
import { evidenceWords } from './evidence-words.ts'
import { markWords } from './mark-words.ts'
import { requestWords } from './request-words-en.ts'

const files = (count: number) => (count === 1 ? '1 file' : `${count} files`)
const downloads = (count: number) => (count === 1 ? '1 download' : `${count} downloads`)
const minutes = (count: number) => (count === 1 ? '1 minute' : `${count} minutes`)

/** Every word of the mails. The Chinese table has the type of this one. */
export const en = {
  locale: 'en',
  number: (slug: string) => `No. ${slug}`,
  total: 'Total',
  andMore: (count: number) => `and ${count} more`,
  addressVerified: (address: string) => `${address}, address verified`,
  addressNotVerified: (address: string) => `${address}, address not verified`,
  whoeverHoldsLink: 'Someone with your link',
  place: (city: string | null, country: string | null) => [city, country].filter(Boolean).join(', '),
  inYourTime: (time: string) => `${time} your time`,
  inTheirTime: (time: string) => `${time} their time`,
  footer: (origin: string) => `Sent by Waybill, ${origin}`,
  follow: { record: 'See the transfer', keep: 'Keep this transfer and follow it' },
  mute: 'Stop these mails',
  ...markWords.en,

  senderCode: {
    subject: (code: string) => `Your Waybill code: ${code}`,
    heading: 'Confirm your address',
    validFor: (count: number) => `It works for ${minutes(count)}, once, in the browser that asked for it.`,
    purposes: {
      sending: {
        ask: 'Type this code on the page where you are sending files:',
        notYou: 'If you did not ask for it, ignore this mail: without the code nothing is sent in your name.',
      },
      signUp: {
        ask: 'Type this code on the page where you are signing up:',
        notYou: 'If you did not ask for it, ignore this mail: without the code no account is made.',
      },
      newAddress: {
        ask: 'Type this code on the page of your account, and this becomes its address:',
        notYou: 'If you did not ask for it, ignore this mail: without the code no account gets your address.',
      },
    },
    forLink: {
      heading: 'Open your files',
      ask: 'Type this code on the page of the transfer:',
      notYou: 'If you did not ask for it, ignore this mail: without the code the transfer stays closed.',
    },
    forAsk: {
      heading: 'Ask the sender',
      ask: 'Type this code on the page of the transfer, and its sender is asked for you:',
      notYou: 'If you did not ask for it, ignore this mail: without the code nobody is asked in your name.',
    },
  },

  timeAsked: {
    stamp: 'Asked',
    title: (who: string) => `${who} asks for more time`,
    ended: (moment: string) => `The link expired ${moment}`,
    explain: 'The files are still here. One press lets the link work for 48 hours more, from the moment you press.',
    button: 'Give 48 hours',
    ignore: 'If you do nothing, the link stays expired. Reply to this mail to write to them.',
  },

  accessAsked: {
    stamp: 'Asked',
    title: (who: string) => `${who} asks for a link of their own`,
    through: (whose: string) => `They hold the link of ${whose}`,
    explain: 'They have proven this address. One press adds them to the transfer and mails them their own link.',
    button: 'Add them',
    ignore: 'If you do nothing, they get no link. Reply to this mail to write to them.',
  },

  timeGiven: {
    stamp: 'More time',
    title: (sender: string) => `${sender} gave you more time`,
    until: 'Your link works again. You have until:',
    forEver: 'Your link works again, and no longer expires.',
    button: 'Get your files',
  },

  filesArrived: {
    subject: (sender: string, count: number) => `${sender} sent you ${files(count)}`,
    heading: (sender: string, count: number) => `${sender} sent you ${files(count)}`,
    signed: (name: string) => `Signed: ${name}`,
    button: 'Get your files',
    expires: (day: string, time: string) => `Expires ${day} at ${time}`,
    neverExpires: 'Never expires',
    senderSees: 'The sender sees when you download.',
    ownLink: 'The link is yours alone. Reply to this mail to write to the sender.',
    unknownSender: 'Open files only from people you know.',
  },

  filesWaiting: {
    stamp: 'Waiting',
    subject: (sender: string, count: number, day: string) =>
      count === 1 ? `Your file from ${sender} expires ${day}` : `Your ${files(count)} from ${sender} expire ${day}`,
    heading: (sender: string, count: number) =>
      count === 1 ? `A file from ${sender} still waits for you` : `${files(count)} from ${sender} still wait for you`,
    once: 'You are reminded of them this once.',
  },

  downloadsFinished: {
    subject: (who: string, count: number) => `${who} downloaded ${files(count)}`,
    heading: (who: string, count: number) => `${who} has everything: ${files(count)}`,
    stamp: 'Delivered',
    from: (places: string[]) => `Downloaded in ${places.join('; ')}`,
    unknownPlace: 'an unknown place',
  },

  downloadStopped: {
    stamp: 'Half-way',
    subject: (who: string) => `${who} stopped half-way`,
    heading: (who: string, finished: number, count: number) => `${who} has ${finished} of ${files(count)}`,
    explain: (delivered: string, total: string) =>
      `${delivered} of ${total} arrived, then nothing for an hour. The link still works and goes on where it stopped.`,
    explainUnread: (total: string) =>
      `All of it arrived, ${total}, but the connection broke off before it was clear that it had been read. It is finished once it is downloaded again; the link still works.`,
    lastByte: 'Last byte',
    delivered: (delivered: string, total: string) => `${delivered} of ${total}`,
  },

  transferOpened: {
    stamp: 'Opened',
    title: (who: string, count: number) =>
      count === 1 ? `${who} opened your transfer` : `${count} people opened your transfer`,
    unknownPlace: 'Unknown place',
    unknownDevice: 'Unknown device',
    explain: 'The page was opened. You are mailed again once everything has arrived.',
  },

  evidence: evidenceWords.en,

  downloadsListed: {
    stamp: 'Downloaded',
    subject: (count: number, slug: string) => `${downloads(count)} of No. ${slug}`,
    title: (count: number) => (count === 1 ? '1 new download' : `${count} new downloads`),
    zip: (count: number) => `${files(count)}, as one zip`,
    by: (who: string, isAgain: boolean) => (isAgain ? `${who}, again` : who),
    unknownPlace: 'Unknown place',
  },

  notFetched: {
    stamp: 'Not fetched',
    /** Null: whoever holds the link. */
    who: (who: string | null, count: number) => {
      if (who === null) return 'Nobody has fetched your files'
      return count === 1 ? `${who} has not fetched your files` : `${count} people have not fetched your files`
    },
    days: (count: string) => (count === '1' ? '1 day' : `${count} days`),
    subject: (who: string, days: string) => `${who}, expires in ${days}`,
    expires: (moment: string) => `Expires ${moment}`,
    opened: 'Has opened the page',
    notOpened: 'Has not opened the page',
    sendAgain: 'You can mail the link again, or give it more time.',
    write: 'Write to them while the link still works.',
    button: 'Send again',
  },

  ...requestWords,

  digest: {
    title: (count: number) => (count === 1 ? 'News of 1 transfer' : `News of ${count} transfers`),
    files: (first: string, count: number) => (count > 1 ? `${first} and ${count - 1} more` : first),
    between: ', ',
    opened: 'opened it',
    finished: (count: number) => `downloaded ${files(count)}`,
    again: 'downloaded again',
    stalled: 'stopped half-way',
    moreTransfers: (count: number) => (count === 1 ? 'and 1 more transfer' : `and ${count} more transfers`),
    button: 'Your transfers',
  },

  fileWithdrawn: {
    subject: (name: string) => `A file was withdrawn: ${name}`,
    heading: 'A file was withdrawn',
    explain:
      'What is stored of this file is not, or no longer, what your browser sent. It can no longer be downloaded, so that nobody gets a damaged copy.',
    next: 'Please send this file again. The others are not affected.',
    blocked: {
      explain:
        'The operator of this service has blocked what this file contains. It can no longer be downloaded, and it cannot be sent again.',
      next: 'The other files are not affected. If you think this is a mistake, write to the operator.',
    },
    again: 'Send it again',
    open: 'Open the request',
  },

  newSignIn: {
    subject: 'New sign-in to your account',
    heading: 'Your account was signed in to in a new browser',
    wasYou: 'If that was you, there is nothing to do.',
    notYou: 'If it was not, set a new password: that signs every browser out.',
    button: 'Set a new password',
  },

  sessionReused: {
    subject: 'A sign-in was ended',
    heading: 'We signed one browser out',
    explain:
      'The key that kept it signed in was used twice. That happens when somebody has copied it, so it is of no use to anybody now. Log in again to go on.',
    notYou: 'If you think that somebody reached your browser, set a new password: that signs every browser out.',
    button: 'Set a new password',
  },

  passwordReset: {
    subject: 'Set a new password',
    heading: 'Set a new password',
    explain: 'A new password was asked for, for the account with this address.',
    button: 'Set a new password',
    validFor: (count: number) =>
      `The link works for ${minutes(count)}, once. Every browser is signed out when you use it.`,
    notYou: 'If you did not ask for it, ignore this mail: your password stays as it is.',
  },

  passwordChanged: {
    subject: 'Your password was changed',
    heading: 'Your password was changed',
    explain: 'The other browsers that were signed in to your account have been signed out.',
    notYou: 'If it was not you, set a new password at once.',
    button: 'Set a new password',
  },

  factorChanged: {
    heading: {
      'totp-on': 'An authenticator app now guards your account',
      'totp-off': 'The authenticator app was taken off your account',
      'passkey-added': 'A passkey was added to your account',
      'passkey-removed': 'A passkey was taken off your account',
    },
    passkey: (name: string) => `Passkey: ${name}`,
    on: 'From now on signing in asks for it as well as for your password.',
    off: 'Signing in no longer asks for it.',
    notYou: 'If it was not you, take it back within 72 hours: everybody is signed out, and you set a new password.',
    button: 'Take it back',
  },

  anchorMade: anchorWords.en,
  webhookPaused: {
    heading: 'A webhook of your account is paused',
    gone: 'Its receiver has answered that it is gone for good (410).',
    failing: 'It has taken nothing for a whole day, however often we tried.',
    resume: 'What happens from now on is not sent there. When its receiver works again, resume it.',
    button: 'See your webhooks',
  },

  emailChanged: {
    subject: 'The address of your account has changed',
    heading: 'The address of your account has changed',
    explain: (address: string) =>
      `${address} is no longer the address of your Waybill account. You now sign in with the new one.`,
    notYou: 'If it was not you, take it back within 72 hours: this address opens your account again, nobody else does.',
    button: 'Take it back',
    orWrite: (support: string) => `If you need help, write to ${support}.`,
  },

  accountDeleted: {
    subject: 'Your account is deleted',
    heading: 'Your account is deleted',
    explain: (address: string) =>
      `The Waybill account of ${address} is gone. Its links have ended, and its files are being removed.`,
    notYou: (support: string) => `If it was not you, write to ${support} at once.`,
  },

  mutePage: {
    title: {
      transfer: 'Stop mails about this transfer',
      digest: 'Stop the daily mail',
      asker: 'Hear no more from this person',
      reminders: 'Stop reminders',
    },
    explain: {
      transfer: 'We then no longer mail you who opens or downloads it. The transfer itself stays as it is.',
      digest: 'We then no longer mail you each morning what happened with your transfers.',
      asker:
        'We then no longer tell you what this person asks for on this transfer. The transfer itself stays as it is.',
      reminders:
        'We then no longer remind you, whoever sends you files. New files still arrive, and links stay as they are.',
    },
    button: 'Stop these mails',
    done: 'You get no more of these mails',
  },

  mailbox: {
    title: 'Mailbox',
    explain: 'No mail server is set, so mails are kept here and go nowhere. Only this machine can read them.',
    empty: 'No mail yet. Send something, and its mails appear here.',
    pick: 'Pick a mail.',
    from: 'From',
    to: 'To',
    replyTo: 'Reply to',
    date: 'Date',
    plainText: 'Plain text',
    older: (count: number) => `${count} older mails are not listed.`,
  },
}

export type MailWords = typeof en
