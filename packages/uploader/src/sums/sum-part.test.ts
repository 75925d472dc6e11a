import { createHash, randomBytes } from 'node:crypto'
import { crc32 as zlibCrc32 } from 'node:zlib'
import { md5 } from '@noble/hashes/legacy.js'
import { describe, expect, test } from 'vitest'
import { crc32 } from './crc32.ts'
import { readUncut, sumPart } from './sum-part.ts'

const MIB = 1024 * 1024

describe.each([
  ['one segment', [1_000]],
  ['many', [1, 0, 70_000, 3, 16]],
  ['none', []],
  ['empty ones', [0, 0]],
  ['larger than one reading', [5 * MIB + 1, 9 * MIB]],
])('%s', (_name, lengths) => {
  test.each([undefined, readUncut])('sums the whole and each segment in one pass', async (read) => {
    const bytes = randomBytes(lengths.reduce((a, b) => a + b, 0))
    const sums = await sumPart(new Blob([bytes]), lengths, crc32, md5.create(), read)
    expect(sums.crc32).toBe(zlibCrc32(bytes))
    expect(sums.md5).toBe(createHash('md5').update(bytes).digest('base64'))
    const starts = lengths.map((_, i) => lengths.slice(0, i).reduce((a, b) => a + b, 0))
    const segments = lengths.map((length, i) => bytes.subarray(starts[i], (starts[i] ?? 0) + length))
    expect(sums.segmentCrcs).toEqual(segments.map((segment) => zlibCrc32(segment)))
  })
})

test('without MD5 there is none', async () => {
  expect((await sumPart(new Blob(['a']), [1], crc32, null)).md5).toBeNull()
})

test('a body that cannot be read rejects with the read error', async () => {
  const unreadable = {
    size: 1,
    slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) }),
  }
  await expect(sumPart(unreadable as unknown as Blob, [1], crc32, null)).rejects.toThrow(
    expect.objectContaining({ name: 'NotReadableError' }),
  )
})
