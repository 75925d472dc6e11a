/**
 * Deadlines are written as people say them, a local date and time without a zone ('2027-03-28T02:30'), and become an
 * instant in the zone of the person who must keep them. Where the clocks change the later reading applies: nobody is
 * late for an hour that came twice, or for one that never came.
 */
const LOCAL = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})$/

/** The zone whose clocks are ahead of all others. */
const FIRST_ZONE = 'Etc/GMT-14'

/** 'YYYY-MM-DDTHH:mm', a minute that a calendar has, in the years 2000 to 2199. */
export function isLocalTime(local: string): boolean {
  const match = LOCAL.exec(local)
  if (match === null) return false
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = match.slice(1).map(Number)
  if (year < 2000 || year > 2199 || hour > 23 || minute > 59) return false
  return new Date(Date.UTC(year, month - 1, day, hour, minute)).toISOString().startsWith(local)
}

/**
 * The zone whose clocks decide whether a deadline lies ahead for everybody: its own, or, where each supplier has it in
 * their own zone, the first zone to reach it, since the suppliers' zones are not known yet.
 */
export const firstZoneOf = ({ zone, rule }: { zone: string; rule: 'fixed' | 'supplier' }): string =>
  rule === 'supplier' ? FIRST_ZONE : zone
