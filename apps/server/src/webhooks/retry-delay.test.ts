import { expect, test } from 'vitest'
import { MAX_ATTEMPTS, retryDelay } from './retry-delay.ts'

test('makes twelve attempts within a day, with growing pauses', () => {
  const waits = Array.from({ length: MAX_ATTEMPTS }, (_none, i) => retryDelay(i + 1, 0))
  expect(waits).toHaveLength(12)
  expect(waits.at(-1)).toBeNull()
  const known = waits.filter((wait) => wait !== null)
  expect(known.toSorted((one, other) => one - other)).toEqual(known)
  const hours = known.reduce((sum, wait) => sum + wait, 0) / 3_600
  expect(hours).toBeGreaterThan(22)
  expect(hours).toBeLessThanOrEqual(24)
})

test('shortens a pause by at most a fifth, and has none after the last attempt', () => {
  expect(retryDelay(1, 0)).toBe(10)
  expect(retryDelay(1, 1)).toBe(8)
  expect(retryDelay(2, 0.5)).toBe(27)
  for (const attempts of [0, MAX_ATTEMPTS, MAX_ATTEMPTS + 5]) expect(retryDelay(attempts, 0.5)).toBeNull()
})
