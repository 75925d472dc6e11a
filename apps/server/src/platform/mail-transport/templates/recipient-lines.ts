import { formatBytes } from '@waybill/contract/core/sizes'
import type { EvidenceFacts, MailFacts, MailPlace } from '../facts/mail-facts.ts'
import { type Block, button, type Line, notes, type Reader, theirs } from '../mail-document.ts'
import { formatMoment, readSame } from '../times.ts'

/** What happened, and to which transfer. */
export const subjectOf = (what: string, slug: string, { words }: Reader, title?: string | null): string =>
  [what, ...(title ? [title] : []), words.number(slug)].join(' · ')

/** The moment where the recipient is, then on the sender's clock; one line where both read the same. */
export function twoClocks(
  instant: string,
  theirZone: string | null,
  senderZone: string | null,
  { words, language }: Reader,
): string[] {
  const yours = words.inYourTime(formatMoment(instant, senderZone, language))
  if (theirZone === null) return [senderZone === null ? formatMoment(instant, null, language) : yours]
  const theirTime = words.inTheirTime(formatMoment(instant, theirZone, language))
  if (senderZone === null) return [theirTime, formatMoment(instant, null, language)]
  return readSame(instant, theirZone, senderZone) ? [yours] : [theirTime, yours]
}

/** 'Bengaluru, India'; null where nothing is known. */
export function placeName({ country, city }: MailPlace, { words }: Reader): string | null {
  return words.place(city, country === null ? null : countryName(country, words.locale)) || null
}

function countryName(code: string, locale: string): string {
  try {
    return new Intl.DisplayNames([locale], { type: 'region' }).of(code) ?? code
  } catch {
    return code
  }
}

/**
 * The evidence for finished downloads, a sentence each. If a part is in doubt, no sentence says that the device
 * received everything.
 */
export function evidenceLines({ evidence = null, doubtBytes = 0 }: EvidenceFacts, { words }: Reader): string[] {
  const isUnsaid = evidence === null || (evidence === 'received' && doubtBytes > 0)
  return [
    ...(isUnsaid ? [] : [words.evidence.rests[evidence]]),
    ...(doubtBytes > 0 ? [words.evidence.doubt(formatBytes(doubtBytes, words.locale))] : []),
  ]
}

/** A recipient's address; null for a device, whose name is not an address. */
export const replyAddress = (recipient: string | null): string | null =>
  recipient !== null && /^[^\s@]+@[^\s@]+$/.test(recipient) ? recipient : null

/** Leads a sender to their transfer's record, or to signing up, which gives them one. */
export function followButton(
  follow: MailFacts['downloads-finished']['follow'],
  { words }: Reader,
  own: string = words.follow.record,
): Block | null {
  return follow === undefined ? null : button(follow.isOwn ? own : words.follow.keep, follow.link)
}

/** What the page behind that button shows: `own` of an account's record. */
export const followNote = (
  follow: MailFacts['downloads-finished']['follow'],
  { words }: Reader,
  own: string,
): Block | null => (follow === undefined ? null : notes(follow.isOwn ? own : words.follow.keepShows))

type Sender = MailFacts['files-arrived']['sender']

/** Whether the sender's address is proven. Never their name, which anyone may choose. */
export const senderStanding = ({ address, isProven }: Omit<Sender, 'name'>, { words }: Reader): string =>
  isProven ? words.addressVerified(address) : words.addressNotVerified(address)

/** The sender's standing, then the name that they chose. */
export const senderLines = (sender: Sender, reader: Reader): Line[] => [
  senderStanding(sender, reader),
  ...(sender.name === null ? [] : [theirs(reader.words.filesArrived.signed(sender.name))]),
]
