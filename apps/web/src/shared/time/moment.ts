import type { Language } from '@waybill/contract/core/fields'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** 'utc' where the server renders, which does not know the reader's zone; 'local' once the browser has hydrated. */
export type Zone = 'utc' | 'local'

/** How far a reader's clocks are ahead of UTC at an instant, in minutes. */
type ReaderOffset = (at: Date) => number

/** The browser's zone. */
export const browserOffset: ReaderOffset = (at) => -at.getTimezoneOffset()

let readerOffset = browserOffset

/** Sets the reader's clock for this page: the dashboard's is the account's, every other page's the browser's. */
export const setReaderOffset = (offset: ReaderOffset): void => {
  readerOffset = offset
}

/** How far the reader's clock is ahead of UTC at an instant, in minutes. */
export const readerOffsetAt = (instant: string): number => readerOffset(new Date(instant))

/** What the clock shows, as if it were UTC. */
const shown = (instant: string, zone: Zone) =>
  new Date(Date.parse(instant) + (zone === 'utc' ? 0 : readerOffsetAt(instant) * 60_000)).toISOString()

/** '27 Nov 2026', '2026年11月27日'. The names are our own: browsers disagree on 'Sep'. */
export function formatDay(instant: string, zone: Zone, language: Language): string {
  const [year, month = 0, day] = shown(instant, zone).slice(0, 10).split('-').map(Number)
  return language === 'zh' ? `${year}年${month}月${day}日` : `${day} ${months[month - 1]} ${year}`
}

/** '14:02'. */
export const formatTime = (instant: string, zone: Zone): string => shown(instant, zone).slice(11, 16)
