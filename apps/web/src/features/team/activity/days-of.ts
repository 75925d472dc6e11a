import { isTimeZone, localTimeAt } from '../../../shared/time/zones.ts'

/** Entries of one day, as clocks of a zone show it. */
export interface Day<Entry> {
  /** 'YYYY-MM-DD'. */
  day: string
  entries: Array<Entry & { time: string }>
}

/** Groups entries by their days in a zone, in their order, each with its time of day. Pure. */
export function daysOf<Entry extends { at: string }>(entries: readonly Entry[], timeZone: string): Array<Day<Entry>> {
  // A browser may know fewer zones than the server.
  const zone = isTimeZone(timeZone) ? timeZone : 'UTC'
  const days: Array<Day<Entry>> = []
  for (const entry of entries) {
    const [day = '', time = ''] = localTimeAt(Date.parse(entry.at), zone).split('T')
    if (days.at(-1)?.day !== day) days.push({ day, entries: [] })
    days.at(-1)?.entries.push({ ...entry, time })
  }
  return days
}
