import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sha256Head } from './sha-256-head.ts'

test('agrees with the full hash, whatever the text', () => {
  const ascii = fc.string({
    unit: fc.integer({ min: 0, max: 127 }).map((code) => String.fromCharCode(code)),
    maxLength: 55,
  })
  fc.assert(
    fc.property(ascii, (text) => {
      expect(sha256Head(text)).toBe(createHash('sha256').update(text).digest().readUInt32BE(0))
    }),
    { numRuns: 2_000, examples: [[''], ['x'.repeat(55)]] },
  )
})

test('a text that needs a second block is refused', () => {
  expect(() => sha256Head('x'.repeat(56))).toThrow(RangeError)
})
