import type { Language } from '@waybill/contract/core/fields'
import { useAccount } from '../api/session.ts'
import { useLanguage } from '../words/language.tsx'
import { dayAndTime } from './day-and-time.ts'
import { exactly, offsetName } from './exactly.ts'
import { browserOffset, formatDay, formatTime, reader } from './moment.ts'

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

const offsets = new Map<string, Intl.DateTimeFormat>()

/**
 * How far the zone's clocks are ahead of UTC, in minutes.
 *
 * @throws RangeError for a zone that this browser does not know
 */
function minutesAhead(instant: string, zone: string): number {
  const format = offsets.get(zone) ?? new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
  offsets.set(zone, format)
  const name = format.formatToParts(Date.parse(instant)).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  // 'GMT' alone is UTC itself.
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(name) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0))
}

function isKnown(zone: string): boolean {
  try {
    return /^[A-Za-z]/.test(zone) && Number.isFinite(minutesAhead('2026-01-01T00:00:00Z', zone))
  } catch {
    return false
  }
}

/** What clocks of the zone show, as if it were UTC; for an unknown zone, UTC itself. */
export const wallTime = (instant: string, zone: string): string =>
  new Date(Date.parse(instant) + (isKnown(zone) ? minutesAhead(instant, zone) * 60_000 : 0)).toISOString()

/** The clock of a zone; a zone that this runtime does not know counts as UTC. Pure. */
export function clockOf(given: string, language: Language): Clock {
  const zone = isKnown(given) ? given : 'UTC'
  const day = (instant: string, at = zone) => formatDay(wallTime(instant, at), 'utc', language)
  const time = (instant: string, at = zone) => formatTime(wallTime(instant, at), 'utc')
  const seconds = (instant: string) => wallTime(instant, zone).slice(11, 19)
  const moment = (instant: string, at = zone) => dayAndTime(day(instant, at), time(instant, at), language)
  const zoneAt = (instant: string) => offsetName(minutesAhead(instant, zone))
  return {
    zone,
    day: (instant) => day(instant),
    time: (instant) => time(instant),
    seconds,
    moment: (instant) => moment(instant),
    exactly: (instant) => exactly(day(instant), seconds(instant), zoneAt(instant), language),
    zoneAt,
    there: (instant, at) => {
      if (at === null || !isKnown(at) || wallTime(instant, zone) === wallTime(instant, at)) return null
      return day(instant) === day(instant, at) ? time(instant, at) : moment(instant, at)
    },
  }
}

/** The zone of this browser. */
const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The zone of an account: its profile's; without one, or with one that is unknown here, the browser's. */
export const accountZone = (account: { timeZone: string | null } | null | undefined): string =>
  account?.timeZone && isKnown(account.timeZone) ? account.timeZone : browserZone()

/** The one clock of the dashboard: the account's zone. */
export function useClock(): Clock {
  const { language } = useLanguage()
  return clockOf(accountZone(useAccount()), language)
}

/** Sets the clock of all times of the dashboard to the account's, whatever formats them. */
export function useAccountClock(): void {
  const zone = accountZone(useAccount())
  // Before the pages inside render; the same zone again changes nothing.
  reader.offsetAt = zone === browserZone() ? browserOffset : (instant) => minutesAhead(instant, zone)
}
