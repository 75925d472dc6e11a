import type { Language } from '@waybill/contract/core/fields'
import { useHasScripts } from '../../shared/served-page/use-live.ts'
import { formatDay, formatTime } from '../../shared/time/moment.ts'
import { useLanguage, useWords } from '../../shared/words/language.tsx'
import { answerWords } from './words/answer-words.ts'

/** The day alone, the same for every reader: the deadline falls somewhere on it. */
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
  const isLocal = useHasScripts()
  const zone = isLocal ? 'local' : 'utc'
  return { day: formatDay(instant, zone, language), time: formatTime(instant, zone), isLocal }
}

/** 'Arrived 27 Nov 2026, 14:02 your time'. */
export function useArrived(instant: string): string {
  const words = useWords(answerWords)
  const { day, time, isLocal } = useMoment(instant)
  return isLocal ? words.arrivedAt(day, time) : words.arrivedAtUtc(day, time)
}
