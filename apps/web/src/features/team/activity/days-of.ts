import { wallTime } from '../../../shared/time/clock.ts'

/** Entries of one day, as clocks of a zone show it. */
export interface Day<Entry> {
  /** 'YYYY-MM-DD'. */
  day: string
  entries: Array<Entry & { time: string }>
}

/** Groups entries by their days in a zone, in their order, each with its time of day. Pure. */
export function daysOf<Entry extends { at: string }>(entries: readonly Entry[], timeZone: string): Array<Day<Entry>> {
  const days: Array<Day<Entry>> = []
  for (const entry of entries) {
    const shown = wallTime(entry.at, timeZone)
    const [day, time] = [shown.slice(0, 10), shown.slice(11, 16)]
    if (days.at(-1)?.day !== day) days.push({ day, entries: [] })
    days.at(-1)?.entries.push({ ...entry, time })
  }
  return days
}
