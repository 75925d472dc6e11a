/** Entries of one day, as clocks of a zone show it. */
export interface Day<Entry> {
  /** 'YYYY-MM-DD'. */
  day: string
  entries: Array<Entry & { time: string }>
}

/** Groups entries by their days in a zone, in their order, each with its time of day. Pure. */
export function daysOf<Entry extends { at: string }>(entries: readonly Entry[], timeZone: string): Array<Day<Entry>> {
  const clock = clockOf(timeZone)
  const days: Array<Day<Entry>> = []
  for (const entry of entries) {
    const parts = new Map(clock.formatToParts(new Date(entry.at)).map(({ type, value }) => [type, value]))
    const day = ['year', 'month', 'day'].map((part) => parts.get(part as 'day')).join('-')
    if (days.at(-1)?.day !== day) days.push({ day, entries: [] })
    days.at(-1)?.entries.push({ ...entry, time: `${parts.get('hour')}:${parts.get('minute')}` })
  }
  return days
}

const fields = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const

/** A browser may know fewer zones than the server. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-GB', { ...fields, timeZone })
  } catch {
    return new Intl.DateTimeFormat('en-GB', { ...fields, timeZone: 'UTC' })
  }
}
