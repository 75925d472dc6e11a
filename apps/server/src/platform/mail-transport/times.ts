import type { Language } from '@waybill/contract/core/fields'
import { offsetName, offsetTimeAt, zoneOrUtc } from '@waybill/contract/core/zoned-time'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** '27 Nov 2026', '2026年11月27日': the day in `timeZone`. */
export function formatDay(instant: string, timeZone: string | null, language: Language): string {
  const { year, month, day } = partsIn(instant, timeZone)
  return language === 'zh' ? `${year}年${month}月${day}日` : `${day} ${months[month - 1]} ${year}`
}

/** '14:02 UTC+5:30', '14:02（UTC+5:30）'. */
export function formatTime(instant: string, timeZone: string | null, language: Language): string {
  const { clock, offset } = partsIn(instant, timeZone)
  return language === 'zh' ? `${clock}（${offset}）` : `${clock} ${offset}`
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
  const time = offsetTimeAt(Date.parse(instant), zoneOrUtc(timeZone))
  const [, year, month, day, clock = '', offset = ''] = /^(.\d+)-(\d\d)-(\d\d)T(.{5}):[\d.]+(.+)$/.exec(time) ?? []
  return { year: Number(year), month: Number(month), day: Number(day), clock, offset: offsetName(offset) }
}
