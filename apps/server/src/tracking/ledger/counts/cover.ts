/**
 * Which rows of sums a time range consists of. Pure. Sums have several spans, each beginning at a multiple of its
 * length in quarter hours. Long ones may begin too early or end too late: the excess is subtracted. The remainder is
 * counted in quarters.
 */
const HOURS = 16
/** In quarters: for contacts and files, the same per country, and for countries. */
export const SPANS = {
  all: [384, 1_536, 6_144, 24_576],
  inCountry: [384, 6_144],
  country: [HOURS, 384, 6_144],
} as const
/** Where there are no sums of quarters, the single rows of a day cost about as much as one row of sums. */
const QUARTERS_A_ROW = 96

/** Rows of one span that begin at `from` or later and before `to`. */
export interface TimeRange {
  span: number
  from: number
  to: number
}
/** Added, or subtracted. */
export interface SignedRange extends TimeRange {
  sign: 1 | -1
}

/**
 * Half open, in quarters. A range that ends after `now` is covered beyond its end by spans that have begun: rows there,
 * from a clock that ran ahead, are subtracted singly, and are almost always none.
 */
export function cover(from: number, to: number, now: number, kind: keyof typeof SPANS): SignedRange[] {
  const soon = now + 1
  const rowsIn = (ranges: readonly TimeRange[]) =>
    ranges.reduce((sum, { span, from: first, to: last }) => {
      const quarters = Math.max(0, Math.min(last, soon) - first)
      return sum + (span === 1 && kind !== 'country' ? quarters / QUARTERS_A_ROW : Math.ceil(quarters / span))
    }, 0)

  /** With the shortest span alone, or with it at both ends and longer ones in between: whichever takes fewer rows. */
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

/** For a day or a week: half open, in quarters, and nothing beyond. */
export function coverShort(from: number, to: number): TimeRange[] {
  const [first, last] = [Math.ceil(from / HOURS) * HOURS, Math.floor(to / HOURS) * HOURS]
  const ranges = [
    { span: 1, from, to: Math.min(first, to) },
    { span: HOURS, from: first, to: last },
    { span: 1, from: Math.max(first, last), to },
  ]
  return ranges.filter((range) => range.from < range.to)
}

/** From one to the other, subtracted where that is backwards. */
function between(span: number, one: number, other: number): SignedRange[] {
  if (one === other) return []
  return one < other ? [{ span, from: one, to: other, sign: 1 }] : [{ span, from: other, to: one, sign: -1 }]
}
