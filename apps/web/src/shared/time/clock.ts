import type { Language } from '@waybill/contract/core/fields'
import { useAccount } from '../api/session.ts'
import { useLanguage } from '../words/language.tsx'
import { formatDay, formatTime } from './moment.ts'
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
  const secondOf = (instant: string) => String(new Date(instant).getUTCSeconds()).padStart(2, '0')
  const moment = (instant: string, at = zone) =>
    `${day(instant, at)}${language === 'zh' ? ' ' : ', '}${time(instant, at)}`
  const zoneAt = (instant: string) => offsetName(instant, zone)
  const seconds = (instant: string) => `${time(instant)}:${secondOf(instant)}`
  return {
    zone,
    day: (instant) => day(instant),
    time: (instant) => time(instant),
    seconds,
    moment: (instant) => moment(instant),
    exactly: (instant) =>
      language === 'zh'
        ? `${day(instant)} ${seconds(instant)}（${zoneAt(instant)}）`
        : `${day(instant)}, ${seconds(instant)} (${zoneAt(instant)})`,
    zoneAt,
    there: (instant, at) => {
      if (at === null || !isTimeZone(at) || wall(instant) === wall(instant, at)) return null
      return day(instant) === day(instant, at) ? time(instant, at) : moment(instant, at)
    },
  }
}

/** 'UTC+5:30', 'UTC': the distance from UTC, which readers of both languages know. */
function offsetName(instant: string, zone: string): string {
  const ms = Math.floor(Date.parse(instant) / 60_000) * 60_000
  const minutes = (Date.parse(`${localTimeAt(ms, zone)}:00Z`) - ms) / 60_000
  if (minutes === 0) return 'UTC'
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`
}

/** The zone of this browser. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The zone of an account: its profile's; without one, or with one that is unknown here, the browser's. */
export const zoneOf = (account: { timeZone: string | null } | null | undefined): string =>
  account?.timeZone && isTimeZone(account.timeZone) ? account.timeZone : browserZone()

/** The one clock of the dashboard: the account's zone. */
export function useClock(): Clock {
  const { language } = useLanguage()
  return clockOf(zoneOf(useAccount()), language)
}
