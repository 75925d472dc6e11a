import type { Language } from '@waybill/contract/core/fields'
import { spaced } from '../../../shared/words/marks.ts'

const DAY_S = 86_400
const HOUR_S = 3_600

/** 'Hong Kong time', '香港时间'; the zone's own name where this runtime has no words for it. */
export function formatZone(zone: string, language: Language): string {
  try {
    const format = new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en-GB', {
      timeZone: zone,
      timeZoneName: 'longGeneric',
    })
    return format.formatToParts(0).find(({ type }) => type === 'timeZoneName')?.value ?? zone
  } catch {
    return zone
  }
}

/** 'in 5 days', '3 hours ago'; within the hour by the minute. */
export function formatUntil(instant: string, nowMs: number, language: Language): string {
  const seconds = Math.round((Date.parse(instant) - nowMs) / 1_000)
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'always' })
  const far = Math.abs(seconds)
  if (far >= 2 * DAY_S) return spaced(words.format(Math.trunc(seconds / DAY_S), 'day'))
  if (far >= HOUR_S) return spaced(words.format(Math.trunc(seconds / HOUR_S), 'hour'))
  return spaced(words.format(Math.trunc(seconds / 60), 'minute'))
}
