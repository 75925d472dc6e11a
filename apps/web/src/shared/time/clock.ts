import type { Language } from '@waybill/contract/core/fields'
import { useAccount } from '../api/session.ts'
import { useLanguage } from '../words/language.tsx'
import { exactly, offsetName } from './exactly.ts'
import { browserOffset, formatDay, formatTime, setReaderOffset } from './moment.ts'
import { isTimeZone, localTimeAt } from './zones.ts'

/** Everything that the dashboard says about an instant, on one clock. Instants are ISO 8601. */
export interface Clock {
  /** IANA name. */
  zone: string
  /** '27 Nov 2026', '2026年11月27日' */
  day: (instant: string) => string
  /** '14:02' */
  time: (instant: string) => string
  /** '14:02:05' */
  seconds: (instant: string) => string
  /** '27 Nov 2026, 14:02' */
  moment: (instant: string) => string
  /** '27 Nov 2026, 14:02:05 (UTC+8)': for tooltips. */
  exactly: (instant: string) => string
  /** 'UTC+8': how the zone is called at an instant. */
  zoneAt: (instant: string) => string
  /** '15:30', or '28 Nov 2026, 00:30' on another day; null where the zone is unknown or its clocks agree with ours. */
  there: (instant: string, zone: string | null) => string | null
}

/** The clock of a zone; a zone that this runtime does not know counts as UTC. Pure. */
export function clockOf(given: string, language: Language): Clock {
  const zone = isTimeZone(given) ? given : 'UTC'
  const wall = (instant: string, at = zone) => `${localTimeAt(Date.parse(instant), at)}:00Z`
  const day = (instant: string, at = zone) => formatDay(wall(instant, at), 'utc', language)
  const time = (instant: string, at = zone) => formatTime(wall(instant, at), 'utc')
  const moment = (instant: string, at = zone) =>
    `${day(instant, at)}${language === 'zh' ? ' ' : ', '}${time(instant, at)}`
  const zoneAt = (instant: string) => offsetName(minutesAhead(instant, zone))
  const seconds = (instant: string) => `${time(instant)}:${new Date(instant).toISOString().slice(17, 19)}`
  return {
    zone,
    day: (instant) => day(instant),
    time: (instant) => time(instant),
    seconds,
    moment: (instant) => moment(instant),
    exactly: (instant) => exactly(day(instant), seconds(instant), zoneAt(instant), language),
    zoneAt,
    there: (instant, at) => {
      if (at === null || !isTimeZone(at) || wall(instant) === wall(instant, at)) return null
      return day(instant) === day(instant, at) ? time(instant, at) : moment(instant, at)
    },
  }
}

/** How far the zone's clocks are ahead of UTC, in minutes. */
function minutesAhead(instant: string, zone: string): number {
  const ms = Math.floor(Date.parse(instant) / 60_000) * 60_000
  return (Date.parse(`${localTimeAt(ms, zone)}:00Z`) - ms) / 60_000
}

/** The zone of this browser. */
const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The zone of an account: its profile's; without one, or with one that is unknown here, the browser's. */
export const accountZone = (account: { timeZone: string | null } | null | undefined): string =>
  account?.timeZone && isTimeZone(account.timeZone) ? account.timeZone : browserZone()

/** The one clock of the dashboard: the account's zone. */
export function useClock(): Clock {
  const { language } = useLanguage()
  return clockOf(accountZone(useAccount()), language)
}

/** Sets the clock of all times of the dashboard to the account's, whatever formats them. */
export function useAccountClock(): void {
  const zone = accountZone(useAccount())
  // Before the pages inside render; the same zone again changes nothing.
  setReaderOffset(zone === browserZone() ? browserOffset : (at) => minutesAhead(at.toISOString(), zone))
}
