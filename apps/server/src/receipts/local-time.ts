const formats = new Map<string, Intl.DateTimeFormat | null>()

/** '2026-11-20T19:32:05.120+05:30': the instant on a zone's clock; null for no zone, or one this runtime does not know. */
export function localTime(at: Date, timeZone: string | null): string | null {
  const format = timeZone === null ? null : formatOf(timeZone)
  if (format === null) return null
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]))
  const [year, month, day, hour, minute, second, part] = (
    ['year', 'month', 'day', 'hour', 'minute', 'second', 'fractionalSecond'] as const
  ).map((type) => parts.get(type))
  const offset = (parts.get('timeZoneName') ?? '').replace('GMT', '') || '+00:00'
  return `${year}-${month}-${day}T${hour}:${minute}:${second}.${part}${offset}`
}

function formatOf(timeZone: string): Intl.DateTimeFormat | null {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  const format = makeFormat(timeZone)
  formats.set(timeZone, format)
  return format
}

function makeFormat(timeZone: string): Intl.DateTimeFormat | null {
  const twoDigits = { month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const
  const others = { year: 'numeric', fractionalSecondDigits: 3, hourCycle: 'h23', timeZoneName: 'longOffset' } as const
  try {
    return new Intl.DateTimeFormat('en-US', { ...twoDigits, ...others, timeZone })
  } catch {
    return null
  }
}
