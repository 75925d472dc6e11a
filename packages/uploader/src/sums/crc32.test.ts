import { crc32 as zlibCrc32 } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { crc32 } from './crc32.ts'

test('the check value of the standard', () => {
  expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926)
})

test('agrees with zlib, whatever the length, the offset in memory and the pieces', () => {
  const bytes = fc.uint8Array({ maxLength: 400 })
  fc.assert(
    fc.property(bytes, fc.nat(20), fc.nat(400), (all, skip, at) => {
      const view = all.subarray(Math.min(skip, all.length))
      const [a, b] = [view.subarray(0, at), view.subarray(at)]
      expect(crc32(view)).toBe(zlibCrc32(view))
      expect(crc32(b, crc32(a))).toBe(zlibCrc32(view))
    }),
    { numRuns: 1_000 },
  )
})
