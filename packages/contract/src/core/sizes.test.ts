import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatBytes, formatRate, type TimeLeft, timeLeftKey } from './sizes.ts'

describe('formatBytes', () => {
  test.each([
    [0, '0 B'],
    [1, '1 B'],
    [999, '999 B'],
    [999.4, '999 B'],
    [999.5, '1 kB'],
    [1_000, '1 kB'],
    [1_499, '1 kB'],
    [1_500, '2 kB'],
    [999_499, '999 kB'],
    [999_500, '1 MB'],
    [1_200_000, '1.2 MB'],
    [18_900_000, '18.9 MB'],
    [212_400_000, '212.4 MB'],
    [999_949_999, '999.9 MB'],
    [999_950_000, '1 GB'],
    [3_000_000_000, '3 GB'],
    [2 ** 31, '2.1 GB'],
    [2 ** 32, '4.3 GB'],
    [1_500_000_000_000, '1.5 TB'],
    [Number.MAX_SAFE_INTEGER, '9 PB'],
    [1e19, '10,000 PB'],
    [-1, '0 B'],
    [Number.NaN, '0 B'],
  ])('%s is %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text))

  test.each([
    [1_200_000, 'de', '1,2 MB'],
    [1_200_000, 'zh-CN', '1.2 MB'],
  ])('%s in %s is %s', (bytes, locale, text) => expect(formatBytes(bytes, locale)).toBe(text))

  test('is short and never off by more than the last shown digit', () => {
    const scale: Record<string, number> = { B: 1, kB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12, PB: 1e15 }
    fc.assert(
      fc.property(fc.maxSafeNat(), (bytes) => {
        const [number = '', unit = ''] = formatBytes(bytes).split(' ')
        const step = (scale[unit] as number) * (unit === 'B' || unit === 'kB' ? 1 : 0.1)
        expect(number.length).toBeLessThanOrEqual(5)
        expect(Math.abs(Number(number) * (scale[unit] as number) - bytes)).toBeLessThanOrEqual(step * 0.5001)
      }),
    )
  })
})

test.each([
  [0, '0 B/s'],
  [3_400_000, '3.4 MB/s'],
  [Number.NaN, '0 B/s'],
])('a rate of %s is %s', (bytesPerSecond, text) => expect(formatRate(bytesPerSecond)).toBe(text))

test.each<[number | null, TimeLeft]>([
  [null, 'calculating'],
  [Number.NaN, 'calculating'],
  [Number.POSITIVE_INFINITY, 'calculating'],
  [-1, 'calculating'],
  [0, 'under-30s'],
  [29.9, 'under-30s'],
  [30, 'under-1m'],
  [60, 'under-1m'],
  [60.1, { minutes: 1 }],
  [89, { minutes: 1 }],
  [90, { minutes: 2 }],
  [3600, { minutes: 60 }],
  [7169, { minutes: 119 }],
  [7170, { hours: 2 }],
  [9000, { hours: 3 }],
  [360_000, { hours: 100 }],
])('%s s left is %j', (seconds, words) => expect(timeLeftKey(seconds)).toEqual(words))
