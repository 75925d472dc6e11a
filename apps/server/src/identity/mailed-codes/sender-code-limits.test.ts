import { expect, test } from 'vitest'
import { secondsToWait, workLevel } from './sender-code-limits.ts'

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
  expect(secondsToWait(ages, 'known')).toBe(seconds)
})

const many = (count: number, age: number) => Array.from({ length: count }, () => age)

test.each<[string, number[], number]>([
  ['beyond what is free', many(15, 100), 0],
  ['twenty within the hour', many(20, 600), 3_000],
  ['forty within the day', many(40, 2 * HOUR), 22 * HOUR],
])('limits strangers: %s', (_name, ages, seconds) => {
  expect(secondsToWait(ages, 'strangers')).toBe(seconds)
})

test.each<[string, number[], number | null]>([
  ['four within the hour', many(4, 10), null],
  ['five', many(5, 10), 0],
  ['seven', many(7, 10), 0],
  ['eight', many(8, 10), 1],
  ['nineteen', many(19, 10), 4],
  ['fifteen within the day', many(15, 2 * HOUR), 0],
])('requires work for one more after %s', (_name, ages, level) => {
  expect(workLevel(ages)).toBe(level)
})
