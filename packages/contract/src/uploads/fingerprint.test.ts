import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fingerprint } from './fingerprint.ts'

const file = { path: 'photos/报价.pdf', bytes: 314, modifiedAt: 1_700_000_000_123 }
const hash = 'a'.repeat(64)

describe('fingerprint', () => {
  test.each([
    ['path', { ...file, path: 'photos/报价2.pdf' }, hash],
    ['folder', { ...file, path: '报价.pdf' }, hash],
    ['size', { ...file, bytes: 315 }, hash],
    ['time of change', { ...file, modifiedAt: 1_700_000_000_124 }, hash],
    ['samples', file, 'b'.repeat(64)],
  ])('differs by %s', (_, other, otherHash) => {
    expect(fingerprint(other, otherHash)).not.toBe(fingerprint(file, hash))
  })

  test('is the same for another normal form and a finer clock', () => {
    const device = { ...file, path: 'Zürich.txt'.normalize('NFC'), modifiedAt: 1_700_000_000_123.75 }
    const other = { ...file, path: 'Zürich.txt'.normalize('NFD') }
    expect(fingerprint(device, hash)).toBe(fingerprint(other, hash))
  })

  test('is short for any path', () => {
    expect(fingerprint({ ...file, path: '😀'.repeat(250), bytes: 2 ** 53 - 1 }, hash).length).toBeLessThanOrEqual(124)
  })

  test('differs for any two paths of one folder listing', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(
          fc.string({ unit: 'binary' }).map((path) => path.normalize('NFC')),
          { minLength: 100 },
        ),
        (paths) => {
          expect(new Set(paths.map((path) => fingerprint({ ...file, path }, hash))).size).toBe(paths.length)
        },
      ),
      { numRuns: 20 },
    )
  })
})
