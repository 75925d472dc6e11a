import type { Language } from '@waybill/contract/core/fields'
import { spaced } from '../words/marks.ts'
import { exactly, offsetName } from './exactly.ts'
import { formatDay, formatTime, reader } from './moment.ts'

const steps = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/**
 * '14 minutes ago', '14 分钟前'; within the first minute, and where the clocks differ, 'now'. Days are counted, not named:
 * 47 hours ago may be the day before yesterday.
 */
export function formatAgo(instant: string, nowMs: number, language: Language): string {
  const seconds = Math.max(0, (nowMs - Date.parse(instant)) / 1_000)
  const wordsOf = (numeric: 'always' | 'auto') => new Intl.RelativeTimeFormat(language, { numeric })
  for (const [unit, length] of steps) {
    if (seconds >= length) return spaced(wordsOf('always').format(-Math.floor(seconds / length), unit))
  }
  return wordsOf('auto').format(0, 'second')
}

/** Day, time to the second and zone, on the reader's clock. */
export function formatExactly(instant: string, language: Language): string {
  const seconds = `${formatTime(instant, 'local')}:${new Date(instant).toISOString().slice(17, 19)}`
  return exactly(formatDay(instant, 'local', language), seconds, offsetName(reader.offsetAt(instant)), language)
}
