import { describe, expect, test } from 'vitest'
import {
  openedName,
  plainBytesOf,
  readSealedHead,
  SEALED_HEAD_BYTES,
  sealedBytesOf,
  writeSealedHead,
} from './sealed-form.ts'

const head = {
  keyId: new Uint8Array(16).fill(1),
  ephemeral: Uint8Array.from({ length: 65 }, (_, at) => (at === 0 ? 4 : at)),
  salt: new Uint8Array(16).fill(3),
  plainBytes: 5_000_000_000_000,
}
const written = () => {
  const bytes = new Uint8Array(SEALED_HEAD_BYTES)
  bytes.set(writeSealedHead(head))
  return bytes
}

describe('sizes', () => {
  test.each([
    [0, 144],
    [1, 145],
    [65_535, 65_679],
    [65_536, 65_680],
    [65_537, 65_697],
    [10_000_000_000, 10_002_441_536],
  ])('%i bytes give %i sealed bytes', (plain, sealed) => {
    expect(sealedBytesOf(plain)).toBe(sealed)
    expect(plainBytesOf(sealed)).toBe(plain)
  })

  test('every size that a file can have is read back, and no other', () => {
    const takenBy = new Map<number, number>()
    for (let plain = 65_500; plain < 65_580; plain++) takenBy.set(sealedBytesOf(plain), plain)
    for (let sealed = sealedBytesOf(65_500); sealed < sealedBytesOf(65_579); sealed++)
      expect(plainBytesOf(sealed)).toBe(takenBy.get(sealed) ?? null)
    for (let sealed = -1; sealed < 144; sealed++) expect(plainBytesOf(sealed)).toBeNull()
  })
})

describe('heads', () => {
  test('a written head is read back', () => {
    expect(readSealedHead(written())).toEqual({ version: 1, ...head, tag: new Uint8Array(16) })
  })

  test.each([
    ['too short', (bytes: Uint8Array) => bytes.subarray(0, 127)],
    ['of another beginning', (bytes: Uint8Array) => bytes.fill(0x25, 0, 1)],
    ['of a later version', (bytes: Uint8Array) => bytes.fill(2, 6, 7)],
    ['with a key that is written otherwise', (bytes: Uint8Array) => bytes.fill(2, 23, 24)],
    ['of an impossible size', (bytes: Uint8Array) => bytes.fill(0xff, 104, 112)],
  ])('a head that is %s is refused', (_what, change) => {
    expect(readSealedHead(change(written()))).toBeNull()
  })

  test('a head may begin at any offset in memory', () => {
    const larger = new Uint8Array(300)
    larger.set(written(), 77)
    expect(readSealedHead(larger.subarray(77))?.plainBytes).toBe(head.plainBytes)
  })
})

test('a name loses the extension that sealing gave it, and no other', () => {
  expect(['a.pdf.sealed', 'a.sealed.pdf', 'sealed'].map(openedName)).toEqual(['a.pdf', 'a.sealed.pdf', 'sealed'])
})
