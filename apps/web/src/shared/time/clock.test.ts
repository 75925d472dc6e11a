import { expect, test } from 'vitest'
import { accountZone, clockOf } from './clock.ts'

const at = '2026-11-27T18:22:05.900Z'

test.each([
  ['UTC', 'en', '27 Nov 2026, 18:22', '18:22:05', '27 Nov 2026, 18:22:05 (UTC)'],
  ['Asia/Kolkata', 'en', '27 Nov 2026, 23:52', '23:52:05', '27 Nov 2026, 23:52:05 (UTC+5:30)'],
  ['Asia/Shanghai', 'zh', '2026年11月28日 02:22', '02:22:05', '2026年11月28日 02:22:05（UTC+8）'],
  ['America/New_York', 'en', '27 Nov 2026, 13:22', '13:22:05', '27 Nov 2026, 13:22:05 (UTC−5)'],
  ['Mars/Olympus', 'en', '27 Nov 2026, 18:22', '18:22:05', '27 Nov 2026, 18:22:05 (UTC)'],
] as const)('on the clock of %s it is', (zone, language, moment, seconds, exactly) => {
  const clock = clockOf(zone, language)
  expect([clock.moment(at), clock.seconds(at), clock.exactly(at)]).toEqual([moment, seconds, exactly])
})

test('names the day of another place only where it differs', () => {
  expect(clockOf('Asia/Hong_Kong', 'en').there(at, 'Asia/Kolkata')).toBe('27 Nov 2026, 23:52')
  expect(clockOf('Asia/Kolkata', 'en').there(at, 'America/New_York')).toBe('13:22')
})

test.each([null, 'Mars/Olympus', 'Asia/Shanghai', 'Asia/Hong_Kong'])('says nothing of %s beside Hong Kong', (zone) => {
  expect(clockOf('Asia/Hong_Kong', 'en').there(at, zone)).toBeNull()
})

test('names the day of another place by its own calendar', () => {
  const noon = '2026-11-20T12:00:00.000Z'
  const told = (zone: string, own = 'UTC') =>
    (['en', 'zh'] as const).map((language) => clockOf(own, language).there(noon, zone))
  expect(told('UTC')).toEqual([null, null])
  expect(told('America/St_Johns')).toEqual(['08:30', '08:30'])
  expect(told('Pacific/Kiritimati')).toEqual(['21 Nov 2026, 02:00', '2026年11月21日 02:00'])
  expect(told('America/Los_Angeles', 'Pacific/Auckland')).toEqual(['20 Nov 2026, 04:00', '2026年11月20日 04:00'])
})

test('the summer has another distance from UTC', () => {
  expect(clockOf('Europe/Berlin', 'en').zoneAt('2026-07-01T00:00:00Z')).toBe('UTC+2')
  expect(clockOf('Europe/Berlin', 'en').zoneAt(at)).toBe('UTC+1')
})

test('an account without a zone has the browser’s', () => {
  const browsers = Intl.DateTimeFormat().resolvedOptions().timeZone
  expect(accountZone({ timeZone: 'Asia/Kolkata' })).toBe('Asia/Kolkata')
  expect([accountZone(null), accountZone({ timeZone: null }), accountZone({ timeZone: 'Mars/Olympus' })]).toEqual(
    Array(3).fill(browsers),
  )
})
