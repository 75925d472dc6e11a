import { describe, expect, it } from 'vitest'
import { nextMonthUtc } from './next-month-utc.ts'

describe('the next month', () => {
  it.each([
    ['2026-03-02T09:00:00Z', '2026-04-01T00:00:00.000Z'],
    ['2026-12-31T23:59:59Z', '2027-01-01T00:00:00.000Z'],
    ['2024-01-31T00:00:00+09:00', '2024-02-01T00:00:00.000Z'],
    ['2026-04-01T00:00:00Z', '2026-05-01T00:00:00.000Z'],
  ])('after %s begins at %s', (now, next) => {
    expect(new Date(nextMonthUtc(Date.parse(now))).toISOString()).toBe(next)
  })
})
