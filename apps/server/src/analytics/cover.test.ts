import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cover, coverShort, type Stretch } from './cover.ts'

const quarter = fc.integer({ min: 1_900_000, max: 2_000_000 })

/** From one end to the other, each stretch of whole rows. */
function expectWhole(stretches: readonly Stretch[], from: number, to: number): void {
  let at = from
  for (const { span, from: first, to: last } of stretches.toSorted((left, right) => left.from - right.from)) {
    expect([first, first % span, last % span]).toEqual([at, 0, 0])
    expect(last).toBeGreaterThan(first)
    at = last
  }
  expect(at).toBe(to)
}

test('what lies behind is covered once, by whole rows', () => {
  fc.assert(
    fc.property(quarter, quarter, fc.boolean(), (one, other, hasHours) => {
      const [from, to] = [Math.min(one, other), Math.max(one, other)]
      expectWhole(cover(from, to, 2_000_000, hasHours), from, to)
      expectWhole(coverShort(from, to), from, to)
    }),
  )
})

test('a day is six rows, or five and a few quarters where its midnight lies between two', () => {
  const rows = (from: number) =>
    coverShort(from, from + 96).reduce((sum, { span, from, to }) => sum + (to - from) / span, 0)
  expect([rows(1_994_304), rows(1_994_304 - 22)]).toEqual([6, 21])
})

test('a year up to now is few rows and less than eight days singly', () => {
  const now = 1_994_321
  const stretches = cover(now - 365 * 96, now + 40, now, false)
  const single = stretches.filter(({ span }) => span === 1)
  expect(single.reduce((sum, { from, to }) => sum + to - from, 0)).toBeLessThan(768)
  expect(Math.max(...stretches.map(({ to }) => to))).toBeGreaterThan(now)
  expect(stretches.length).toBeLessThan(6)
})

test('nothing is covered by nothing', () => expect(cover(10, 10, 100, true)).toEqual([]))
