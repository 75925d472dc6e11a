import { spaced } from '../marks.ts'

/** When something refused for this many seconds works again: 'in 59 minutes', 'in 3 hours'; never too early. */
export function whenAgain(language: 'en' | 'zh', seconds: unknown): string {
  const minutes = Math.ceil((Number(seconds) || 3_600) / 60)
  const words = new Intl.RelativeTimeFormat(language)
  return spaced(minutes < 60 ? words.format(minutes, 'minute') : words.format(Math.ceil(minutes / 60), 'hour'))
}
