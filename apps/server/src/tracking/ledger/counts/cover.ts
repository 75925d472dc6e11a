/**
 * Which rows of sums a range of time is made of. Pure. Sums are kept of several spans, each beginning where its number
 * of quarters of an hour divides by it. Long ones may begin too early or end too late: what is too much is taken off
 * again. What is left over is counted in quarters.
 */
const HOURS = 16
/** In quarters: of contacts and files, also where told apart by country, and of countries. */
export const SPANS = {
  all: [384, 1_536, 6_144, 24_576],
  inCountry: [384, 6_144],
  country: [HOURS, 384, 6_144],
} as const
/** Where quarters are no sums, the single rows of a day cost about as much as one row of sums. */
const QUARTERS_A_ROW = 96

/** Rows of one span that begin from `from` on and before `to`. */
export interface TimeRange {
  span: number
  from: number
  to: number
}
/** Added, or taken off. */
export interface SignedRange extends TimeRange {
  sign: 1 | -1
}

/**
 * Half open, in quarters. What ends after `now` is covered beyond its end by spans that have begun: what lies there,
 * put by a clock that ran ahead, is taken off singly, and is hardly ever anything.
 */
export function cover(from: number, to: number, now: number, kind: keyof typeof SPANS): SignedRange[] {
  const soon = now + 1
  const rowsIn = (ranges: readonly TimeRange[]) =>
    ranges.reduce((sum, { span, from: first, to: last }) => {
      const quarters = Math.max(0, Math.min(last, soon) - first)
      return sum + (span === 1 && kind !== 'country' ? quarters / QUARTERS_A_ROW : Math.ceil(quarters / span))
    }, 0)

  /** By the shortest of the spans alone, or by it at both ends and longer ones between: whatever is fewer rows. */
  const coverBy = ([span = 1, ...longer]: readonly number[], first: number, last: number): SignedRange[] => {
    const isOpen = last === Number.POSITIVE_INFINITY
    const plain = between(span, first, isOpen ? Math.ceil(soon / span) * span : last)
    const [next] = longer
    if (next === undefined) return plain
    const [begins, ends] = [Math.round(first / next) * next, Math.round(last / next) * next]
    if (begins >= ends) return plain
    const mixed = [
      ...between(span, first, begins),
      ...coverBy(longer, begins, ends),
      ...(isOpen ? [] : between(span, ends, last)),
    ]
    return rowsIn(mixed) < rowsIn(plain) ? mixed : plain
  }
  if (from >= to) return []
  if (to <= now || from > now) return coverBy([1, ...SPANS[kind]], from, to)
  const open = coverBy([1, ...SPANS[kind]], from, Number.POSITIVE_INFINITY)
  return [...open, ...between(1, Math.max(...open.map((range) => range.to)), to)]
}

/** Of a day or a week: half open, in quarters, and nothing beyond. */
export function coverShort(from: number, to: number): TimeRange[] {
  const [first, last] = [Math.ceil(from / HOURS) * HOURS, Math.floor(to / HOURS) * HOURS]
  const ranges = [
    { span: 1, from, to: Math.min(first, to) },
    { span: HOURS, from: first, to: last },
    { span: 1, from: Math.max(first, last), to },
  ]
  return ranges.filter((range) => range.from < range.to)
}

/** From one to the other, taken off where that is backwards. */
function between(span: number, one: number, other: number): SignedRange[] {
  if (one === other) return []
  return one < other ? [{ span, from: one, to: other, sign: 1 }] : [{ span, from: other, to: one, sign: -1 }]
}
