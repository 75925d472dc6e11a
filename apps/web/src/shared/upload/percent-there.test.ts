import { expect, test } from 'vitest'
import { percentThere } from './percent-there.ts'

test.each([
  [0, 100, 0],
  [639, 1000, 63],
  [999, 1000, 99],
  [1000, 1000, 99],
  [0, 0, 0],
])('%s of %s bytes are %s percent', (arrived, bytes, percent) => {
  expect(percentThere(arrived, bytes)).toBe(percent)
})
