import { expect, test } from 'vitest'
import { daysOf } from './days-of.ts'

const entries = ['2026-11-27T16:30:00.000Z', '2026-11-27T15:59:00.000Z', '2026-11-26T23:05:00.000Z'].map((at) => ({
  at,
}))
const told = (timeZone: string) =>
  daysOf(entries, timeZone).map(({ day, entries: of }) => [day, ...of.map(({ time }) => time)])

test('groups by the days of the zone, midnight as 00:00', () => {
  expect(told('UTC')).toEqual([
    ['2026-11-27', '16:30', '15:59'],
    ['2026-11-26', '23:05'],
  ])
  expect(told('Asia/Shanghai')).toEqual([
    ['2026-11-28', '00:30'],
    ['2026-11-27', '23:59', '07:05'],
  ])
})

test('uses UTC for a zone that the browser does not know', () => {
  expect(told('Mars/Olympus')).toEqual(told('UTC'))
  expect(daysOf([], 'UTC')).toEqual([])
})
