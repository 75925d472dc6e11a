import { defang } from '../html.ts'
import type { MailFacts } from '../mail-facts.ts'
import { formatMoment } from '../times.ts'
import type { Reader } from '../written-mail.ts'
import { placeName } from './two-clocks.ts'

/** Which browser, where, and when on the reader's clock. A browser names itself, so its name is never a link. */
export function doorLines(facts: MailFacts['new-sign-in'], reader: Reader): string[] {
  const moment = formatMoment(facts.at, facts.readerTimeZone, reader.language)
  return [defang(facts.device), placeName(facts.place, reader) ?? '', moment].filter((line) => line !== '')
}
