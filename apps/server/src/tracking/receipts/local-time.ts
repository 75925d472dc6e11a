/** Zones only change their offsets at these moments. */
const QUARTER_MS = 900_000
/** A receipt covers days; this is three months. */
const MOST_KEPT = 10_000

/** A zone and its offsets: computing an offset is the expensive part, and thousands of entries are in the same hour. */
interface Clock {
  format: Intl.DateTimeFormat
  offsets: Map<number, string>
}

const clocks = new Map<string, Clock | null>()

/** '2026-11-20T19:32:05.120+05:30': the instant on a zone's clock; null for no zone, or one unknown to this runtime. */
export function localTime(at: Date, timeZone: string | null): string | null {
  const clock = timeZone === null ? null : clockOf(timeZone)
  if (clock === null) return null
  const offset = offsetAt(at, clock)
  const [, sign, hours, minutes, seconds = '0'] = /^([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(offset) ?? []
  const ahead = (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * (sign === '-' ? -1_000 : 1_000)
  return new Date(at.getTime() + ahead).toISOString().replace('Z', offset)
}

/** '+05:30'. */
function offsetAt(at: Date, { format, offsets }: Clock): string {
  const quarter = Math.floor(at.getTime() / QUARTER_MS)
  const known = offsets.get(quarter)
  if (known !== undefined) return known
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const offset = name.replace('GMT', '') || '+00:00'
  if (offsets.size >= MOST_KEPT) offsets.clear()
  offsets.set(quarter, offset)
  return offset
}

function clockOf(timeZone: string): Clock | null {
  const known = clocks.get(timeZone)
  if (known !== undefined) return known
  const made = makeClock(timeZone)
  clocks.set(timeZone, made)
  return made
}

function makeClock(timeZone: string): Clock | null {
  try {
    return { format: new Intl.DateTimeFormat('en-US', { timeZoneName: 'longOffset', timeZone }), offsets: new Map() }
  } catch {
    return null
  }
}
