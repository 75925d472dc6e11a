import { expect, test } from 'vitest'
import { secondsToWait } from './sender-code-limits.ts'

const HOUR = 3_600
const DAY = 24 * HOUR

test.each<[string, number[], number]>([
  ['the first', [], 0],
  ['a second one at once', [0], 2],
  ['half a second later', [0.5], 2],
  ['just before two seconds', [1.999], 1],
  ['after two seconds', [2], 0],
  ['four within the hour', [10, 20, 30, 40], 0],
  ['five within the hour', [10, 20, 30, 40, 600], 3_000],
  ['the fifth an hour ago', [10, 20, 30, 40, HOUR], 0],
  ['fifteen within the day', Array.from({ length: 15 }, (_, at) => (at + 1) * HOUR), 9 * HOUR],
  ['fourteen within the day', Array.from({ length: 14 }, (_, at) => (at + 1) * HOUR), 0],
  ['both limits: the longer wait', [0, ...Array.from({ length: 14 }, () => 100)], DAY - 100],
  ['a clock that stepped back', [-0.2], 3],
])('%s', (_name, ages, seconds) => {
  expect(secondsToWait(ages)).toBe(seconds)
})
