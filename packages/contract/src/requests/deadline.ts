/**
 * Deadlines are written as people say them, a local date and time without a zone ('2027-03-28T02:30'), and become an
 * instant in the zone of the person who must keep them. Where the clocks change the later reading applies: nobody is
 * late for an hour that came twice, or for one that never came.
 */
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** The zone whose clocks are ahead of all others. */
const FIRST_ZONE = 'Etc/GMT-14'

/** When people may get mail, in hours of their own day. */
const MORNING_HOUR = 9
const EVENING_HOUR = 19

const LOCAL = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})$/

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'iso8601',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formats.set(zone, format)
  return format
}

/** Whether this runtime knows the zone by an IANA name; an offset such as '+08:00' does not count. */
export function isTimeZone(zone: string): boolean {
  if (!/^[A-Za-z][\w+/-]{0,63}$/.test(zone)) return false
  try {
    formatOf(zone)
    return true
  } catch {
    return false
  }
}

/**
 * The local time read as if it were UTC, in epoch ms; null for a date that no calendar has, or outside 2000 to 2199.
 */
function localMs(local: string): number | null {
  const match = LOCAL.exec(local)
  if (match === null) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = match.slice(1).map(Number)
  if (year < 2000 || year > 2199 || hour > 23 || minute > 59) return null
  const ms = Date.UTC(year, month - 1, day, hour, minute)
  return new Date(ms).toISOString().startsWith(local) ? ms : null
}

/** 'YYYY-MM-DDTHH:mm', a minute that a calendar has, in the years 2000 to 2199. */
export const isLocalTime = (local: string): boolean => localMs(local) !== null

/** How far the zone's clocks are ahead of UTC at the instant, in ms. */
function offsetAt(ms: number, zone: string): number {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
  const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return shown - Math.floor(ms / 1_000) * 1_000
}

/**
 * The instant at which clocks of `zone` show `local`, in epoch ms. A time that occurs twice gives the second instant; a
 * skipped one is as far after the change as it was meant to be after the time before.
 *
 * @throws RangeError for an invalid local time or zone
 */
export function deadlineInstant(local: string, zone: string): number {
  const asUtc = localMs(local)
  if (asUtc === null || !isTimeZone(zone)) throw new RangeError('no local time, or no zone')
  const offsets = [-36, -24, -12, 0, 12, 24, 36].map((hours) => offsetAt(asUtc + hours * HOUR_MS, zone))
  const readings = [...new Set(offsets)].map((offset) => asUtc - offset)
  const shown = readings.filter((ms) => ms + offsetAt(ms, zone) === asUtc)
  return Math.max(...(shown.length > 0 ? shown : readings))
}

/**
 * Whether a deadline lies ahead for everybody: the instant itself, or, where each supplier has it in their own zone,
 * that of the first zone to reach it, since the suppliers' zones are not known yet.
 */
export function liesAhead(
  { at, zone, rule }: { at: string; zone: string; rule: 'fixed' | 'supplier' },
  nowMs: number,
): boolean {
  return deadlineInstant(at, rule === 'supplier' ? FIRST_ZONE : zone) > nowMs
}

/** What clocks of the zone show at the instant, 'YYYY-MM-DDTHH:mm'. */
export function localTimeAt(ms: number, zone: string): string {
  return new Date(ms + offsetAt(ms, zone)).toISOString().slice(0, 16)
}

/** Whether people of the zone may get mail at the instant: from nine in the morning to seven in the evening. */
export function isDaytime(ms: number, zone: string): boolean {
  const hour = Number(localTimeAt(ms, zone).slice(11, 13))
  return hour >= MORNING_HOUR && hour < EVENING_HOUR
}

/** Nine in the morning of the zone, `days` after its day at the instant. */
function morning(ms: number, zone: string, days: number): number {
  const day = Date.parse(`${localTimeAt(ms, zone).slice(0, 10)}T00:00Z`) + days * DAY_MS
  const hour = String(MORNING_HOUR).padStart(2, '0')
  return deadlineInstant(`${new Date(day).toISOString().slice(0, 10)}T${hour}:00`, zone)
}

/** The instant itself by day, else the next morning. */
export function nextDaytime(ms: number, zone: string): number {
  if (isDaytime(ms, zone)) return ms
  const today = morning(ms, zone, 0)
  return today > ms ? today : morning(ms, zone, 1)
}

export interface Reminder {
  atMs: number
  /** 'soon' before the deadline, 'late' once it has passed. */
  kind: 'soon' | 'late'
}

/**
 * When a supplier who has not answered gets reminders, earliest first: on the morning of the day that is each of `days`
 * before the deadline's, where that is before the deadline; and once after it has passed, by day.
 */
export function remindersOf(dueMs: number, zone: string, days: readonly number[]): Reminder[] {
  const before = [...new Set(days)]
    .sort((one, other) => other - one)
    .map((count): Reminder => ({ atMs: morning(dueMs, zone, -count), kind: 'soon' }))
    .filter(({ atMs }) => atMs < dueMs)
  return [...before, { atMs: nextDaytime(dueMs, zone), kind: 'late' }]
}

/** The first reminder after an instant; null where none remains. */
export function nextReminder(dueMs: number, zone: string, days: readonly number[], afterMs: number): Reminder | null {
  return remindersOf(dueMs, zone, days).find(({ atMs }) => atMs > afterMs) ?? null
}
