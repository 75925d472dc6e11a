import { describe, expect, test } from 'vitest'
import { Ladder, MAX_TRIES, waitAfter } from './ladder.ts'

const KIB = 1024

function climbed(tries: number): Ladder {
  const ladder = new Ladder()
  for (let i = 0; i < tries; i++) ladder.failed(i, i)
  return ladder
}

test.each([
  // tries, parts at once, KiB of a part, warning
  [0, Infinity, Infinity, null],
  [1, Infinity, Infinity, null],
  [2, Infinity, Infinity, null],
  [3, 3, Infinity, null],
  [4, 3, Infinity, null],
  [5, 2, 1024, 'slow-network'],
  [9, 2, 1024, 'slow-network'],
  [10, 2, 512, 'slow-network'],
  [14, 2, 512, 'slow-network'],
])('at try %i: %d at once, parts of %d KiB, warning %s', (tries, parallel, kib, warning) => {
  const ladder = climbed(tries)
  expect(ladder.tries).toBe(tries)
  expect(ladder.maxParallel).toBe(parallel)
  expect(ladder.maxPartBytes).toBe(kib * KIB)
  expect(ladder.warning).toBe(warning)
  expect(ladder.isExhausted).toBe(false)
})

test('gives up at 15', () => {
  expect(climbed(MAX_TRIES).isExhausted).toBe(true)
  expect(MAX_TRIES).toBe(15)
})

test('requests that were under way together fail as one try', () => {
  const ladder = new Ladder()
  expect(Array.from({ length: 24 }, () => ladder.failed(10, 50)).filter(Boolean)).toHaveLength(1)
  expect(ladder.failed(49, 70)).toBe(false)
  expect(ladder.failed(50, 70)).toBe(true)
  expect(ladder.tries).toBe(2)
})

test('one success resets the count', () => {
  const ladder = climbed(14)
  ladder.succeeded()
  expect(ladder.tries).toBe(0)
  expect(ladder.warning).toBeNull()
})

describe('new credentials', () => {
  test('start the count again', () => {
    const ladder = climbed(14)
    ladder.renewed()
    expect(ladder.tries).toBe(0)
  })

  test('do so once: without a success between, the count continues', () => {
    const ladder = climbed(3)
    ladder.renewed()
    ladder.failed(100, 101)
    ladder.renewed()
    expect(ladder.tries).toBe(1)
    expect(ladder.isProven).toBe(false)
    ladder.succeeded()
    ladder.failed(200, 201)
    ladder.renewed()
    expect(ladder.tries).toBe(0)
  })
})

describe('the wait', () => {
  test.each([
    // tries, shortest, longest
    [0, 0, 0],
    [1, 0, 500],
    [2, 0, 1_000],
    [3, 0, 2_000],
    [4, 1_000, 5_000],
    [5, 1_000, 9_000],
    [14, 1_000, 31_000],
  ])('after try %i is %d to %d ms', (tries, shortest, longest) => {
    expect(waitAfter(tries, 0)).toBe(shortest)
    expect(waitAfter(tries, 1)).toBe(longest)
  })
})
