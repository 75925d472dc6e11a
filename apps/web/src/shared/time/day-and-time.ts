import type { Language } from '@waybill/contract/core/fields'
import { formatDay, formatTime } from './moment.ts'

/** A day and a time on one line: '27 Nov 2026, 18:22', '2026年11月27日 18:22'. */
export const dayAndTime = (day: string, time: string, language: Language): string =>
  `${day}${language === 'zh' ? ' ' : ', '}${time}`

/** The same on the reader's clock. */
export const formatInstant = (instant: string, language: Language): string =>
  dayAndTime(formatDay(instant, 'local', language), formatTime(instant, 'local'), language)
