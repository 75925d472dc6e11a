import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { combineCrc32 } from './crc32.ts'

describe('combineCrc32', () => {
  test('agrees with the checksum of the joined bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3_000 }), fc.uint8Array({ maxLength: 3_000 }), (a, b) => {
        expect(combineCrc32(crc32(a), crc32(b), b.length)).toBe(crc32(Buffer.concat([a, b])))
      }),
    )
  })

  test('joins many parts of odd lengths in order', () => {
    const lengths = [0, 1, 65_535, 65_536, 65_537, 1_000_003, 7, 0, 8_388_609]
    const parts = lengths.map((bytes, i) => Buffer.alloc(bytes, `part ${i} of some text`))
    const joined = parts.reduce((sum, part) => combineCrc32(sum, crc32(part), part.length), 0)
    expect(joined).toBe(crc32(Buffer.concat(parts)))
  })

  test('is associative where lengths pass 2^32, which no test could hold in memory', () => {
    const length = fc.integer({ min: 0, max: 2 ** 51 })
    const sum = fc.integer({ min: 0, max: 0xffff_ffff })
    fc.assert(
      fc.property(sum, sum, sum, length, length, (a, b, c, bytesOfB, bytesOfC) => {
        const left = combineCrc32(combineCrc32(a, b, bytesOfB), c, bytesOfC)
        expect(left).toBe(combineCrc32(a, combineCrc32(b, c, bytesOfC), bytesOfB + bytesOfC))
      }),
    )
  })

  test('knows the checksum of 4 GiB and 5 bytes of zeros', () => {
    let sum = crc32(Buffer.alloc(1))
    for (let bytes = 1; bytes < 2 ** 32; bytes *= 2) sum = combineCrc32(sum, sum, bytes)
    const tail = Buffer.alloc(5)
    let streamed = 0
    const block = Buffer.alloc(2 ** 26)
    for (let i = 0; i < 64; i++) streamed = crc32(block, streamed)
    expect(sum).toBe(streamed)
    expect(combineCrc32(sum, crc32(tail), 5)).toBe(crc32(tail, streamed))
  })

  test.each([-1, 1.5, Number.NaN, 2 ** 53])('refuses a length of %s', (length) => {
    expect(() => combineCrc32(1, 2, length)).toThrow(RangeError)
  })
})
