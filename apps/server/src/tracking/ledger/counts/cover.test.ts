import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cover, coverShort, type SignedRange, SPANS, type TimeRange } from './cover.ts'

const NOW = 1_994_321
const DAY = 96
const quarter = fc.integer({ min: 1_900_000, max: NOW + 200 })
const kinds = fc.constantFrom(...(Object.keys(SPANS) as Array<keyof typeof SPANS>))

/** How often quarters are counted, from each quarter at which that changes. */
function timesCounted(ranges: readonly SignedRange[]): Map<number, number> {
  const changes = new Map<number, number>()
  for (const { from, to, sign } of ranges) {
    changes.set(from, (changes.get(from) ?? 0) + sign)
    changes.set(to, (changes.get(to) ?? 0) - sign)
  }
  return new Map([...changes].filter(([, change]) => change !== 0).toSorted(([one], [other]) => one - other))
}

const rowsIn = (ranges: readonly TimeRange[]) =>
  ranges.reduce((sum, { span, from, to }) => sum + (span === 1 ? (to - from) / DAY : (to - from) / span), 0)

test('counts every question once and nothing else, by whole rows', () => {
  fc.assert(
    fc.property(quarter, quarter, kinds, (one, other, kind) => {
      const [from, to] = [Math.min(one, other), Math.max(one, other)]
      const ranges = cover(from, to, NOW, kind)
      for (const { span, from: first, to: last } of ranges) {
        expect([first % span, last % span]).toEqual([0, 0])
        expect(last).toBeGreaterThan(first)
        expect([1, ...SPANS[kind]]).toContain(span)
      }
      expect([...timesCounted(ranges)]).toEqual(
        from === to
          ? []
          : [
              [from, 1],
              [to, -1],
            ],
      )
    }),
    { numRuns: 1_000 },
  )
})

test('reads few rows, and few singly, for the last 7, 30, 90 or 365 days, on every day of four years', () => {
  const most = { 7: 0, 30: 0, 90: 0, 365: 0 }
  let singly = 0
  for (let day = 20_000; day < 20_000 + 1_461; day += 1) {
    for (const days of [7, 30, 90, 365] as const) {
      const ranges = cover((day + 1 - days) * DAY, (day + 1) * DAY, day * DAY + 40, 'all')
      most[days] = Math.max(most[days], rowsIn(ranges.filter(({ from }) => from <= day * DAY + 40)))
      singly = Math.max(singly, rowsIn(ranges.filter(({ span, from }) => span === 1 && from <= day * DAY + 40)))
    }
  }
  expect({ most, singly }).toEqual({ most: { 7: 4, 30: 6, 90: 7, 365: 9 }, singly: 2 })
})

test('reads a day as six rows, or five and a few quarters where its midnight lies inside one', () => {
  const counted = (from: number) =>
    coverShort(from, from + DAY).reduce((sum, { span, from: first, to }) => sum + (to - first) / span, 0)
  expect([counted(1_994_304), counted(1_994_304 - 22)]).toEqual([6, 21])
})

test('covers hours and days once, end to end', () => {
  fc.assert(
    fc.property(quarter, fc.integer({ min: 0, max: 700 }), (from, length) => {
      let at = from
      for (const range of coverShort(from, from + length)) {
        expect([range.from, range.from % range.span, range.to % range.span]).toEqual([at, 0, 0])
        at = range.to
      }
      expect(at).toBe(from + length)
    }),
  )
})

test('covers nothing with nothing', () => expect(cover(10, 10, 100, 'country')).toEqual([]))
