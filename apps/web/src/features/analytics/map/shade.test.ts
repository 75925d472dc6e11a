import { expect, test } from 'vitest'
import { SHADES, shadeOf } from './shade.ts'

test.each([
  [0, 10, 1],
  [1, 1, SHADES],
  [10, 10, SHADES],
  [1, 1_000_000, 1],
  [100, 1_000_000, 2],
  [500_000, 1_000_000, SHADES],
])('%i of at most %i is step %i', (count, most, step) => expect(shadeOf(count, most)).toBe(step))

test('a larger number is never lighter', () => {
  const steps = Array.from({ length: 1_000 }, (_, count) => shadeOf(count, 999))
  expect(steps).toEqual([...steps].sort((one, other) => one - other))
})
