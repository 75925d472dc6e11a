import { describe, expect, test } from 'vitest'
import { PartSize, startBytesFor } from './part-size.ts'

const KIB = 1024
const MIB = 1024 * KIB

const size = (start = 2 * MIB, largest = 64 * MIB) => new PartSize({ start, smallest: 64 * KIB, largest })

test.each([
  ['slow-2g', 128],
  ['2g', 256],
  ['3g', 512],
  ['4g', 2_048],
  ['other', 2_048],
  ['', 2_048],
])('a %s line starts with %i KiB', (type, kib) => {
  expect(startBytesFor(type)).toBe(kib * KIB)
})

/** Four parts of the size that end quickly. */
function quick(parts: PartSize, tookMs: number): void {
  const { bytes } = parts
  for (let i = 0; i < 4; i++) parts.completed(bytes, tookMs)
}

describe('growing', () => {
  test('doubles while parts take under a second and a half, up to 16 MiB', () => {
    const parts = size()
    for (const expected of [4, 8, 16, 16]) {
      quick(parts, 1_400)
      expect(parts.bytes).toBe(expected * MIB)
    }
  })

  test('continues once the number of connections is found', () => {
    const parts = size()
    quick(parts, 5_900)
    expect(parts.bytes).toBe(2 * MIB)
    parts.isClimbing = false
    quick(parts, 5_900)
    expect(parts.bytes).toBe(4 * MIB)
  })

  test('stops at what the server accepts', () => {
    const parts = size(2 * MIB, 5 * MIB)
    quick(parts, 10)
    quick(parts, 10)
    expect(parts.bytes).toBe(5 * MIB)
  })

  test('a part that was cut smaller does not count', () => {
    const parts = size()
    for (let i = 0; i < 9; i++) parts.completed(1 * MIB, 10)
    expect(parts.bytes).toBe(2 * MIB)
  })

  test('needs four in a row', () => {
    const parts = size()
    for (const tookMs of [10, 10, 10, 2_000, 10, 10, 10]) parts.completed(2 * MIB, tookMs)
    expect(parts.bytes).toBe(2 * MIB)
    parts.completed(2 * MIB, 10)
    expect(parts.bytes).toBe(4 * MIB)
  })

  test.each([
    [true, 1_500],
    [true, 5_900],
    [false, 6_000],
    [false, 23_000],
  ])('stays where a part takes about its target time (climbing %s, %i ms)', (isClimbing, tookMs) => {
    const parts = size()
    parts.isClimbing = isClimbing
    quick(parts, tookMs)
    expect(parts.bytes).toBe(2 * MIB)
  })
})

describe('falling', () => {
  test('to the size that takes three seconds at the pace of a long part', () => {
    const parts = size()
    parts.completed(2 * MIB, 12_000)
    expect(parts.bytes).toBe(512 * KIB)
  })

  test('before the first slow part has ended', () => {
    const parts = size()
    parts.progressed(128 * KIB, 1_900)
    expect(parts.bytes).toBe(2 * MIB)
    parts.progressed(200 * KIB, 2_000)
    expect(parts.bytes).toBe(256 * KIB)
  })

  test('by pace alone never under 256 KiB, and never a small one up', () => {
    const parts = size()
    parts.progressed(1 * KIB, 9_000)
    expect(parts.bytes).toBe(256 * KIB)
    const slow = size(128 * KIB)
    slow.progressed(1 * KIB, 9_000)
    expect(slow.bytes).toBe(128 * KIB)
  })

  test('to 1 MiB and 512 KiB as the ladder says', () => {
    const parts = size(8 * MIB)
    parts.failed(Number.POSITIVE_INFINITY)
    expect(parts.bytes).toBe(8 * MIB)
    parts.failed(1 * MIB)
    expect(parts.bytes).toBe(1 * MIB)
    parts.failed(512 * KIB)
    expect(parts.bytes).toBe(512 * KIB)
  })

  test('by half of a part that timed out, once for all that were as large', () => {
    const parts = size()
    for (let i = 0; i < 4; i++) parts.tooSlow(2 * MIB)
    expect(parts.bytes).toBe(1 * MIB)
    for (const bytes of [1024, 512, 256, 128, 64, 64]) parts.tooSlow(bytes * KIB)
    expect(parts.bytes).toBe(64 * KIB)
  })
})

describe('a proxy that refuses large bodies', () => {
  test('is not tried with that size again', () => {
    const parts = size()
    parts.tooLarge(2 * MIB, null)
    quick(parts, 5)
    expect(parts.bytes).toBe(1 * MIB)
  })

  test('is believed where it states its limit, in whole units', () => {
    const parts = size()
    parts.tooLarge(2 * MIB, 1_000_000)
    expect(parts.bytes).toBe(15 * 64 * KIB)
  })
})

describe('a share for every connection', () => {
  const lanes = (parallel: number, pace = 1, roundTripMs = 0) => ({ parallel, pace, roundTripMs })

  test.each([
    [100 * MIB, 4, 2 * MIB],
    [12 * MIB, 4, 1.5 * MIB],
    [12 * MIB, 24, 256 * KIB],
    [1, 4, 64 * KIB],
  ])('of %d bytes left over %i connections it cuts %d', (left, parallel, expected) => {
    expect(size().toCut(left, lanes(parallel))).toBe(expected)
  })

  test('is no smaller than what a connection sends in three round trips', () => {
    expect(size().toCut(MIB, lanes(24, 1_000, 200))).toBe(10 * 64 * KIB)
    expect(size().toCut(MIB, lanes(24, 1_000, 1))).toBe(4 * 64 * KIB)
  })

  test('of a small upload is whole before any pace is known', () => {
    expect(size().toCut(MIB, lanes(6, 0))).toBe(192 * KIB)
    expect(size().toCut(MIB, lanes(6))).toBe(128 * KIB)
    expect(size().toCut(24 * MIB, lanes(24, 0))).toBe(512 * KIB)
  })

  test('never exceeds its size', () => {
    expect(size(128 * KIB).toCut(1, lanes(4, 9_999, 900))).toBe(128 * KIB)
  })
})
