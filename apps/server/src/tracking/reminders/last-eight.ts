/** The last time it was eight in the morning in a zone. Pure: considers clock changes in between. */
const HOUR = 8
const DAY_MS = 86_400_000

/** @param timeZone an IANA name; null and zones unknown to this runtime count as UTC */
export function lastEight(now: Date, timeZone: string | null): Date {
  const clock = clockOf(timeZone)
  const wall = now.getTime() + offsetOf(clock, now.getTime())
  const midnight = Math.floor(wall / DAY_MS) * DAY_MS
  const today = instantOf(clock, midnight + HOUR * 3_600_000)
  return new Date(today <= now.getTime() ? today : instantOf(clock, midnight - DAY_MS + HOUR * 3_600_000))
}

/** The instant at which the wall clock, read as if it were UTC, shows `wall`. */
function instantOf(clock: Intl.DateTimeFormat, wall: number): number {
  const near = wall - offsetOf(clock, wall)
  return wall - offsetOf(clock, near)
}

/** How far the wall clock is ahead of UTC at an instant, in milliseconds. */
function offsetOf(clock: Intl.DateTimeFormat, instant: number): number {
  const parts = new Map(clock.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
  const wall = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))
  return wall - Math.floor(instant / 1_000) * 1_000
}

function clockOf(timeZone: string | null): Intl.DateTimeFormat {
  const fields = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const
  const options = { ...fields, second: '2-digit', hourCycle: 'h23' } as const
  try {
    return new Intl.DateTimeFormat('en', { ...options, timeZone: timeZone ?? 'UTC' })
  } catch {
    return new Intl.DateTimeFormat('en', { ...options, timeZone: 'UTC' })
  }
}
