import type { Language } from '@waybill/contract/core/fields'
import { formatDay, formatTime } from '../../shared/time/moment.ts'

/** '20 Nov 2026, 09:12:31 UTC': the clock of the file. */
export function utcTime(instant: string, language: Language): string {
  const [day, time] = [formatDay(instant, 'utc', language), instant.slice(11, 19)]
  return language === 'zh' ? `${day} ${time}（UTC）` : `${day}, ${time} UTC`
}

/** The same on the reader's clock; null where that is UTC. */
export function localTime(instant: string): string | null {
  const here = formatTime(instant, 'local')
  return here === instant.slice(11, 16) ? null : here
}
