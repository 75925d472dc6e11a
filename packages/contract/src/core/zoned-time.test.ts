import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addDays,
  dayAt,
  daysBetween,
  hoursOf,
  instantOf,
  isMonday,
  isTimeZone,
  localTimeAt,
  offsetName,
  offsetTimeAt,
  startOfDay,
  zoneOrUtc,
} from './zoned-time.ts'

const HOUR_MS = 3_600_000
const QUARTER_MS = 900_000

test.each([
  ['UTC', '2026-03-29', '2026-03-29T00:00:00Z', 24],
  ['Europe/London', '2026-03-28', '2026-03-28T00:00:00Z', 24],
  ['Europe/London', '2026-03-29', '2026-03-29T00:00:00Z', 23],
  ['Europe/London', '2026-10-25', '2026-10-24T23:00:00Z', 25],
  ['America/New_York', '2026-03-08', '2026-03-08T05:00:00Z', 23],
  ['America/New_York', '2026-11-01', '2026-11-01T04:00:00Z', 25],
  ['Asia/Kolkata', '2026-11-20', '2026-11-19T18:30:00Z', 24],
  ['Asia/Kathmandu', '2026-11-20', '2026-11-19T18:15:00Z', 24],
  // Half an hour back on 5 April, half an hour on at 4 October.
  ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00Z', 24.5],
  ['Australia/Lord_Howe', '2026-10-04', '2026-10-03T13:30:00Z', 23.5],
  // Three quarters of an hour beside the others.
  ['Pacific/Chatham', '2026-04-05', '2026-04-04T10:15:00Z', 25],
  ['Pacific/Chatham', '2026-09-27', '2026-09-26T11:15:00Z', 23],
  // The day that was skipped begins where its next one does.
  ['Pacific/Apia', '2011-12-29', '2011-12-29T10:00:00Z', 24],
  ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00Z', 0],
  ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00Z', 24],
  // An hour back for Ramadan, and on again after it.
  ['Africa/Casablanca', '2026-02-15', '2026-02-14T23:00:00Z', 25],
  ['Africa/Casablanca', '2026-03-22', '2026-03-22T00:00:00Z', 23],
  // Midnight is skipped: the day begins at one.
  ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00Z', 23],
  // Midnight comes twice: the day begins with the first.
  ['America/Havana', '2026-11-01', '2026-11-01T04:00:00Z', 25],
])('in %s the %s begins at %s and has %s hours', (zone, day, begins, hours) => {
  expect(new Date(startOfDay(day, zone))).toEqual(new Date(begins))
  expect((startOfDay(addDays(day, 1), zone) - Date.parse(begins)) / HOUR_MS).toBe(hours)
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
  ['Pacific/Chatham', '2026-04-05', 26, ['00:00', '01:00', '02:00', '03:00', '02:45', '03:00', '04:00']],
  ['Pacific/Chatham', '2026-09-27', 24, ['00:00', '01:00', '02:00', '03:45', '04:00']],
  ['Pacific/Apia', '2011-12-30', 0, []],
  ['Africa/Casablanca', '2026-02-15', 25, ['00:00', '01:00', '02:00', '02:00', '03:00']],
  ['Africa/Cairo', '2026-04-24', 23, ['01:00', '02:00']],
])('in %s the %s is told by %i hours', (zone, day, count, first) => {
  const hours = hoursOf(day, zone)
  expect(hours).toHaveLength(count)
  expect(hours.slice(0, first.length).map((hour) => localTimeAt(hour, zone).slice(11))).toEqual(first)
})

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Shanghai',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'Africa/Casablanca',
  'Pacific/Apia',
  'Pacific/Chatham',
]
const instants = fc.integer({ min: Date.UTC(2020, 0, 1) / 60_000, max: Date.UTC(2040, 0, 1) / 60_000 })
const allZones = Intl.supportedValuesOf('timeZone')

test('in every zone days follow each other, begin with a quarter and show their own date', () => {
  fc.assert(
    fc.property(fc.constantFrom(...allZones), fc.integer({ min: 0, max: 1_800 }), (zone, nth) => {
      const day = addDays('2024-01-01', nth)
      const [from, to] = [startOfDay(day, zone), startOfDay(addDays(day, 1), zone)]
      expect(from % QUARTER_MS).toBe(0)
      expect(dayAt(from, zone)).toBe(day)
      expect(dayAt(from - 1, zone) < day).toBe(true)
      const hours = (to - from) / HOUR_MS
      expect(hours).toBeGreaterThanOrEqual(22)
      expect(hours).toBeLessThanOrEqual(26)
      const starts = hoursOf(day, zone)
      expect(starts[0]).toBe(from)
      expect(starts).toEqual([...starts].sort((one, other) => one - other))
    }),
    { numRuns: 400 },
  )
})

test('days are counted with both ends', () => {
  expect(daysBetween('2026-02-27', '2026-03-01')).toBe(3)
  expect(daysBetween('2026-02-27', '2026-02-27')).toBe(1)
})

test('Mondays', () => {
  const week = Array.from({ length: 7 }, (_, nth) => addDays('2026-02-27', nth))
  expect(week.filter(isMonday)).toEqual(['2026-03-02'])
})

test.each([
  // Plain days.
  ['2027-01-15T17:00', 'UTC', '2027-01-15T17:00:00.000Z'],
  ['2027-01-15T17:00', 'Asia/Shanghai', '2027-01-15T09:00:00.000Z'],
  ['2027-01-15T17:00', 'Asia/Kolkata', '2027-01-15T11:30:00.000Z'],
  ['2027-01-15T17:00', 'Asia/Kathmandu', '2027-01-15T11:15:00.000Z'],
  ['2027-01-15T17:00', 'Pacific/Kiritimati', '2027-01-15T03:00:00.000Z'],
  ['2027-01-15T17:00', 'Pacific/Pago_Pago', '2027-01-16T04:00:00.000Z'],
  // Clocks go forward: the hour that never comes lies as far behind the change as it was meant to.
  ['2027-03-28T01:59', 'Europe/Berlin', '2027-03-28T00:59:00.000Z'],
  ['2027-03-28T02:00', 'Europe/Berlin', '2027-03-28T01:00:00.000Z'],
  ['2027-03-28T02:30', 'Europe/Berlin', '2027-03-28T01:30:00.000Z'],
  ['2027-03-28T03:00', 'Europe/Berlin', '2027-03-28T01:00:00.000Z'],
  ['2027-03-14T02:30', 'America/New_York', '2027-03-14T07:30:00.000Z'],
  ['2027-03-28T01:30', 'Europe/London', '2027-03-28T01:30:00.000Z'],
  // Clocks go back: the hour that comes twice ends with its second time.
  ['2027-10-31T02:30', 'Europe/Berlin', '2027-10-31T01:30:00.000Z'],
  ['2027-10-31T01:59', 'Europe/Berlin', '2027-10-30T23:59:00.000Z'],
  ['2027-10-31T03:00', 'Europe/Berlin', '2027-10-31T02:00:00.000Z'],
  ['2027-11-07T01:30', 'America/New_York', '2027-11-07T06:30:00.000Z'],
  // By half an hour, in the south, at midnight, and a whole day that was skipped.
  ['2027-04-04T01:45', 'Australia/Lord_Howe', '2027-04-03T15:15:00.000Z'],
  ['2027-10-03T02:15', 'Australia/Lord_Howe', '2027-10-02T15:45:00.000Z'],
  ['2027-10-03T02:30', 'Australia/Sydney', '2027-10-02T16:30:00.000Z'],
  ['2027-09-26T03:00', 'Pacific/Chatham', '2027-09-25T14:15:00.000Z'],
  ['2027-04-04T03:00', 'Pacific/Chatham', '2027-04-03T14:15:00.000Z'],
  ['2011-12-30T12:00', 'Pacific/Apia', '2011-12-30T22:00:00.000Z'],
  ['2027-02-28T23:59', 'Asia/Hong_Kong', '2027-02-28T15:59:00.000Z'],
  ['2028-02-29T00:00', 'America/Sao_Paulo', '2028-02-29T03:00:00.000Z'],
])('%s in %s is %s', (local, zone, expected) => {
  expect(new Date(instantOf(local, zone)).toISOString()).toBe(expected)
})

test('a local time or zone that is none is refused', () => {
  for (const local of ['2027-02-30T10:00', '2027-02-20T24:01', 'soon'])
    expect(() => instantOf(local, 'UTC')).toThrow(RangeError)
  for (const zone of ['Nowhere/City', ''])
    for (const run of [
      () => instantOf('2027-02-20T10:00', zone),
      () => localTimeAt(0, zone),
      () => offsetTimeAt(0, zone),
      () => dayAt(0, zone),
      () => startOfDay('2027-02-20', zone),
      () => hoursOf('2027-02-20', zone),
    ])
      expect(run).toThrow(RangeError)
})

test.each([
  ['Europe/Berlin', true],
  ['europe/berlin', true],
  ['UTC', true],
  ['Etc/GMT-14', true],
  ['US/Pacific', true],
  ['+08:00', false],
  ['2027-01-01T00:00[Europe/Berlin]', false],
  ['Mars/Olympus', false],
  ['', false],
  ['../../etc', false],
])('whether %s is a zone: %s', (zone, expected) => {
  expect(isTimeZone(zone)).toBe(expected)
  expect(zoneOrUtc(zone)).toBe(expected ? zone : 'UTC')
})

test('no zone is UTC, and every zone of this runtime is one', () => {
  expect(zoneOrUtc(null)).toBe('UTC')
  expect(allZones.filter((zone) => !isTimeZone(zone))).toEqual([])
})

test.each([
  ['2026-03-29T00:59:59.999Z', 'Europe/Berlin', '2026-03-29T01:59:59.999+01:00'],
  ['2026-03-29T01:00:00.000Z', 'Europe/Berlin', '2026-03-29T03:00:00.000+02:00'],
  ['2026-10-25T00:59:59.999Z', 'Europe/Berlin', '2026-10-25T02:59:59.999+02:00'],
  ['2026-10-25T01:00:00.000Z', 'Europe/Berlin', '2026-10-25T02:00:00.000+01:00'],
  ['2026-04-04T14:59:59.000Z', 'Australia/Lord_Howe', '2026-04-05T01:59:59.000+11:00'],
  ['2026-04-04T15:00:00.000Z', 'Australia/Lord_Howe', '2026-04-05T01:30:00.000+10:30'],
  ['2011-12-30T09:59:59.999Z', 'Pacific/Apia', '2011-12-29T23:59:59.999-10:00'],
  ['2011-12-30T10:00:00.000Z', 'Pacific/Apia', '2011-12-31T00:00:00.000+14:00'],
  ['2026-01-01T00:00:00.000Z', 'Asia/Kathmandu', '2026-01-01T05:45:00.000+05:45'],
  ['2026-01-01T00:00:00.000Z', 'Pacific/Chatham', '2026-01-01T13:45:00.000+13:45'],
  ['2026-01-01T00:00:00.000Z', 'UTC', '2026-01-01T00:00:00.000+00:00'],
])('%s in %s is %s', (utc, zone, shown) => {
  expect(offsetTimeAt(Date.parse(utc), zone)).toBe(shown)
  expect(localTimeAt(Date.parse(utc), zone)).toBe(shown.slice(0, 16))
  expect(dayAt(Date.parse(utc), zone)).toBe(shown.slice(0, 10))
})

test.each([
  ['+05:30', 'UTC+5:30'],
  ['-04:00', 'UTC-4'],
  ['+00:00', 'UTC'],
  ['+12:45', 'UTC+12:45'],
  ['-00:30', 'UTC-0:30'],
])('the offset %s is called %s', (offset, name) => {
  expect(offsetName(offset)).toBe(name)
})

test('every zone has the offset that this runtime formats', () => {
  fc.assert(
    fc.property(instants, fc.constantFrom(...allZones), (minute, zone) => {
      const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
      const name = format.formatToParts(minute * 60_000).find(({ type }) => type === 'timeZoneName')?.value
      expect(offsetTimeAt(minute * 60_000, zone).slice(23)).toBe(name?.replace('GMT', '') || '+00:00')
    }),
    { numRuns: 500 },
  )
})

test('an instant goes through its local time to itself, or to the later of two that read the same', () => {
  fc.assert(
    fc.property(instants, fc.constantFrom(...zones), (minute, zone) => {
      const ms = minute * 60_000
      const back = instantOf(localTimeAt(ms, zone), zone)
      expect(back).toBeGreaterThanOrEqual(ms)
      expect(localTimeAt(back, zone)).toBe(localTimeAt(ms, zone))
      expect(back - ms).toBeLessThanOrEqual(2 * 3_600_000)
    }),
  )
})

test('a later local time is never an earlier deadline', () => {
  fc.assert(
    fc.property(instants, fc.integer({ min: 121, max: 5_000 }), fc.constantFrom(...zones), (minute, more, zone) => {
      const text = (at: number) => new Date(at * 60_000).toISOString().slice(0, 16)
      expect(instantOf(text(minute + more), zone)).toBeGreaterThan(instantOf(text(minute), zone))
    }),
  )
})
