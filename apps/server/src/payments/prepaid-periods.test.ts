import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyLosses, type PaidPeriod } from './prepaid-periods.ts'

const DAY = 86_400_000
const day = (nth: number) => new Date(Date.UTC(2026, 0, 1) + nth * DAY)
/** Periods of 30 days, each after the one before. */
const periods = (count: number): PaidPeriod[] =>
  Array.from({ length: count }, (_, nth) => ({
    session: String(nth),
    startsAt: day(30 * nth),
    endsAt: day(30 * (nth + 1)),
    paidCents: 3_000,
    lostCents: 0,
    lostSeconds: 0,
  }))
const spans = (list: readonly PaidPeriod[]) =>
  list.map(({ session, startsAt, endsAt }) => [
    session,
    Math.round((+startsAt - +day(0)) / DAY),
    Math.round((+endsAt - +day(0)) / DAY),
  ])

const lost = (cents: Record<string, number>) => new Map(Object.entries(cents))

test.each([
  ['nothing', {}, []],
  [
    'all of the period that runs',
    { 0: 3_000 },
    [
      ['0', 0, 10],
      ['1', 10, 40],
      ['2', 40, 70],
    ],
  ],
  [
    'a third of the period that runs',
    { 0: 1_000 },
    [
      ['0', 0, 20],
      ['1', 20, 50],
      ['2', 50, 80],
    ],
  ],
  [
    'more than is left of the period that runs',
    { 0: 2_700 },
    [
      ['0', 0, 10],
      ['1', 10, 40],
      ['2', 40, 70],
    ],
  ],
  [
    'all of one that has not begun',
    { 1: 3_000 },
    [
      ['1', 30, 30],
      ['2', 30, 60],
    ],
  ],
  ['half of the last', { 2: 1_500 }, [['2', 60, 75]]],
  ['more than was paid', { 2: 9_000 }, [['2', 60, 60]]],
])('%s is taken off on the tenth day', (_title, cents, expected) => {
  expect(spans(applyLosses(periods(3), lost(cents), day(10)))).toEqual(expected)
})

test('a dispute that is won gives the time back from the day on which it is won', () => {
  const [ended] = applyLosses(periods(1), lost({ 0: 3_000 }), day(10)) as [PaidPeriod]
  expect(spans([ended])).toEqual([['0', 0, 10]])
  expect(spans(applyLosses([ended], lost({ 0: 0 }), day(100)))).toEqual([['0', 100, 120]])
})

test('time that comes back follows the period that runs by then', () => {
  const [ended, next] = applyLosses(periods(2), lost({ 0: 3_000 }), day(10)) as [PaidPeriod, PaidPeriod]
  expect(spans([ended, next])).toEqual([
    ['0', 0, 10],
    ['1', 10, 40],
  ])
  expect(spans(applyLosses([ended, next], lost({ 0: 0 }), day(15)))).toEqual([['0', 40, 60]])
})

test('part of a dispute that is won gives back its part', () => {
  const [cut] = applyLosses(periods(1), lost({ 0: 1_000 }), day(10)) as [PaidPeriod]
  expect(spans(applyLosses([cut], lost({ 0: 500 }), day(12)))).toEqual([['0', 0, 25]])
})

test('any losses leave no gap, no overlap and no period longer than it was, and doing it again changes nothing', () => {
  const losses = fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 4_000 })), {
    maxLength: 6,
  })
  fc.assert(
    fc.property(losses, fc.integer({ min: 0, max: 60 }), (steps, from) => {
      let all = periods(4)
      for (const [nth, [which, cents]] of steps.entries()) {
        const now = day(from + nth)
        const change = lost({ [which]: cents })
        const changed = applyLosses(all, change, now)
        all = all.map((one) => changed.find(({ session }) => session === one.session) ?? one)
        expect(applyLosses(all, change, now)).toEqual([])
        const coming = all.filter(({ endsAt }) => endsAt > now).sort((a, b) => +a.startsAt - +b.startsAt)
        for (const [at, { startsAt, endsAt }] of coming.entries()) {
          expect(+endsAt).toBeGreaterThan(+startsAt)
          const next = coming[at + 1]
          if (next) expect(Math.abs(+next.startsAt - +endsAt)).toBeLessThanOrEqual(1)
        }
        for (const { startsAt, endsAt, lostCents, paidCents } of all) {
          expect(+endsAt - +startsAt).toBeLessThanOrEqual(30 * DAY + 10_000)
          expect(lostCents).toBeLessThanOrEqual(paidCents)
        }
        const total = coming.reduce((sum, one) => sum + (+one.endsAt - Math.max(+one.startsAt, +now)), 0)
        expect(total).toBeLessThanOrEqual(120 * DAY)
      }
    }),
  )
})
