import type { MailFacts, MailPlace, TemplateName } from '../../src/platform/mail-transport/facts/mail-facts.ts'
import type { OutgoingMail } from '../../src/platform/mail-transport/transport/mail-transport.ts'
import { type MailOrder, writeMail } from '../../src/platform/mail-transport/write-mail.ts'
import { abuseSamples } from './abuse-samples.ts'
import { arrivalSamples } from './arrival-samples.ts'
import { commented } from './comment-samples.ts'
import { conversationSamples } from './conversation-samples.ts'
import { paymentSamples } from './payment-samples.ts'
import { teamSamples } from './team-samples.ts'

/** Facts for one mail of each template. */
const india: MailPlace = { country: 'IN', city: 'Bengaluru', timeZone: 'Asia/Kolkata' }
export const nowhere: MailPlace = { country: null, city: null, timeZone: null }

const follow = { link: 'https://waybill.example/d/7kQ2xWd/abcdefghijklmnopqrstuv', isOwn: true }

export const arrived: MailFacts['files-arrived'] = {
  sender: { address: 'ada@lovelace.example', name: null, isProven: true },
  files: [
    { path: 'gearbox-housing-r7.dwg', bytes: 212_400_000 },
    { path: '报价/报价 “Q3” №7.pdf', bytes: 0 },
  ],
  fileCount: 2,
  totalBytes: 212_400_000,
  message: 'Final housing,\nplease quote by Friday.',
  expiresAt: '2026-11-27T14:00:00.000Z',
  slug: '7kQ2xWd',
  link: 'https://waybill.example/d/7kQ2xWd/abcdefghijklmnopqrstuv',
}

const unsent = { localTime: '2026-11-27T09:00', timeZone: 'America/New_York', because: 'storage-full' }

const waiting: MailFacts['files-waiting'] = {
  sender: arrived.sender,
  files: arrived.files,
  fileCount: 2,
  totalBytes: 212_400_000,
  slug: arrived.slug,
  link: arrived.link,
  expiresAt: '2026-11-27T14:00:00.000Z',
}

export const finished: MailFacts['downloads-finished'] = {
  recipient: 'asha@rao-forge.example',
  follow,
  slug: '7kQ2xWd',
  fileCount: 1,
  senderTimeZone: 'Asia/Hong_Kong',
  files: [{ path: 'a.dwg', bytes: 5, finishedAt: '2026-09-20T08:32:00.000Z', at: india }],
}

const stopped: MailFacts['download-stopped'] = {
  recipient: 'asha@rao-forge.example',
  follow,
  slug: '7kQ2xWd',
  fileCount: 3,
  senderTimeZone: null,
  finishedCount: 1,
  deliveredBytes: 100_000_000,
  totalBytes: 232_500_000,
  unfinishedCount: 2,
  files: [{ path: 'b.dwg', bytes: 200_000_000, deliveredBytes: 50_000_000 }],
  lastByteAt: '2026-09-20T08:32:00.000Z',
  at: india,
}

const doors: MailFacts['new-sign-in'] = {
  device: 'Chrome on Windows',
  at: '2026-09-20T08:32:00.000Z',
  place: india,
  readerTimeZone: 'Asia/Hong_Kong',
  link: arrived.link,
}

export const opened: MailFacts['transfer-opened'] = {
  follow,
  slug: '7kQ2xWd',
  senderTimeZone: 'Asia/Hong_Kong',
  openings: [
    {
      recipient: 'asha@rao-forge.example',
      openedAt: '2026-09-20T08:32:00.000Z',
      device: 'Firefox on Linux',
      at: india,
    },
  ],
  openingCount: 1,
}

export const listed: MailFacts['downloads-listed'] = {
  follow,
  slug: '7kQ2xWd',
  senderTimeZone: 'Asia/Hong_Kong',
  downloads: [
    {
      recipient: 'asha@rao-forge.example',
      path: '报价/报价 “Q3” №7.pdf',
      fileCount: 1,
      bytes: 5_000_000,
      isAgain: false,
      finishedAt: '2026-09-20T08:32:00.000Z',
      at: india,
    },
    {
      recipient: null,
      path: null,
      fileCount: 3,
      bytes: 9_000_000,
      isAgain: true,
      finishedAt: '2026-09-20T08:33:00.000Z',
      at: nowhere,
    },
  ],
  downloadCount: 2,
}

const unfetched: MailFacts['not-fetched'] = {
  follow,
  slug: '7kQ2xWd',
  senderTimeZone: 'Asia/Hong_Kong',
  recipients: [{ address: 'asha@rao-forge.example', hasOpened: true }],
  recipientCount: 1,
  expiresAt: '2026-09-20T08:32:00.000Z',
  daysLeft: 2.2,
}

export const person: MailFacts['digest']['transfers'][number]['people'][number] = {
  recipient: 'asha@rao-forge.example',
  hasOpened: true,
  finishedCount: 2,
  hasRepeated: false,
  isStalled: false,
  lastAt: '2026-09-20T08:32:00.000Z',
  at: india,
}

export const daily: MailFacts['digest'] = {
  readerTimeZone: 'Asia/Hong_Kong',
  transfers: [{ slug: '7kQ2xWd', fileName: 'a.dwg', fileCount: 3, people: [person], personCount: 1 }],
  transferCount: 1,
  link: arrived.link,
}

const asked = {
  requester: 'asha@rao-forge.example',
  slug: '7kQ2xWd',
  fileName: '报价/报价 “Q3” №7.pdf',
  fileCount: 2,
  link: arrived.link,
}

const filesAsked: MailFacts['files-asked'] = {
  requester: { address: 'mei@buyer.example', name: 'Mei Chen', company: 'Harbour Trading' },
  title: 'Papers for order 7731',
  message: 'The container leaves on Friday.',
  items: [
    { name: 'Commercial invoice', hint: 'Signed, as PDF', isRequired: true },
    { name: '照片', hint: '', isRequired: false },
  ],
  itemCount: 2,
  dueAt: '2026-11-27T12:30:00.000Z',
  timeZone: 'Asia/Kolkata',
  slug: '7kQ2xWd',
  link: arrived.link,
}

const submission = {
  title: filesAsked.title,
  slug: filesAsked.slug,
  files: [{ path: 'Rao Forge-Commercial invoice-2026-11-20.pdf', bytes: 120_000 }],
  fileCount: 1,
  totalBytes: 120_000,
  arrivedAt: '2026-11-20T08:32:00.000Z',
  timeZone: 'Asia/Kolkata',
  link: arrived.link,
}

export const samples: { [Name in TemplateName]: MailFacts[Name] } = {
  'sender-code': { code: '7K2QX', validMinutes: 10, purpose: 'sending' },
  'link-code': { code: '7K2QX', validMinutes: 10 },
  'access-request-code': { code: '7K2QX', validMinutes: 10 },
  'extension-requested': { ...asked, expiredAt: '2026-09-20T08:32:00.000Z', senderTimeZone: 'Asia/Hong_Kong' },
  'access-requested': { ...asked, through: 'ida@rao-forge.example' },
  'extension-granted': {
    sender: arrived.sender,
    slug: '7kQ2xWd',
    expiresAt: '2026-09-20T08:32:00.000Z',
    readerTimeZone: 'Asia/Kolkata',
    senderTimeZone: 'Asia/Hong_Kong',
    link: arrived.link,
  },
  'files-arrived': arrived,
  'files-arrived-again': arrived,
  'files-waiting': waiting,
  'downloads-finished': finished,
  'download-stopped': stopped,
  'transfer-opened': opened,
  'downloads-listed': listed,
  'not-fetched': unfetched,
  'not-sent': { ...unsent, slug: arrived.slug, name: 'gearbox-housing-r7.dwg', others: 1, link: arrived.link },
  ...arrivalSamples(arrived),
  digest: daily,
  'files-asked': filesAsked,
  'files-asked-again': { ...filesAsked, isLate: true, isSealed: true },
  'item-sent-back': { ...filesAsked, item: 'Commercial invoice', note: 'The stamp is missing.' },
  'submission-receipt': { ...submission, requester: 'mei@buyer.example', sums: ['a'.repeat(64)] },
  'submission-arrived': {
    ...submission,
    supplier: 'Rao Forge',
    address: 'asha@rao-forge.example',
    note: 'Here it is.',
    isLate: false,
    isComplete: false,
    missing: ['Packing list'],
    isSealed: true,
  },
  'comments-written': commented(filesAsked, arrived.link),
  'inbox-full': { title: filesAsked.title, slug: filesAsked.slug, limitBytes: 10_000_000_000, link: arrived.link },
  'file-withdrawn': { path: 'drawings/a.pdf', bytes: 1_200_000, slug: null, follow },
  ...abuseSamples(follow),
  'new-sign-in': doors,
  'session-reused': doors,
  'password-reset': { link: arrived.link, validMinutes: 60 },
  'password-changed': { link: arrived.link },
  'anchor-made': {
    number: 7,
    at: '2026-11-20T00:03:00.123Z',
    count: 12,
    root: 'ab'.repeat(32),
    hash: 'cd'.repeat(32),
    key: '0123456789abcdef0123',
    signature: `${'A'.repeat(86)}==`,
    link: arrived.link,
  },
  'webhook-paused': { host: 'hooks.example.com', because: 'failing', link: arrived.link },
  ...paymentSamples(arrived.link),
  ...conversationSamples(arrived.link),
  'factor-changed': { change: 'passkey-added', passkeyName: 'YubiKey', link: arrived.link },
  'email-changed': { address: 'ada@lovelace.example', link: arrived.link, supportEmail: 'support@waybill.example' },
  ...teamSamples(arrived.link),
  'transfer-shared': {
    sender: { address: 'ada@lovelace.example', name: 'Ada' },
    slug: 'k7Qm2xA',
    fileName: 'gearbox.dwg',
    fileCount: 3,
    link: arrived.link,
  },
  'request-shared': {
    requester: { address: 'ada@lovelace.example', name: 'Ada' },
    slug: 'k7Qm2xA',
    title: 'Drawings for the gearbox',
    isAssigned: false,
    link: arrived.link,
  },
  'host-wrong': { host: 'files.lovelace.example', offAfter: '2026-12-10T10:00:00.000Z', link: arrived.link },
  'mail-domain-failed': { domain: 'lovelace.example', because: 'records', link: arrived.link },
  'mail-domain-test': { domain: 'lovelace.example', link: arrived.link },
  'account-deleted': { address: 'ada@lovelace.example', isMember: false, supportEmail: 'support@waybill.example' },
}

/** The mail of a sample, with some changed facts. */
export function write<Name extends TemplateName>(
  template: Name,
  facts: Partial<MailFacts[Name]> = {},
  language: 'en' | 'zh' = 'en',
): OutgoingMail {
  const order: MailOrder<Name> = {
    template,
    to: 'reader@example.com',
    language,
    facts: { ...samples[template], ...facts },
  }
  return writeMail(order, { messageId: 'id@waybill.example', origin: 'https://waybill.example' })
}
