import { expect, test } from 'vitest'
import { isLate, renewalTime, waitSeconds } from './renewal-time.ts'

const DAY_MS = 86_400_000
const life = { startsAt: new Date(0), endsAt: new Date(90 * DAY_MS) }

test.each([
  [0, 60],
  [1, 57],
])('with chance %d, renews on day %d of ninety', (chance, day) => {
  expect(renewalTime(life, chance).getTime()).toBe(day * DAY_MS)
})

test('is late with less than a quarter of the lifetime left', () => {
  expect(isLate(life, 67.5 * DAY_MS)).toBe(false)
  expect(isLate(life, 67.5 * DAY_MS + 1)).toBe(true)
})

test('waits longer after each failure, at least as long as the authority asks, and never more than a day', () => {
  expect([1, 2, 3, 4, 5, 6, 60].map((failures) => waitSeconds(failures, null))).toEqual([
    60, 240, 960, 3_840, 15_360, 21_600, 21_600,
  ])
  expect([waitSeconds(1, 30), waitSeconds(1, 3_600), waitSeconds(1, 1e9)]).toEqual([60, 3_600, 86_400])
})
