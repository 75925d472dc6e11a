import { expect, test } from 'vitest'
import { localTime } from './local-time.ts'
import { readableTime } from './page/readable-time.ts'

const summer = new Date('2026-06-30T20:15:07.045Z')

test.each([
  [
    'Asia/Kolkata',
    '2026-07-01T01:45:07.045+05:30',
    '1 Jul 2026, 01:45:07 UTC+5:30',
    '2026年7月1日 01:45:07（UTC+5:30）',
  ],
  [
    'America/New_York',
    '2026-06-30T16:15:07.045-04:00',
    '30 Jun 2026, 16:15:07 UTC-4',
    '2026年6月30日 16:15:07（UTC-4）',
  ],
  ['UTC', '2026-06-30T20:15:07.045+00:00', '30 Jun 2026, 20:15:07 UTC', '2026年6月30日 20:15:07（UTC）'],
])('%s', (zone, local, english, chinese) => {
  const told = localTime(summer, zone)
  expect(told).toBe(local)
  expect(new Date(told ?? '')).toEqual(summer)
  expect(readableTime(told ?? '', 'en')).toBe(english)
  expect(readableTime(told ?? '', 'zh')).toBe(chinese)
})

test.each([
  ['2026-03-29T00:59:59.999Z', '2026-03-29T01:59:59.999+01:00'],
  ['2026-03-29T01:00:00.000Z', '2026-03-29T03:00:00.000+02:00'],
  ['2026-10-25T00:59:59.999Z', '2026-10-25T02:59:59.999+02:00'],
  ['2026-10-25T01:00:00.000Z', '2026-10-25T02:00:00.000+01:00'],
])('%s, when Berlin changes its clocks', (utc, local) => {
  expect(localTime(new Date(utc), 'Europe/Berlin')).toBe(local)
})

test('shows no clock for no zone or an invalid one', () => {
  expect(localTime(summer, null)).toBeNull()
  expect(localTime(summer, 'Mars/Olympus')).toBeNull()
})

test('shows midnight as 00, and UTC as such', () => {
  expect(localTime(new Date('2026-01-01T00:00:00Z'), 'UTC')).toBe('2026-01-01T00:00:00.000+00:00')
  expect(readableTime('2026-01-01T00:00:00.000Z', 'en')).toBe('1 Jan 2026, 00:00:00 UTC')
})
