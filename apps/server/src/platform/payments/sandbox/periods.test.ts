import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, addMonths, periodEnd, restOf } from './periods.ts'

const day = (text: string) => new Date(`${text}T10:00:00.000Z`)

test.each([
  ['2028-02-29', 1, '2029-02-28'],
  ['2028-02-29', 2, '2030-02-28'],
  ['2028-02-29', 3, '2031-02-28'],
  ['2028-02-29', 4, '2032-02-29'],
  ['2096-02-29', 4, '2100-02-28'],
  ['2027-12-31', 1, '2028-12-31'],
])('%s and %d years is %s', (from, years, to) => {
  expect(periodEnd(day(from), years, 'yearly')).toEqual(day(to))
})

test.each([
  ['2027-01-31', 1, '2027-02-28'],
  ['2027-01-31', 2, '2027-03-31'],
  ['2028-01-30', 1, '2028-02-29'],
  ['2027-10-31', 4, '2028-02-29'],
  ['2027-12-15', 1, '2028-01-15'],
])('%s and %d months is %s', (from, months, to) => {
  expect(periodEnd(day(from), months, 'monthly')).toEqual(day(to))
})

test('periods follow each other without a gap, and none is shorter than 28 days', () => {
  const anchor = fc.date({ min: day('2020-01-01'), max: day('2060-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(anchor, fc.integer({ min: 0, max: 600 }), (from, count) => {
      const [one, next] = [periodEnd(from, count, 'monthly'), periodEnd(from, count + 1, 'monthly')]
      const days = (next.getTime() - one.getTime()) / 86_400_000
      expect(days).toBeGreaterThanOrEqual(28)
      expect(days).toBeLessThanOrEqual(31)
      expect(addMonths(from, 12)).toEqual(periodEnd(from, 1, 'yearly'))
    }),
    { numRuns: 200 },
  )
})

test('what is left of a span', () => {
  const [from, to] = [day('2027-01-01'), day('2027-01-31')]
  expect([restOf(from, to, from), restOf(from, to, addDays(from, 15)), restOf(from, to, to)]).toEqual([1, 0.5, 0])
  expect([restOf(from, to, addDays(from, -1)), restOf(from, to, addDays(to, 1))]).toEqual([1, 0])
})
