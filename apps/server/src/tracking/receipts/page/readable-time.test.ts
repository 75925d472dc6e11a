import { offsetTimeAt } from '@waybill/contract/core/zoned-time'
import { expect, test } from 'vitest'
import { plainTime, readableTime } from './readable-time.ts'

const summer = Date.parse('2026-06-30T20:15:07.045Z')

test.each([
  ['Asia/Kolkata', '1 Jul 2026, 01:45:07 UTC+5:30', '2026年7月1日 01:45:07（UTC+5:30）'],
  ['America/New_York', '30 Jun 2026, 16:15:07 UTC-4', '2026年6月30日 16:15:07（UTC-4）'],
  ['UTC', '30 Jun 2026, 20:15:07 UTC', '2026年6月30日 20:15:07（UTC）'],
])('%s', (zone, english, chinese) => {
  const told = offsetTimeAt(summer, zone)
  expect(readableTime(told, 'en')).toBe(english)
  expect(readableTime(told, 'zh')).toBe(chinese)
})

test('midnight is 00, and UTC is told as such', () => {
  expect(readableTime('2026-01-01T00:00:00.000Z', 'en')).toBe('1 Jan 2026, 00:00:00 UTC')
  expect(plainTime('2026-01-01T00:00:00.000Z')).toBe('2026-01-01 00:00:00Z')
})
