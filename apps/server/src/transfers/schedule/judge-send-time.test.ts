import { expect, test } from 'vitest'
import { judgeSendTime, stillAhead } from './judge-send-time.ts'

const now = Date.parse('2026-03-01T12:00:00Z')
const at = (localTime: string, timeZone: string, nowMs = now) =>
  new Date(judgeSendTime({ localTime, timeZone }, nowMs).atMs).toISOString()

test.each([
  // The wall clock holds across a change of clocks in between.
  ['2026-03-20T09:00', 'Europe/Berlin', '2026-03-20T08:00:00.000Z'],
  ['2026-04-20T09:00', 'Europe/Berlin', '2026-04-20T07:00:00.000Z'],
  ['2026-03-05T09:00', 'America/New_York', '2026-03-05T14:00:00.000Z'],
  ['2026-03-20T09:00', 'America/New_York', '2026-03-20T13:00:00.000Z'],
  // Clocks skip these: as far behind the change as they were meant to be.
  ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
  ['2026-03-08T02:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
  // Clocks show these twice: the second time.
  ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T01:30:00.000Z'],
  ['2026-11-01T01:30', 'America/New_York', '2026-11-01T06:30:00.000Z'],
])('%s in %s is %s', (localTime, timeZone, instant) => {
  expect(at(localTime, timeZone)).toBe(instant)
})

test('is at least five minutes and at most a year ahead', () => {
  expect(at('2026-03-01T12:05', 'UTC')).toBe('2026-03-01T12:05:00.000Z')
  expect(at('2027-03-01T12:00', 'UTC')).toBe('2027-03-01T12:00:00.000Z')
  for (const localTime of [
    '2026-03-01T12:04',
    '2026-02-28T12:00',
    '1970-01-01T00:00',
    '2027-03-01T12:01',
    '9999-12-31T23:59',
  ]) {
    expect(() => at(localTime, 'UTC')).toThrow('send-time-refused')
  }
})

test.each([
  ['2026-02-30T12:00', 'UTC'],
  ['2026-13-01T12:00', 'UTC'],
  ['2026-04-01T25:00', 'UTC'],
  ['2026-04-01T12:00', 'Mars/Olympus'],
  ['2026-04-01T12:00', '+08:00'],
  ['2026-04-01T12:00', ''],
])('refuses %s in %s', (localTime, timeZone) => {
  expect(() => at(localTime, timeZone)).toThrow('invalid-input')
})

test('a time that passed during the upload is no wait', () => {
  const chosen = { localTime: '2026-03-01T13:00', timeZone: 'UTC' }
  expect(stillAhead(chosen, now)).toEqual({ ...chosen, atMs: now + 3_600_000 })
  expect(stillAhead(chosen, now + 3_600_000)).toBeNull()
  expect(stillAhead(null, now)).toBeNull()
})
