import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cover } from './cover.ts'

const quarter = fc.integer({ min: 1_900_000, max: 2_000_000 })

test('what lies behind is covered once, by whole rows', () => {
  fc.assert(
    fc.property(quarter, quarter, (one, other) => {
      const [from, to] = [Math.min(one, other), Math.max(one, other)]
      const stretches = cover(from, to, 2_000_000).sort((left, right) => left.from - right.from)
      let at = from
      for (const { span, from: first, to: last } of stretches) {
        expect([first, first % span, last % span]).toEqual([at, 0, 0])
        expect(last).toBeGreaterThan(first)
        at = last
      }
      expect(at).toBe(to)
    }),
  )
})

test('a year up to now is few rows and less than eight days singly', () => {
  const now = 1_994_321
  const stretches = cover(now - 365 * 96, now + 40, now)
  const single = stretches.filter(({ span }) => span === 1)
  expect(single.reduce((sum, { from, to }) => sum + to - from, 0)).toBeLessThan(768)
  expect(Math.max(...stretches.map(({ to }) => to))).toBeGreaterThan(now)
  expect(stretches.length).toBeLessThan(6)
})

test('nothing is covered by nothing', () => expect(cover(10, 10, 100)).toEqual([]))
