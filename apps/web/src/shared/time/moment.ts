import type { Language } from '@waybill/contract/core/fields'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** 'utc' where the server renders, which does not know the reader's zone; 'local' once the browser has hydrated. */
export type Zone = 'utc' | 'local'

/** How far a reader's clocks are ahead of UTC at an instant, in minutes. */
type ReaderOffset = (instant: string) => number

/** The browser's zone. */
export const browserOffset: ReaderOffset = (instant) => -new Date(instant).getTimezoneOffset()

/** The reader's clock on this page: the dashboard sets the account's, every other page has the browser's. */
export const reader = { offsetAt: browserOffset }

/** What the clock shows, as if it were UTC. */
const shown = (instant: string, zone: Zone) =>
  new Date(Date.parse(instant) + (zone === 'utc' ? 0 : reader.offsetAt(instant) * 60_000)).toISOString()

/** '27 Nov 2026', '2026年11月27日'. The names are our own: browsers disagree on 'Sep'. */
export function formatDay(instant: string, zone: Zone, language: Language): string {
  const [year, month, day] = shown(instant, zone).slice(0, 10).split('-') as [string, string, string]
  return language === 'zh' ? `${year}年${+month}月${+day}日` : `${+day} ${months[+month - 1]} ${year}`
}

/** '14:02'. */
export const formatTime = (instant: string, zone: Zone): string => shown(instant, zone).slice(11, 16)
