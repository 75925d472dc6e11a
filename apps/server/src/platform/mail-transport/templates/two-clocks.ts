import type { Place } from '../mail-facts.ts'
import { formatMoment, readSame } from '../times.ts'
import type { Reader } from '../written-mail.ts'

/** The moment where the recipient is, then on the sender's clock; one line where both read the same. */
export function twoClocks(
  instant: string,
  theirZone: string | null,
  senderZone: string | null,
  { words, language }: Reader,
): string[] {
  const yours = words.inYourTime(formatMoment(instant, senderZone, language))
  if (theirZone === null) return [senderZone === null ? formatMoment(instant, null, language) : yours]
  const theirs = words.inTheirTime(formatMoment(instant, theirZone, language))
  if (senderZone === null) return [theirs, formatMoment(instant, null, language)]
  return readSame(instant, theirZone, senderZone) ? [yours] : [theirs, yours]
}

/** 'Bengaluru, India'; null where nothing is known. */
export function placeName({ country, city }: Place, { words }: Reader): string | null {
  return words.place(city, country === null ? null : countryName(country, words.locale)) || null
}

function countryName(code: string, locale: string): string {
  try {
    return new Intl.DisplayNames([locale], { type: 'region' }).of(code) ?? code
  } catch {
    return code
  }
}
