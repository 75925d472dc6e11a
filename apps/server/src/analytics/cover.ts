/**
 * Which rows of sums a stretch of time is made of. Pure. Sums are kept of 64 days, of 8 days and, of what is not told apart
 * by contact or file, of 4 hours, each beginning where its number of quarters of an hour divides by its span; what is left
 * over at both ends is counted in quarters.
 */
const LONG = [6_144, 768] as const
const LARGEST = LONG[0]
const HOURS = 16

/** Rows of one span that begin from `from` on and before `to`. */
export interface Stretch {
  span: number
  from: number
  to: number
}

/**
 * Half open, in quarters; with `hasHours` also of 4 hours. What ends after `now` is covered to its end and beyond: nothing
 * lies there.
 */
export function cover(from: number, to: number, now: number, hasHours: boolean): Stretch[] {
  const spans = hasHours ? [...LONG, HOURS] : LONG
  return coverBy(spans, from, to > now ? Math.ceil(to / LARGEST) * LARGEST : to)
}

/** Of a day or a week: half open, in quarters, and nothing beyond. */
export const coverShort = (from: number, to: number): Stretch[] => coverBy([HOURS], from, to)

function coverBy([span, ...smaller]: readonly number[], from: number, to: number): Stretch[] {
  if (from >= to) return []
  if (span === undefined) return [{ span: 1, from, to }]
  const [first, last] = [Math.ceil(from / span) * span, Math.floor(to / span) * span]
  if (first >= last) return coverBy(smaller, from, to)
  return [...coverBy(smaller, from, first), { span, from: first, to: last }, ...coverBy(smaller, last, to)]
}
