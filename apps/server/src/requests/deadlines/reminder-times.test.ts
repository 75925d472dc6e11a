import { instantOf, localTimeAt } from '@waybill/contract/core/zoned-time'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isDaytime, nextDaytime, nextReminder, remindersOf } from './reminder-times.ts'

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

const due = instantOf('2027-03-29T18:00', 'Europe/Berlin')
const shown = (ms: number) => localTimeAt(ms, 'Europe/Berlin')

test('reminds in the morning of the days before, across a change of clocks, and once when it is late', () => {
  const all = remindersOf(due, 'Europe/Berlin', [1, 3, 3, 0])
  expect(all.map(shown)).toEqual(['2027-03-26T09:00', '2027-03-28T09:00', '2027-03-29T09:00', '2027-03-29T18:00'])
})

test('does not remind on the day itself before a deadline earlier than the morning, and delays a late one to the morning', () => {
  const early = instantOf('2027-05-04T06:00', 'Asia/Kolkata')
  const all = remindersOf(early, 'Asia/Kolkata', [0])
  expect(all.map((ms) => localTimeAt(ms, 'Asia/Kolkata'))).toEqual(['2027-05-04T09:00'])
  const night = remindersOf(instantOf('2027-05-04T23:59', 'Asia/Kolkata'), 'Asia/Kolkata', [])
  expect(night.map((ms) => localTimeAt(ms, 'Asia/Kolkata'))).toEqual(['2027-05-05T09:00'])
})

test('returns each reminder after the one before, and then none', () => {
  const seen: string[] = []
  for (let after = Date.UTC(2027, 0, 1); ; ) {
    const next = nextReminder(due, 'Europe/Berlin', [3, 1], after)
    if (next === null) break
    seen.push(shown(next))
    after = next
  }
  expect(seen).toEqual(['2027-03-26T09:00', '2027-03-28T09:00', '2027-03-29T18:00'])
})

test('sends only during the day, in every zone', () => {
  fc.assert(
    fc.property(minutes, fc.constantFrom(...zones), (minute, zone) => {
      const at = nextDaytime(minute * 60_000, zone)
      expect(isDaytime(at, zone)).toBe(true)
      expect(at).toBeGreaterThanOrEqual(minute * 60_000)
      expect(at - minute * 60_000).toBeLessThanOrEqual(16 * 3_600_000)
    }),
  )
})
