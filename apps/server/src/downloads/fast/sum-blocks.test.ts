import { crc32 } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { type Summed, sumBlocks, summedParts } from './sum-blocks.ts'

const MIB = 1024 * 1024
const content = Buffer.from(Array.from({ length: 3 * MIB + 5 }, (_, at) => (at * 7) % 251))
const cut = (...ends: number[]): Summed[] =>
  ends.map((to, nth) => {
    const piece = content.subarray(ends[nth - 1] ?? 0, to)
    return { bytes: piece.length, crc32: crc32(piece) }
  })

describe('blocks', () => {
  test('join small pieces and are the checksums of their bytes', () => {
    const pieces = cut(10, 500_000, MIB + 3, 2 * MIB, 3 * MIB, content.length)
    const blocks = sumBlocks(pieces, content.length)
    expect(blocks.map(({ to }) => to)).toEqual([MIB + 3, 3 * MIB, content.length])
    for (const [nth, { to, crc32: sum }] of blocks.entries())
      expect(sum).toBe(crc32(content.subarray(blocks[nth - 1]?.to ?? 0, to)))
  })

  test('are few, however many pieces there are', () => {
    const piece = { bytes: 2 * MIB, crc32: 1 }
    const blocks = sumBlocks(Array<Summed>(20_000).fill(piece), 40_000 * MIB)
    expect(blocks.length).toBeLessThanOrEqual(1_001)
    expect(blocks.at(-1)?.to).toBe(40_000 * MIB)
  })

  test('are none of an empty file', () => {
    expect(sumBlocks(summedParts({ bytes: 0, crc32: 0, source: null }), 0)).toEqual([])
  })
})

describe('a stored file', () => {
  const stored = (parts: Summed[], sum = crc32(content), offset = 0) => {
    let at = 0
    const placed = parts.map((part) => {
      at += part.bytes
      return { ...part, offset: at - part.bytes, tag: Buffer.alloc(0), segment: '' }
    })
    return { bytes: content.length, crc32: sum, source: { blobId: 'b', parts: placed, offset } as never }
  }
  const whole = [{ bytes: content.length, crc32: crc32(content) }]

  test('is summed in its parts where they are exactly the file', () => {
    const parts = cut(MIB, 2 * MIB, content.length)
    expect(summedParts(stored(parts))).toMatchObject(parts)
  })

  test('is one piece where it lies in a pack, or its parts are not all of it, or do not sum up to it', () => {
    const parts = cut(MIB, content.length)
    expect(summedParts(stored(parts, crc32(content), 5))).toEqual(whole)
    expect(summedParts(stored(parts.slice(0, 1)))).toEqual(whole)
    expect(summedParts(stored(parts, 7))).toEqual([{ bytes: content.length, crc32: 7 }])
  })
})
