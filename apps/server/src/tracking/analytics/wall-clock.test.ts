import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, daysBetween, quarterOf, WallClock } from './wall-clock.ts'

const HOUR_MS = 3_600_000

test.each([
  ['UTC', '2026-03-29', '2026-03-29T00:00:00Z', 24],
  [null, '2026-03-29', '2026-03-29T00:00:00Z', 24],
  ['Mars/Olympus', '2026-03-29', '2026-03-29T00:00:00Z', 24],
  ['Europe/London', '2026-03-28', '2026-03-28T00:00:00Z', 24],
  ['Europe/London', '2026-03-29', '2026-03-29T00:00:00Z', 23],
  ['Europe/London', '2026-10-25', '2026-10-24T23:00:00Z', 25],
  ['America/New_York', '2026-03-08', '2026-03-08T05:00:00Z', 23],
  ['America/New_York', '2026-11-01', '2026-11-01T04:00:00Z', 25],
  ['Asia/Kolkata', '2026-11-20', '2026-11-19T18:30:00Z', 24],
  ['Asia/Kathmandu', '2026-11-20', '2026-11-19T18:15:00Z', 24],
  // Half an hour back on 5 April, half an hour forward on 4 October.
  ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00Z', 24.5],
  ['Australia/Lord_Howe', '2026-10-04', '2026-10-03T13:30:00Z', 23.5],
  // An hour back for Ramadan, and forward again after it.
  ['Africa/Casablanca', '2026-02-15', '2026-02-14T23:00:00Z', 25],
  ['Africa/Casablanca', '2026-03-22', '2026-03-22T00:00:00Z', 23],
  // Midnight is skipped: the day begins at one.
  ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00Z', 23],
  // Midnight occurs twice: the day begins with the first.
  ['America/Havana', '2026-11-01', '2026-11-01T04:00:00Z', 25],
])('in %s begins %s at %s with %s hours', (zone, day, begins, hours) => {
  const clock = WallClock.of(zone)
  expect(clock.startOf(day)).toEqual(new Date(begins))
  expect((clock.startOf(addDays(day, 1)).getTime() - Date.parse(begins)) / HOUR_MS).toBe(hours)
})

test.each([
  ['Europe/London', '2026-03-29', 23, ['00:00', '02:00', '03:00']],
  ['Europe/London', '2026-10-25', 25, ['00:00', '01:00', '01:00', '02:00']],
  ['America/New_York', '2026-03-08', 23, ['00:00', '01:00', '03:00']],
  ['America/New_York', '2026-11-01', 25, ['00:00', '01:00', '01:00', '02:00']],
  ['Asia/Kolkata', '2026-11-20', 24, ['00:00', '01:00', '02:00']],
  ['Asia/Kathmandu', '2026-11-20', 24, ['00:00', '01:00', '02:00']],
  ['Australia/Lord_Howe', '2026-04-05', 25, ['00:00', '01:00', '01:30', '02:00']],
  ['Australia/Lord_Howe', '2026-10-04', 24, ['00:00', '01:00', '02:30', '03:00']],
  ['Africa/Casablanca', '2026-02-15', 25, ['00:00', '01:00', '02:00', '02:00', '03:00']],
  ['Africa/Cairo', '2026-04-24', 23, ['01:00', '02:00']],
])('in %s shows %s in %i hours', (zone, day, count, first) => {
  const hours = WallClock.of(zone).hoursOf(day)
  expect(hours).toHaveLength(count)
  expect(hours.slice(0, first.length).map(({ local }) => local.slice(11))).toEqual(first)
})

const zones = Intl.supportedValuesOf('timeZone')

test('has consecutive days in every zone, which begin with a quarter and show their own date', () => {
  fc.assert(
    fc.property(fc.constantFrom(...zones), fc.integer({ min: 0, max: 1_800 }), (zone, nth) => {
      const clock = WallClock.of(zone)
      const day = addDays('2024-01-01', nth)
      const [from, to] = [clock.startOf(day), clock.startOf(addDays(day, 1))]
      expect(quarterOf(from) * 900_000).toBe(from.getTime())
      expect(clock.dayOf(from)).toBe(day)
      expect(clock.dayOf(new Date(from.getTime() - 1)) < day).toBe(true)
      const hours = (to.getTime() - from.getTime()) / HOUR_MS
      expect(hours).toBeGreaterThanOrEqual(22)
      expect(hours).toBeLessThanOrEqual(26)
      const starts = clock.hoursOf(day).map(({ at }) => at.getTime())
      expect(starts[0]).toBe(from.getTime())
      expect(starts).toEqual([...starts].sort((one, other) => one - other))
    }),
    { numRuns: 400 },
  )
})

test('counts days including both ends', () => {
  expect(daysBetween('2026-02-27', '2026-03-01')).toBe(3)
  expect(daysBetween('2026-02-27', '2026-02-27')).toBe(1)
})
