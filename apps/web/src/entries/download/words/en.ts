import { files } from '../../../shared/ui/files/words/en.ts'

const { fileCount } = files

/** The recipient's page. */
export const download = {
  headline: (who: string, count: number) => `${who} sent you ${fileCount(count)}`,
  verified: 'address verified',
  unverified: 'address not verified',
  transfer: 'Transfer',
  /** The address follows. */
  forRecipient: 'Transfer for',
  forAnyone: 'Transfer by link',
  slipName: (slug: string) => `Transfer number ${slug}`,
  message: 'Message',
  contents: 'Files',
  sent: (day: string) => `Sent ${day}`,
  total: (count: number, size: string) => `${fileCount(count)}, ${size}`,

  takeAll: 'Download all',
  takeOne: 'Download',
  takeFile: (name: string) => `Download ${name}`,
  zip: (size: string) => `${size} zip`,
  asking: 'Preparing your download …',
  askingAgain: 'No answer yet. Trying again …',
  handed: (name: string, size: string) => `Your browser is downloading ${name}, ${size}.`,
  interrupted: 'Interrupted? Press Resume in your browser’s downloads: it goes on where it stopped.',
  failed: 'The download did not begin.',
  senderSees: 'The sender sees when you download',

  expires: (day: string) => `Expires ${day}`,
  expiresAt: (day: string, time: string) => `Expires ${day}, ${time} your time`,
  expiresAtUtc: (day: string, time: string) => `Expires ${day}, ${time} UTC`,
  neverExpires: 'Never expires',

  withdrawn: 'Withdrawn: it was damaged on its way. Ask the sender to send it again.',
  allWithdrawn: 'Nothing here can be downloaded any more. Ask the sender to send it again.',
  mixedScripts: 'This name mixes look-alike letters of several alphabets.',

  checksums: 'Check what arrived (SHA-256)',
  checksumPending: 'in preparation',
  checksumsPending: (count: number) => `${fileCount(count)} in preparation`,
  copyChecksum: (name: string) => `Copy the SHA-256 of ${name}`,
  copyChecksums: 'Copy all, as sha256sum reads them',
  copyLink: 'Copy this link',
  copy: 'Copy',

  inAppTitle: 'Open this page in your browser',
  inAppText:
    'WeChat does not save files. Tap ⋯ at the top right and choose “Open in browser”, or copy the link and paste it there.',

  expiredStamp: 'Expired',
  expiredTitle: (who: string) => `What ${who} sent you has expired`,
  expiredOn: (day: string, time: string) => `It expired on ${day}, ${time} your time.`,
  expiredOnUtc: (day: string, time: string) => `It expired on ${day}, ${time} UTC.`,
  expiredWrite: 'Or write to the sender:',
  askPress: { time: 'Ask for more time', access: 'Ask the sender' },
  askText:
    'Still need the files? The sender can give you 48 hours more with one press. You are mailed as soon as the link works again.',
  askProve:
    'Still need the files? The sender can give you 48 hours more with one press. Type your email address: it gets a code first, and a mail as soon as the link works again.',
  askCode:
    'A mail with a code of 5 characters is on its way. It works for 10 minutes, in this browser. Look among the spam too.',
  askedTitle: 'The sender has been asked',
  timeAsked: 'You are mailed as soon as the link works again. You can ask once a day.',
  accessLink: 'Not you? Ask for a link of your own',
  accessTitle: 'Ask for a link of your own',
  accessText:
    'This link is somebody else’s: what is downloaded with it counts as theirs. Type your own email address. It gets a code first, then the sender is asked to add you.',
  accessAsked: 'You are mailed your own link as soon as the sender adds you. You can ask once a day.',
  lostTitle: 'Lost the mail?',
  lostText: 'Type the address it came to. If there is a transfer for it at this link, the mail is sent once more.',
  lostPress: 'Send the mail again',
  lostDone:
    'If there is a transfer for that address at this link, its mail is on its way again. That is done once a day.',
  extensionStamp: 'Asked',
  extensionTitle: {
    time: (who: string) => `${who} asks for more time`,
    access: (who: string) => `${who} asks for a link of their own`,
  },
  extensionText: {
    time: 'The files are still here. One press lets the link work for 48 hours more, from now.',
    access: 'They have proven this address. One press adds them to the transfer and mails them their own link.',
  },
  extensionPress: { time: 'Give 48 hours', access: 'Add them' },
  extended: 'Link Extended for 48 hours',
  extendedLonger: 'Link extended',
  extendedStamp: 'Extended',
  newExpiry: 'New expiry date',
  extendedNote: (who: string) => `The receiver email ${who} will be notified of the new expiry.`,
  added: (who: string) => `${who} is added`,
  addedStamp: 'Added',
  expiryDate: 'Expiry date',
  addedNote: (who: string) => `A mail with their own link is on its way to ${who}.`,
  atYours: (day: string, time: string) => `${day}, ${time} your time`,
  atUtc: (day: string, time: string) => `${day}, ${time} UTC`,
  myAccount: 'My account',
  extensionOver: 'Link expired',
  extensionNothing: 'Nothing to see here',
  pausedTitle: 'The sender has paused this link',
  pausedText: 'The files are kept. Try again later, or ask whoever sent it.',
  lockedTitle: {
    password: 'This transfer is locked',
    email: 'This transfer is for certain people',
    code: 'Type the code from your mail',
  },
  lockedText: {
    password: 'Whoever sent it to you knows the password.',
    email: 'Type your email address. If the transfer is for you, a code is on its way to it at once.',
    code: 'If the transfer is for that address, its mail has a code of 5 characters. It works for 10 minutes, in this browser. Look among the spam too.',
  },
  lockedField: { password: 'Password', email: 'Your email address', code: 'Code' },
  lockedPress: { password: 'Open', email: 'Mail me a code', code: 'Open' },
  unlocking: 'One moment …',
  otherAddress: 'Another address, or a new code',
  unknownTitle: 'There is nothing at this link',
  unknownText:
    'It may be incomplete, or the sender removed the transfer. Open the link again from the mail, whole, or ask whoever sent it.',
  proofTitle: 'Checking that a person is opening this link …',
  proofText:
    'Many links that lead nowhere were tried from your network within the last hour. So your browser does a short calculation first. It takes a few seconds, then the link opens by itself.',
  proofNeedsScripts: 'Turn on scripts, or try again in an hour.',
  proofProgress: 'Calculation',
  proofDone: 'Done. Opening the link …',
  proofUnkept: 'Your browser has not kept the result. Allow this site its cookies, then try again.',
  troubleTitle: 'This transfer cannot be shown right now',
  tryAgain: 'Try again',
  home: 'Go to the home page',
}

export type DownloadWords = typeof download
