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
  fast: 'Fast download',
  play: 'Play',
  look: (name: string) => `Preview ${name}`,
  gallery: 'View all as a gallery',
  thumbnailOf: (name: string) => `Thumbnail of ${name}`,
  takeFile: (name: string) => `Download ${name}`,
  zip: (size: string) => `${size} zip`,
  asking: 'Preparing your download…',
  askingAgain: 'No answer yet. Trying again…',
  handed: (name: string, size: string) => `Your browser is downloading ${name}, ${size}.`,
  interrupted: 'Interrupted? Press Resume in your browser’s downloads: it continues where it stopped.',
  failed: 'The download did not start.',
  senderSees: 'The sender sees when you download',

  expires: (day: string) => `Expires ${day}`,
  expiresAt: (day: string, time: string) => `Expires ${day}, ${time} your time`,
  expiresAtUtc: (day: string, time: string) => `Expires ${day}, ${time} UTC`,
  neverExpires: 'Never expires',

  withdrawn: 'Withdrawn: it was damaged on the way. Ask the sender to send it again.',
  allWithdrawn: 'Nothing here can be downloaded anymore. Ask the sender to send it again.',
  infected: 'Withdrawn: the virus scanner found malware in it. If you have it already, delete it.',
  program: 'It can run programs on your device. Open it only if you expected it from this sender.',
  /** How many of the files were not scanned. */
  scans: (open: number, count: number) =>
    open === 0
      ? 'Scanned for viruses: nothing found'
      : `${open === count ? 'Not' : `${fileCount(open)} not`} scanned for viruses`,
  mixedScripts: 'This name mixes look-alike letters from different alphabets.',

  checksums: 'Check your download (SHA-256)',
  checksumPending: 'in preparation',
  checksumsPending: (count: number) => `${fileCount(count)} in preparation`,
  copyChecksum: (name: string) => `Copy the SHA-256 of ${name}`,
  copyChecksums: 'Copy all, in sha256sum format',
  copyLink: 'Copy this link',
  copy: 'Copy',

  inAppTitle: 'Open this page in your browser',
  inAppText:
    'WeChat does not save files. Tap ⋯ at the top right and choose “Open in browser”, or copy the link and paste it there.',

  expiredStamp: 'Expired',
  expiredTitle: (who: string) => `What ${who} sent you has expired`,
  expiredOn: (day: string, time: string) => `It expired on ${day}, ${time} your time.`,
  expiredOnUtc: (day: string, time: string) => `It expired on ${day}, ${time} UTC.`,
  expiredWrite: 'Or email the sender:',
  requestPress: { time: 'Ask for more time', access: 'Ask the sender' },
  requestText:
    'Still need the files? The sender can give you 48 more hours. We’ll email you when the link works again.',
  requestProve:
    'Still need the files? The sender can give you 48 more hours. Enter your email address: we’ll email you a code first, and let you know when the link works again.',
  requestCode:
    'An email with a 5-character code is on its way. It works for 10 minutes, in this browser. Check your spam folder too.',
  requestedTitle: 'The sender has been asked',
  extensionRequested: 'We’ll email you when the link works again. You can ask once a day.',
  reportLink: 'Report this transfer',
  accessLink: 'Not you? Ask for your own link',
  accessTitle: 'Ask for your own link',
  accessText:
    'This link is someone else’s: what you download with it counts as theirs. Enter your own email address. We’ll email you a code first, then ask the sender to add you.',
  accessRequested: 'We’ll email you your own link when the sender adds you. You can ask once a day.',
  lostTitle: 'Lost the email?',
  lostText: 'Enter the address it was sent to. If there is a transfer for it at this link, we’ll send the email again.',
  lostPress: 'Send the email again',
  lostDone:
    'If there is a transfer for that address at this link, its email is on its way again. You can do this once a day.',
  extensionStamp: 'Asked',
  extensionTitle: {
    time: (who: string) => `${who} asks for more time`,
    access: (who: string) => `${who} asks for their own link`,
  },
  extensionText: {
    time: 'The files are still here. You can make the link work for 48 more hours, starting now.',
    access: 'They have verified this address. You can add them to the transfer and email them their own link.',
  },
  extensionPress: { time: 'Extend by 48 hours', access: 'Add them' },
  extended: 'Link Extended for 48 hours',
  extendedLonger: 'Link extended',
  extendedStamp: 'Extended',
  newExpiry: 'New expiry date',
  extendedNote: (who: string) => `The receiver email ${who} will be notified of the new expiry.`,
  added: (who: string) => `${who} has been added`,
  addedStamp: 'Added',
  expiryDate: 'Expiry date',
  addedNote: (who: string) => `An email with their own link is on its way to ${who}.`,
  atYours: (day: string, time: string) => `${day}, ${time} your time`,
  atUtc: (day: string, time: string) => `${day}, ${time} UTC`,
  myAccount: 'My account',
  extensionOver: 'Link expired',
  extensionNothing: 'Nothing to see here',
  pausedTitle: 'The sender has paused this link',
  pausedText: 'The files are kept. Try again later, or ask whoever sent you the link.',
  lockedTitle: {
    password: 'This transfer is locked',
    email: 'This transfer is for certain people only',
    code: 'Enter the code from your email',
  },
  lockedText: {
    password: 'Ask whoever sent it to you for the password.',
    email: 'Enter your email address. If the transfer is for you, we’ll email you a code.',
    code: 'If the transfer is for that address, we have sent it a 5-character code. It works for 10 minutes, in this browser. Check your spam folder too.',
  },
  lockedField: { password: 'Password', email: 'Your email address', code: 'Code' },
  lockedPress: { password: 'Open', email: 'Email me a code', code: 'Open' },
  unlocking: 'One moment…',
  otherAddress: 'Another address, or a new code',
  unknownTitle: 'There is nothing at this link',
  unknownText:
    'The link may be incomplete, or the sender has deleted the transfer. Open the whole link from the email again, or ask whoever sent it.',
  proofTitle: 'Checking that a person is opening this link…',
  proofText:
    'In the last hour, many links that lead nowhere were tried from your network. So your browser does a short calculation first. It takes a few seconds, then the link opens by itself.',
  proofNeedsScripts: 'Turn on JavaScript, or try again in an hour.',
  proofProgress: 'Calculation',
  proofDone: 'Done. Opening the link…',
  proofUnkept: 'Your browser did not keep the result. Allow cookies for this site, then try again.',
  troubleTitle: 'We can’t show this transfer right now',
  tryAgain: 'Try again',
  home: 'Go to the home page',
}

export type DownloadWords = typeof download
