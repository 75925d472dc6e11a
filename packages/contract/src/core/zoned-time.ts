import { Temporal } from 'temporal-polyfill'

/**
 * Every computation with time zones, except those of pages: the library weighs more than a page may, and pages need
 * little (`apps/web/src/shared/time/zones.ts`). Instants are epoch milliseconds, days are 'YYYY-MM-DD', local times
 * 'YYYY-MM-DDTHH:mm', zones IANA names. All functions but `isTimeZone` and `zoneOrUtc` throw a RangeError for a zone
 * that this runtime does not know (docs/decisions/0052-one-module-for-time-zones.md).
 */
const NAME = /^[A-Za-z][\w+/-]{0,63}$/

/** Whether this runtime knows the zone by an IANA name; an offset such as '+08:00' is none. */
export function isTimeZone(zone: string): boolean {
  if (!NAME.test(zone)) return false
  try {
    at(0, zone)
    return true
  } catch {
    return false
  }
}

/** The zone; 'UTC' for null and for a zone that this runtime does not know. */
export const zoneOrUtc = (zone: string | null): string => (zone !== null && isTimeZone(zone) ? zone : 'UTC')

/** What clocks of the zone show at the instant. */
export const localTimeAt = (ms: number, zone: string): string =>
  at(ms, zone).toPlainDateTime().toString({ smallestUnit: 'minute' })

/** The day that the zone has at the instant. */
export const dayAt = (ms: number, zone: string): string => at(ms, zone).toPlainDate().toString()

/** '2026-11-20T19:32:05.120+05:30': the instant on clocks of the zone. */
export function offsetTimeAt(ms: number, zone: string): string {
  const time = at(ms, zone)
  return time.toPlainDateTime().toString({ fractionalSecondDigits: 3 }) + time.offset
}

/**
 * The instant at which clocks of the zone show `local`. Shown twice, the second time; skipped, as far behind the change
 * as it was meant to be behind the time before.
 *
 * @throws RangeError also for a local time that no calendar has
 */
export const instantOf = (local: string, zone: string): number =>
  Temporal.PlainDateTime.from(local, { overflow: 'reject' }).toZonedDateTime(zone, { disambiguation: 'later' })
    .epochMilliseconds

/** When the day begins, also where its midnight is skipped or shown twice. A day that is skipped begins as its next. */
export const startOfDay = (day: string, zone: string): number => dayIn(day, zone).epochMilliseconds

/** When the hours of a day begin. Where clocks change, a new hour begins; what they skip is not there. */
export function hoursOf(day: string, zone: string): number[] {
  const [from, to] = [dayIn(day, zone), dayIn(addDays(day, 1), zone)]
  const change = from.offset === to.offset ? null : from.getTimeZoneTransition('next')
  const hours: number[] = []
  for (let hour = from; Temporal.ZonedDateTime.compare(hour, to) < 0; hour = hourAfter(hour, change)) {
    hours.push(hour.epochMilliseconds)
  }
  return hours
}

function hourAfter(hour: Temporal.ZonedDateTime, change: Temporal.ZonedDateTime | null): Temporal.ZonedDateTime {
  const next = hour.add({ minutes: 60 - hour.minute })
  const isCut = change !== null && hour.epochMilliseconds < change.epochMilliseconds
  return isCut && change.epochMilliseconds < next.epochMilliseconds ? change : next
}

export const addDays = (day: string, days: number): string => Temporal.PlainDate.from(day).add({ days }).toString()

/** How many days from the first to the last, both included. */
export const daysBetween = (from: string, to: string): number => Temporal.PlainDate.from(from).until(to).days + 1

export const isMonday = (day: string): boolean => Temporal.PlainDate.from(day).dayOfWeek === 1

/** 'UTC+5:30' of '+05:30', 'UTC-4' of '-04:00', 'UTC' of '+00:00'. */
export function offsetName(offset: string): string {
  const [, sign = '', hours = '', minutes = ''] = /^([+-])(\d\d):(\d\d)/.exec(offset) ?? []
  if (Number(hours) === 0 && Number(minutes) === 0) return 'UTC'
  return `UTC${sign}${Number(hours)}${minutes === '00' ? '' : `:${minutes}`}`
}

const at = (ms: number, zone: string) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone)

const dayIn = (day: string, zone: string) => Temporal.PlainDate.from(day).toZonedDateTime(zone)
