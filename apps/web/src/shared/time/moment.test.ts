import { describe, expect, test } from 'vitest'
import { formatExactly } from './ago.ts'
import { browserOffset, formatDay, formatTime, reader } from './moment.ts'

describe('a moment', () => {
  test.each([
    ['2026-11-27T06:00:00.000Z', 'en', '27 Nov 2026'],
    ['2026-09-01T00:00:00.000Z', 'en', '1 Sep 2026'],
    ['2026-12-31T23:59:59.999Z', 'en', '31 Dec 2026'],
    ['2026-01-05T12:00:00.000Z', 'zh', '2026年1月5日'],
  ] as const)('%s reads in %s as %s', (instant, language, day) => {
    expect(formatDay(instant, 'utc', language)).toBe(day)
  })

  test('shows the time with two digits each', () => {
    expect(formatTime('2026-11-27T06:05:59.999Z', 'utc')).toBe('06:05')
  })

  test('in the reader’s zone is what their clock shows', () => {
    const noonHere = new Date(2026, 10, 27, 12, 34).toISOString()
    expect(`${formatDay(noonHere, 'local', 'en')} ${formatTime(noonHere, 'local')}`).toBe('27 Nov 2026 12:34')
  })

  test('follows the clock that a page sets', () => {
    reader.offsetAt = () => 330
    expect(formatDay('2026-11-27T18:40:05.000Z', 'local', 'en')).toBe('28 Nov 2026')
    expect(formatTime('2026-11-27T18:40:05.000Z', 'local')).toBe('00:10')
    expect(formatExactly('2026-11-27T18:40:05.000Z', 'en')).toBe('28 Nov 2026, 00:10:05 (UTC+5:30)')
    expect(formatExactly('2026-11-27T18:40:05.000Z', 'zh')).toBe('2026年11月28日 00:10:05（UTC+5:30）')
    expect(formatTime('2026-11-27T18:40:05.000Z', 'utc')).toBe('18:40')
    reader.offsetAt = browserOffset
  })
})
