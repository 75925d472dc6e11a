import { expect, test } from 'vitest'
import { formatDay, formatMoment, formatTime, readSame } from './times.ts'

test.each([
  ['2026-11-27T14:00:00Z', 'UTC', '27 Nov 2026', '14:00 UTC'],
  ['2026-09-01T00:00:00Z', 'Asia/Kolkata', '1 Sep 2026', '05:30 UTC+5:30'],
  ['2026-12-31T20:00:00Z', 'Asia/Hong_Kong', '1 Jan 2027', '04:00 UTC+8'],
  ['2024-02-29T12:00:00Z', 'America/Los_Angeles', '29 Feb 2024', '04:00 UTC-8'],
  ['2026-06-01T23:59:00Z', null, '1 Jun 2026', '23:59 UTC'],
  ['2026-06-01T23:59:00Z', 'Mars/Olympus', '1 Jun 2026', '23:59 UTC'],
  ['9999-12-31T23:00:00Z', 'UTC', '31 Dec 9999', '23:00 UTC'],
])('shows %s in %s as %s, %s', (instant, zone, day, time) => {
  expect(formatDay(instant, zone, 'en')).toBe(day)
  expect(formatTime(instant, zone, 'en')).toBe(time)
  expect(formatMoment(instant, zone, 'en')).toBe(`${day}, ${time}`)
})

test('Chinese days', () => {
  expect(formatDay('2026-11-07T14:00:00Z', 'UTC', 'zh')).toBe('2026年11月7日')
  expect(formatMoment('2026-11-07T14:00:00Z', 'Asia/Shanghai', 'zh')).toBe('2026年11月7日 22:00（UTC+8）')
})

test('finds that two zones show the same time', () => {
  expect(readSame('2026-06-01T12:00:00Z', 'Asia/Hong_Kong', 'Asia/Shanghai')).toBe(true)
  expect(readSame('2026-06-01T12:00:00Z', 'Asia/Hong_Kong', 'Asia/Tokyo')).toBe(false)
  expect(readSame('2026-01-01T12:00:00Z', 'Europe/London', null)).toBe(true)
  expect(readSame('2026-06-01T12:00:00Z', 'Europe/London', null)).toBe(false)
})
