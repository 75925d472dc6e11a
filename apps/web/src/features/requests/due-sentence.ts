import type { Language } from '@waybill/contract/core/fields'
import type { ListedRequest } from '@waybill/contract/requests/shapes'
import { dayAndTime, formatInstant } from '../../shared/time/day-and-time.ts'
import { formatDay } from '../../shared/time/moment.ts'
import { requestsWords } from './words/requests-words.ts'

/** '30 Nov 2026, 18:00' as the requester wrote it, whatever the zone. */
export const formatWritten = (at: string, language: Language): string =>
  dayAndTime(formatDay(`${at}:00Z`, 'utc', language), at.slice(11), language)

/** The deadline: on the reader's clock, or, where each supplier has their own, as the requester wrote it. */
export function dueSentence(
  { deadline, dueAt }: Pick<ListedRequest, 'deadline' | 'dueAt'>,
  language: Language,
  nowMs: number,
): string {
  const words = requestsWords[language]
  if (deadline === null || dueAt === null) return words.noDeadline
  const isPast = Date.parse(dueAt) < nowMs
  if (deadline.rule === 'supplier') {
    return (isPast ? words.wasDueTheirs : words.dueTheirs)(formatWritten(deadline.at, language))
  }
  return (isPast ? words.wasDue : words.due)(formatInstant(dueAt, language))
}
