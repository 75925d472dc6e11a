import { describe, expect, test } from 'vitest'
import { Goodput } from './goodput.ts'

/** Samples each quarter of a second, `rate(second)` bytes per second. */
function run(goodput: Goodput, seconds: number, rate: (second: number) => number, from = { at: 0, bytes: 0 }) {
  let { at, bytes } = from
  for (; at < from.at + seconds * 1_000; at += 250) {
    goodput.sample(bytes, at)
    bytes += rate(at / 1_000) / 4
  }
  return { at, bytes }
}

test('a steady stream shows its speed', () => {
  const goodput = new Goodput()
  run(goodput, 30, () => 4_000)
  expect(goodput.bytesPerSecond).toBeCloseTo(4_000)
  expect(goodput.secondsLeft(40_000)).toBeCloseTo(10)
})

test('the speed follows within the ten seconds of its window', () => {
  const goodput = new Goodput()
  const end = run(goodput, 20, () => 8_000)
  run(goodput, 11, () => 2_000, end)
  expect(goodput.bytesPerSecond).toBeCloseTo(2_000)
})

test('figures stop within two seconds of the last byte, and come back with the next', () => {
  const goodput = new Goodput()
  const end = run(goodput, 10, () => 1_000)
  const still = run(goodput, 2, () => 0, end)
  expect(goodput.bytesPerSecond).toBe(0)
  expect(goodput.secondsLeft(5_000)).toBeNull()
  run(goodput, 1, () => 1_000, still)
  expect(goodput.bytesPerSecond).toBeGreaterThan(0)
})

test('the pauses of a line that moves in bursts are no halt', () => {
  const goodput = new Goodput()
  let next = run(goodput, 1, () => 3_000)
  for (let second = 1; second < 40; second++) {
    next = run(goodput, 1, () => (second % 3 === 0 ? 9_000 : 0), next)
    if (second > 6) expect(goodput.bytesPerSecond).toBeGreaterThan(0)
  }
})

describe('the time left', () => {
  test('is not known before two seconds have passed', () => {
    const goodput = new Goodput()
    expect(goodput.secondsLeft(10)).toBeNull()
    run(goodput, 2, () => 1_000)
    expect(goodput.secondsLeft(10)).toBeNull()
    run(goodput, 1, () => 1_000, { at: 2_000, bytes: 2_000 })
    expect(goodput.secondsLeft(1_000)).toBeCloseTo(1)
  })

  test('moves less than the speed does when parts end in bursts', () => {
    const goodput = new Goodput()
    let [longest, shortest, next] = [0, Infinity, { at: 0, bytes: 0 }]
    for (let second = 0; second < 90; second++) {
      next = run(goodput, 1, () => (second % 7 === 0 ? 7_000 : 0), next)
      const left = goodput.secondsLeft(60_000)
      if (second < 30 || left === null) continue
      longest = Math.max(longest, left)
      shortest = Math.min(shortest, left)
    }
    expect(longest / shortest).toBeLessThan(1.5)
    expect(longest).toBeLessThan(90)
    expect(shortest).toBeGreaterThan(40)
  })

  test('is not known while nothing moves, and 0 at the end', () => {
    const goodput = new Goodput()
    const end = run(goodput, 10, () => 1_000)
    run(goodput, 15, () => 0, end)
    expect(goodput.bytesPerSecond).toBe(0)
    expect(goodput.secondsLeft(5)).toBeNull()
    expect(goodput.secondsLeft(0)).toBe(0)
  })
})

test('bytes that must be sent again never make the speed negative', () => {
  const goodput = new Goodput()
  goodput.sample(9_000, 0)
  goodput.sample(1_000, 1_000)
  expect(goodput.bytesPerSecond).toBe(0)
})

test('after a pause it starts again', () => {
  const goodput = new Goodput()
  const end = run(goodput, 20, () => 8_000)
  goodput.restart()
  expect(goodput.bytesPerSecond).toBe(0)
  run(goodput, 5, () => 1_000, { at: end.at + 600_000, bytes: end.bytes })
  expect(goodput.bytesPerSecond).toBeCloseTo(1_000)
})
