import { expect, test } from 'vitest'
import { type AskedPeriod, periodOf } from './period.ts'

const now = new Date('2026-11-20T23:30:00Z')
const of = (asked: AskedPeriod, zone: string | null = 'UTC') => periodOf(asked, now, zone)

test.each<[AskedPeriod, string | null, string, string, string, number]>([
  [{}, 'UTC', '2026-10-22', '2026-11-20', 'day', 30],
  [{ days: '7' }, 'UTC', '2026-11-14', '2026-11-20', 'day', 7],
  // It is already tomorrow there.
  [{ days: '7' }, 'Asia/Kolkata', '2026-11-15', '2026-11-21', 'day', 7],
  [{ days: '365' }, 'UTC', '2025-11-21', '2026-11-20', 'week', 53],
  [{ from: '2026-11-19' }, 'UTC', '2026-11-19', '2026-11-20', 'hour', 48],
  [{ from: '2026-10-25', to: '2026-10-25' }, 'Europe/London', '2026-10-25', '2026-10-25', 'hour', 25],
  [{ to: '2026-03-31' }, 'UTC', '2026-03-02', '2026-03-31', 'day', 30],
  [{ days: '30', each: 'week' }, 'UTC', '2026-10-22', '2026-11-20', 'week', 5],
  [{ days: '365', each: 'day' }, 'America/New_York', '2025-11-21', '2026-11-20', 'day', 365],
  [{ days: '7', each: 'hour' }, 'UTC', '2026-11-14', '2026-11-20', 'hour', 168],
])('reads %o in %s as %s to %s, each %s, %i of them', (asked, zone, from, to, each, count) => {
  const period = of(asked, zone)
  expect(period).toMatchObject({ from, to, each })
  expect(period.spans).toHaveLength(count)
  expect(period.endsAt.getTime()).toBeGreaterThan(period.spans.at(-1)?.at.getTime() ?? 0)
})

test('begins weeks on Mondays, except the first', () => {
  const starts = of({ days: '30', each: 'week' }).spans.map(({ local }) => local.slice(0, 10))
  expect(starts).toEqual(['2026-10-22', '2026-10-26', '2026-11-02', '2026-11-09', '2026-11-16'])
})

test.each<AskedPeriod>([
  { from: '2026-11-20', to: '2026-11-19' },
  { from: '1999-12-31', to: '2000-01-02' },
  { from: '0000-01-01' },
  { to: '9999-12-31' },
  { from: '2100-01-01', to: '2100-01-02' },
  { from: '2015-01-01', to: '2026-01-01' },
  { days: '7', from: '2026-11-01' },
  { days: '30', each: 'hour' },
  { from: '2020-01-01', to: '2024-01-01', each: 'day' },
])('refuses %o', (asked) => expect(() => of(asked)).toThrow(expect.objectContaining({ code: 'invalid-input' })))
