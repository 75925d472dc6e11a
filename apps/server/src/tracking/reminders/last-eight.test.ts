import { expect, test } from 'vitest'
import { lastEight } from './last-eight.ts'

test.each([
  ['UTC', '2026-11-20T08:00:00Z', '2026-11-20T08:00:00Z'],
  ['UTC', '2026-11-20T07:59:59Z', '2026-11-19T08:00:00Z'],
  [null, '2026-11-20T23:00:00Z', '2026-11-20T08:00:00Z'],
  ['Mars/Olympus', '2026-11-20T23:00:00Z', '2026-11-20T08:00:00Z'],
  ['Asia/Shanghai', '2026-11-20T00:00:00Z', '2026-11-20T00:00:00Z'],
  ['Asia/Shanghai', '2026-11-19T23:59:00Z', '2026-11-19T00:00:00Z'],
  ['Asia/Kolkata', '2026-11-20T02:29:59Z', '2026-11-19T02:30:00Z'],
  ['Asia/Kolkata', '2026-11-20T02:30:00Z', '2026-11-20T02:30:00Z'],
  ['Pacific/Kiritimati', '2026-01-01T00:00:00Z', '2025-12-31T18:00:00Z'],
  ['Pacific/Niue', '2026-01-01T00:00:00Z', '2025-12-31T19:00:00Z'],
  ['Asia/Kathmandu', '2026-03-01T02:15:00Z', '2026-03-01T02:15:00Z'],
  // Clocks went forward on 8 March and back on 1 November 2026.
  ['America/New_York', '2026-03-08T12:00:00Z', '2026-03-08T12:00:00Z'],
  ['America/New_York', '2026-03-08T11:59:00Z', '2026-03-07T13:00:00Z'],
  ['America/New_York', '2026-11-01T12:59:00Z', '2026-10-31T12:00:00Z'],
  ['America/New_York', '2026-11-01T13:00:00Z', '2026-11-01T13:00:00Z'],
])('in %s at %s it was eight at %s', (zone, now, expected) => {
  expect(lastEight(new Date(now), zone)).toEqual(new Date(expected))
})

/**
 * Every hour of the months in which clocks change, and every fifth hour of the others, which covers each hour of the
 * day.
 */
const stepAt = (at: number) => ([2, 3, 8, 9].includes(new Date(at).getUTCMonth()) ? 1 : 5)

test('is at most 25 hours ago, never ahead, and shows eight, in every hour of a year', () => {
  for (const zone of ['Europe/London', 'Australia/Lord_Howe', 'America/Santiago', 'Asia/Shanghai']) {
    const clock = new Intl.DateTimeFormat('en', {
      timeZone: zone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    for (let at = Date.UTC(2026, 0, 1, 0, 29); at < Date.UTC(2027, 0, 1); at += stepAt(at) * 3_600_000) {
      const eight = lastEight(new Date(at), zone)
      expect(at - eight.getTime()).toBeGreaterThanOrEqual(0)
      expect(at - eight.getTime()).toBeLessThan(25 * 3_600_000)
      expect(clock.format(eight)).toBe('08:00')
    }
  }
})
