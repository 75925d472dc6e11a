/**
 * What pages compute with time zones. It agrees with `@waybill/contract/core/zoned-time`, which stands on a library that
 * weighs too much for a page; the test holds this file to that one.
 */
const HOUR_MS = 3_600_000

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

/** Whether this browser knows the zone by an IANA name; an offset such as '+08:00' is none. */
export function isTimeZone(zone: string): boolean {
  if (!/^[A-Za-z][\w+/-]{0,63}$/.test(zone)) return false
  try {
    formatOf(zone)
    return true
  } catch {
    return false
  }
}

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
 * The instant at which clocks of `zone` show `local` ('YYYY-MM-DDTHH:mm'), in epoch ms. Shown twice, the second time;
 * skipped, as far behind the change as it was meant to be behind the time before.
 *
 * @throws RangeError for a zone that this browser does not know
 */
export function instantOf(local: string, zone: string): number {
  const asUtc = Date.parse(`${local}Z`)
  const offsets = [-36, -24, -12, 0, 12, 24, 36].map((hours) => offsetAt(asUtc + hours * HOUR_MS, zone))
  const readings = [...new Set(offsets)].map((offset) => asUtc - offset)
  const shown = readings.filter((ms) => ms + offsetAt(ms, zone) === asUtc)
  return Math.max(...(shown.length > 0 ? shown : readings))
}

/** What clocks of the zone show at the instant, 'YYYY-MM-DDTHH:mm'. */
export function localTimeAt(ms: number, zone: string): string {
  return new Date(ms + offsetAt(ms, zone)).toISOString().slice(0, 16)
}
