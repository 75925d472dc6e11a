import * as zoned from '@waybill/contract/core/zoned-time'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { instantOf, isTimeZone, localTimeAt } from './zones.ts'

const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
const minutes = fc.integer({ min: Date.UTC(2000, 0, 2) / 60_000, max: Date.UTC(2060, 0, 1) / 60_000 })

test.each([
  ['Europe/Berlin', '2027-03-28T02:30'],
  ['Europe/Berlin', '2027-10-31T02:30'],
  ['Australia/Lord_Howe', '2027-04-04T01:45'],
  ['Australia/Lord_Howe', '2027-10-03T02:15'],
  ['Pacific/Chatham', '2027-04-04T03:00'],
  ['Pacific/Chatham', '2027-09-26T03:00'],
  ['Pacific/Apia', '2011-12-30T12:00'],
  ['Africa/Cairo', '2026-04-24T00:30'],
  ['America/Havana', '2026-11-01T00:30'],
])('in %s a page means the same instant by %s as the server', (zone, local) => {
  expect(instantOf(local, zone)).toBe(zoned.instantOf(local, zone))
})

test('in every zone a page means by every minute what the server means', () => {
  fc.assert(
    fc.property(minutes, zones, (minute, zone) => {
      const local = new Date(minute * 60_000).toISOString().slice(0, 16)
      expect(instantOf(local, zone)).toBe(zoned.instantOf(local, zone))
      expect(localTimeAt(minute * 60_000, zone)).toBe(zoned.localTimeAt(minute * 60_000, zone))
    }),
    { numRuns: 500 },
  )
})

test.each(['Europe/Berlin', 'UTC', 'Etc/GMT-14', '+08:00', 'Mars/Olympus', '', '../../etc'])(
  'a page knows %s as a zone where the server does',
  (zone) => {
    expect(isTimeZone(zone)).toBe(zoned.isTimeZone(zone))
  },
)
