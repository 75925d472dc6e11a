import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  deadlineInstant,
  isDaytime,
  isLocalTime,
  isTimeZone,
  liesAhead,
  localTimeAt,
  nextDaytime,
  nextReminder,
  remindersOf,
} from './deadline.ts'

const instant = (local: string, zone: string) => new Date(deadlineInstant(local, zone)).toISOString()

test.each([
  // Ordinary days.
  ['2027-01-15T17:00', 'UTC', '2027-01-15T17:00:00.000Z'],
  ['2027-01-15T17:00', 'Asia/Shanghai', '2027-01-15T09:00:00.000Z'],
  ['2027-01-15T17:00', 'Asia/Kolkata', '2027-01-15T11:30:00.000Z'],
  ['2027-01-15T17:00', 'Asia/Kathmandu', '2027-01-15T11:15:00.000Z'],
  ['2027-01-15T17:00', 'Pacific/Kiritimati', '2027-01-15T03:00:00.000Z'],
  ['2027-01-15T17:00', 'Pacific/Pago_Pago', '2027-01-16T04:00:00.000Z'],
  // Clocks go forward: a time in the missing hour is as far after the change as it was meant to be.
  ['2027-03-28T01:59', 'Europe/Berlin', '2027-03-28T00:59:00.000Z'],
  ['2027-03-28T02:00', 'Europe/Berlin', '2027-03-28T01:00:00.000Z'],
  ['2027-03-28T02:30', 'Europe/Berlin', '2027-03-28T01:30:00.000Z'],
  ['2027-03-28T03:00', 'Europe/Berlin', '2027-03-28T01:00:00.000Z'],
  ['2027-03-14T02:30', 'America/New_York', '2027-03-14T07:30:00.000Z'],
  ['2027-03-28T01:30', 'Europe/London', '2027-03-28T01:30:00.000Z'],
  // Clocks go back: the hour that occurs twice ends with its second occurrence.
  ['2027-10-31T02:30', 'Europe/Berlin', '2027-10-31T01:30:00.000Z'],
  ['2027-10-31T01:59', 'Europe/Berlin', '2027-10-30T23:59:00.000Z'],
  ['2027-10-31T03:00', 'Europe/Berlin', '2027-10-31T02:00:00.000Z'],
  ['2027-11-07T01:30', 'America/New_York', '2027-11-07T06:30:00.000Z'],
  // Changes by half an hour, in the south, at midnight, and a whole skipped day.
  ['2027-04-04T01:45', 'Australia/Lord_Howe', '2027-04-03T15:15:00.000Z'],
  ['2027-10-03T02:15', 'Australia/Lord_Howe', '2027-10-02T15:45:00.000Z'],
  ['2027-10-03T02:30', 'Australia/Sydney', '2027-10-02T16:30:00.000Z'],
  ['2011-12-30T12:00', 'Pacific/Apia', '2011-12-30T22:00:00.000Z'],
  ['2027-02-28T23:59', 'Asia/Hong_Kong', '2027-02-28T15:59:00.000Z'],
  ['2028-02-29T00:00', 'America/Sao_Paulo', '2028-02-29T03:00:00.000Z'],
])('%s in %s is %s', (local, zone, expected) => {
  expect(instant(local, zone)).toBe(expected)
})

test.each([
  ['2027-02-29T10:00', false],
  ['2028-02-29T10:00', true],
  ['2027-04-31T10:00', false],
  ['2027-13-01T10:00', false],
  ['2027-00-10T10:00', false],
  ['2027-01-01T24:00', false],
  ['2027-01-01T23:60', false],
  ['1999-12-31T23:59', false],
  ['2200-01-01T00:00', false],
  ['2027-1-1T1:1', false],
  ['2027-01-01 10:00', false],
  ['2027-01-01T10:00Z', false],
  ['', false],
])('whether %s is a calendar time: %s', (local, expected) => {
  expect(isLocalTime(local)).toBe(expected)
})

test.each([
  ['Europe/Berlin', true],
  ['UTC', true],
  ['Etc/GMT-14', true],
  ['+08:00', false],
  ['Mars/Olympus', false],
  ['', false],
  ['../../etc', false],
])('whether %s is a zone: %s', (zone, expected) => {
  expect(isTimeZone(zone)).toBe(expected)
})

test('refuses what is no time or no zone', () => {
  expect(() => deadlineInstant('2027-02-30T10:00', 'UTC')).toThrow(RangeError)
  expect(() => deadlineInstant('2027-02-20T10:00', 'Nowhere/City')).toThrow(RangeError)
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
]
const minutes = fc.integer({ min: Date.UTC(2020, 0, 1) / 60_000, max: Date.UTC(2040, 0, 1) / 60_000 })

test('an instant converts to its local time and back, or to the later of two with the same local time', () => {
  fc.assert(
    fc.property(minutes, fc.constantFrom(...zones), (minute, zone) => {
      const ms = minute * 60_000
      const back = deadlineInstant(localTimeAt(ms, zone), zone)
      expect(back).toBeGreaterThanOrEqual(ms)
      expect(localTimeAt(back, zone)).toBe(localTimeAt(ms, zone))
      expect(back - ms).toBeLessThanOrEqual(2 * 3_600_000)
    }),
  )
})

test('a later local time is never an earlier deadline', () => {
  fc.assert(
    fc.property(minutes, fc.integer({ min: 121, max: 5_000 }), fc.constantFrom(...zones), (minute, more, zone) => {
      const text = (at: number) => new Date(at * 60_000).toISOString().slice(0, 16)
      expect(deadlineInstant(text(minute + more), zone)).toBeGreaterThan(deadlineInstant(text(minute), zone))
    }),
  )
})

describe('reminders', () => {
  const due = deadlineInstant('2027-03-29T18:00', 'Europe/Berlin')
  const shown = (ms: number) => localTimeAt(ms, 'Europe/Berlin')

  test('are sent on the mornings of the days before, across a clock change, and once when it is late', () => {
    const all = remindersOf(due, 'Europe/Berlin', [1, 3, 3, 0])
    expect(all.map(({ atMs, kind }) => [shown(atMs), kind])).toEqual([
      ['2027-03-26T09:00', 'soon'],
      ['2027-03-28T09:00', 'soon'],
      ['2027-03-29T09:00', 'soon'],
      ['2027-03-29T18:00', 'late'],
    ])
  })

  test('none is sent on the day itself where the deadline is before the morning; the late one waits for it', () => {
    const early = deadlineInstant('2027-05-04T06:00', 'Asia/Kolkata')
    const all = remindersOf(early, 'Asia/Kolkata', [0])
    expect(all.map(({ atMs, kind }) => [localTimeAt(atMs, 'Asia/Kolkata'), kind])).toEqual([
      ['2027-05-04T09:00', 'late'],
    ])
    const night = remindersOf(deadlineInstant('2027-05-04T23:59', 'Asia/Kolkata'), 'Asia/Kolkata', [])
    expect(night.map(({ atMs }) => localTimeAt(atMs, 'Asia/Kolkata'))).toEqual(['2027-05-05T09:00'])
  })

  test('each comes after the one before, and they end', () => {
    const seen: string[] = []
    for (let after = Date.UTC(2027, 0, 1); ; ) {
      const next = nextReminder(due, 'Europe/Berlin', [3, 1], after)
      if (next === null) break
      seen.push(shown(next.atMs))
      after = next.atMs
    }
    expect(seen).toEqual(['2027-03-26T09:00', '2027-03-28T09:00', '2027-03-29T18:00'])
  })

  test('people get mail only by day, in every zone', () => {
    fc.assert(
      fc.property(minutes, fc.constantFrom(...zones), (minute, zone) => {
        const at = nextDaytime(minute * 60_000, zone)
        expect(isDaytime(at, zone)).toBe(true)
        expect(at).toBeGreaterThanOrEqual(minute * 60_000)
        expect(at - minute * 60_000).toBeLessThanOrEqual(16 * 3_600_000)
      }),
    )
  })
})

test.each([
  ['the minute before', { zone: 'Asia/Shanghai', rule: 'fixed' }, '2027-03-28T09:59Z', true],
  ['its own instant', { zone: 'Asia/Shanghai', rule: 'fixed' }, '2027-03-28T10:00Z', false],
  ['the first zone is not there yet', { zone: 'Asia/Shanghai', rule: 'supplier' }, '2027-03-28T03:59Z', true],
  ['the first zone is there', { zone: 'Asia/Shanghai', rule: 'supplier' }, '2027-03-28T04:00Z', false],
  ['long after', { zone: 'America/Los_Angeles', rule: 'supplier' }, '2028-01-01T00:00Z', false],
] as const)('a deadline lies ahead for everybody, or not: %s', (_what, { zone, rule }, now, is) => {
  expect(liesAhead({ at: '2027-03-28T18:00', zone, rule }, Date.parse(now))).toBe(is)
})
