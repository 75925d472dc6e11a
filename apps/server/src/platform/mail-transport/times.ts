import type { Language } from '@waybill/contract/core/fields'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** '27 Nov 2026', '2026年11月27日': the day in `timeZone`. */
export function formatDay(instant: string, timeZone: string | null, language: Language): string {
  const { year, month, day } = partsIn(instant, timeZone)
  return language === 'zh' ? `${year}年${month}月${day}日` : `${day} ${months[month - 1]} ${year}`
}

/** '14:02 UTC+5:30', '14:02（UTC+5:30）'. */
export function formatTime(instant: string, timeZone: string | null, language: Language): string {
  const { hour, minute, offset } = partsIn(instant, timeZone)
  return language === 'zh' ? `${hour}:${minute}（${offset}）` : `${hour}:${minute} ${offset}`
}

/** '27 Nov 2026, 14:02 UTC+5:30'. */
export function formatMoment(instant: string, timeZone: string | null, language: Language): string {
  const separator = language === 'zh' ? ' ' : ', '
  return `${formatDay(instant, timeZone, language)}${separator}${formatTime(instant, timeZone, language)}`
}

/** Whether the two zones show the same time at that instant; an unknown zone is UTC. */
export function readSame(instant: string, one: string | null, other: string | null): boolean {
  return formatMoment(instant, one, 'en') === formatMoment(instant, other, 'en')
}

function partsIn(instant: string, timeZone: string | null) {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(new Date(instant))
      .map(({ type, value }) => [type, value]),
  )
  const text = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? ''
  return {
    year: Number(text('year')),
    month: Number(text('month')),
    day: Number(text('day')),
    hour: text('hour'),
    minute: text('minute'),
    offset: text('timeZoneName')
      .replace('GMT', 'UTC')
      .replace(/^UTC[+]0$/, 'UTC'),
  }
}

function formatOf(timeZone: string | null): Intl.DateTimeFormat {
  const options: Intl.DateTimeFormatOptions = {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'shortOffset',
  }
  try {
    return new Intl.DateTimeFormat('en', { ...options, timeZone: timeZone ?? 'UTC' })
  } catch {
    // This runtime does not know the zone, which came from a browser or a newer database.
    return new Intl.DateTimeFormat('en', { ...options, timeZone: 'UTC' })
  }
}
