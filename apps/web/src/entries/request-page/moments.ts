import type { Language } from '@waybill/contract/core/fields'
import { useLive } from '../download/use-live.ts'
import { formatDay, formatTime } from '../ui/moment.ts'
import { answerWords } from '../words/answer.ts'
import { useLanguage, useWords } from '../words/language.tsx'

/** The day alone, the same wherever it is read: what it is for ends somewhere on it. */
export const dayOf = (instant: string, language: Language): string => formatDay(instant, 'utc', language)

interface Moment {
  day: string
  time: string
  /** False while only UTC is known. */
  isLocal: boolean
}

/** An instant by the reader's clock once it is known, by UTC before. */
export function useMoment(instant: string): Moment {
  const { language } = useLanguage()
  const isLocal = useLive()
  const zone = isLocal ? 'local' : 'utc'
  return { day: formatDay(instant, zone, language), time: formatTime(instant, zone), isLocal }
}

/** 'Arrived 27 Nov 2026, 14:02 your time'. */
export function useArrived(instant: string): string {
  const words = useWords(answerWords)
  const { day, time, isLocal } = useMoment(instant)
  return isLocal ? words.arrivedAt(day, time) : words.arrivedAtUtc(day, time)
}
