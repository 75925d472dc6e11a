import { Problem } from '@waybill/contract/core/problems'
import {
  addDays,
  dayAt,
  daysBetween,
  hoursOf,
  isMonday,
  localTimeAt,
  startOfDay,
  zoneOrUtc,
} from '@waybill/contract/core/zoned-time'
import type { readAnalytics } from '@waybill/contract/tracking/analytics-endpoints'
import type { Call } from '../../platform/http/bind.ts'

/** The days of a question, and the spans they are counted in. Pure. */
export type Each = 'hour' | 'day' | 'week'
export type AskedPeriod = Pick<Call<typeof readAnalytics>['query'], 'days' | 'from' | 'to' | 'each'>

/** Begins at `at`, when clocks show `local` ('YYYY-MM-DDTHH:mm'), and ends where the next begins. */
export interface Span {
  at: Date
  local: string
}

export interface Period {
  from: string
  /** Inclusive. */
  to: string
  timeZone: string
  each: Each
  spans: Span[]
  /** When the last span ends. */
  endsAt: Date
}

const QUARTER_MS = 900_000
const EARLIEST = '2000-01-01'
const LATEST = '2099-12-31'
const DEFAULT_DAYS = 30
const MAX_DAYS = 1_830
/** The maximum number of days by hour, and by day. */
const MOST_BY = { hour: 14, day: 400, week: MAX_DAYS } as const
/** The default resolution: by the hour up to this many days, then by the day. */
const FINE_BY = { hour: 2, day: 92 } as const

/** @throws Problem 'invalid-input' for days that are invalid, too many, or too many for the resolution */
export function periodOf(asked: AskedPeriod, now: Date, timeZone: string | null): Period {
  const zone = zoneOrUtc(timeZone)
  const { from, to } = daysOf(asked, dayAt(now.getTime(), zone))
  const count = daysBetween(from, to)
  const each = asked.each ?? (count <= FINE_BY.hour ? 'hour' : count <= FINE_BY.day ? 'day' : 'week')
  if (count > MOST_BY[each]) throw refuse('each')
  return {
    from,
    to,
    timeZone: zone,
    each,
    spans: spansOf(
      zone,
      Array.from({ length: count }, (_, nth) => addDays(from, nth)),
      each,
    ),
    endsAt: new Date(startOfDay(addDays(to, 1), zone)),
  }
}

function daysOf({ days, from, to }: AskedPeriod, today: string): { from: string; to: string } {
  if (days !== undefined && (from !== undefined || to !== undefined)) throw refuse('days')
  if (from === undefined && to === undefined)
    return { from: addDays(today, 1 - Number(days ?? DEFAULT_DAYS)), to: today }
  for (const [field, day] of Object.entries({ from, to })) {
    if (day !== undefined && (day < EARLIEST || day > LATEST)) throw refuse(field)
  }
  const last = to ?? today
  const first = from ?? addDays(last, 1 - DEFAULT_DAYS)
  if (first > last || daysBetween(first, last) > MAX_DAYS) throw refuse(from === undefined ? 'to' : 'from')
  return { from: first, to: last }
}

/** Weeks begin on Mondays; the first one begins with the period. */
function spansOf(zone: string, days: string[], each: Each): Span[] {
  const starts =
    each === 'hour'
      ? days.flatMap((day) => hoursOf(day, zone))
      : days.filter((day, nth) => each === 'day' || nth === 0 || isMonday(day)).map((day) => startOfDay(day, zone))
  return starts.map((ms) => ({ at: new Date(ms), local: localTimeAt(ms, zone) }))
}

/** Counts are stored by quarter hours since 1970; days and hours begin with one in every zone. */
export const quarterOf = (instant: Date): number => Math.floor(instant.getTime() / QUARTER_MS)

const refuse = (field: string) => new Problem('invalid-input', { where: 'query', field })
