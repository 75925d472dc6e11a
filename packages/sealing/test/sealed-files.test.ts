import { randomInt } from 'node:crypto'
import { sealedBytesOf } from '@waybill/contract/requests/sealed-form'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeFileSeal } from '../src/file-seal.ts'
import { openSealed } from '../src/open-sealed.ts'
import { bytesOf, chunked, endOf, type Held, makeHeld, openWhole, rangeOf, sealWhole } from './sealed.ts'

const RECORD = 65_536
const SEALED_RECORD = RECORD + 16

let held: Held
let other: Held
beforeAll(async () => {
  held = await makeHeld()
  other = await makeHeld()
})

describe('sealing and opening', () => {
  test.each([0, 1, 15, 65_535, 65_536, 65_537, 131_072, 131_073, 32 * RECORD, 33 * RECORD - 1, 5_000_003])(
    '%i bytes',
    async (size) => {
      const content = bytesOf(size)
      const sealed = await sealWhole(held, content)
      expect(sealed.length).toBe(sealedBytesOf(size))
      expect((await openWhole(held, sealed)).equals(content)).toBe(true)
    },
  )

  test('in chunks of a byte or two, and in one', async () => {
    const content = bytesOf(3_000)
    const sealed = await sealWhole(held, content)
    expect((await openWhole(held, sealed, 3)).equals(content)).toBe(true)
    expect((await openWhole(held, sealed, 1_000_000)).equals(content)).toBe(true)
  })

  test('neither the content nor its repetition shows in the sealed file', async () => {
    const content = Buffer.alloc(4 * RECORD, 'the same again. ')
    const sealed = await sealWhole(held, content)
    expect(sealed.includes('the same again')).toBe(false)
    const records = [0, 1, 2, 3].map((nth) =>
      sealed
        .subarray(128 + nth * SEALED_RECORD)
        .subarray(0, 64)
        .toString('hex'),
    )
    expect(new Set(records).size).toBe(4)
  })

  test('the same file twice gives two different sealed files', async () => {
    const content = bytesOf(100)
    const [one, two] = [await sealWhole(held, content), await sealWhole(held, content)]
    expect(one.subarray(23).equals(two.subarray(23))).toBe(false)
    expect(one.subarray(128).equals(two.subarray(128))).toBe(false)
  })
})

describe('any range', () => {
  test('equals the same bytes of the whole, in any order', async () => {
    for (const size of [0, 1, 65_537, 40 * RECORD + 5]) {
      const content = bytesOf(size, 7)
      const seal = await makeFileSeal(held.sealing.publicKey, size)
      const whole = await rangeOf(seal, content, 0, sealedBytesOf(size))
      for (let run = 0; run < 40; run++) {
        const start = randomInt(0, whole.length + 1)
        const end = run % 2 ? Math.min(whole.length, start + randomInt(0, 200)) : randomInt(start, whole.length + 1)
        const range = await rangeOf(seal, content, start, end)
        expect(range.equals(whole.subarray(start, end)), `${start} to ${end} of ${size}`).toBe(true)
      }
      expect((await openWhole(held, whole)).equals(content)).toBe(true)
    }
  })

  test('works in parts of an upload, with a seal that was stored and loaded again', async () => {
    const content = bytesOf(700_001)
    const seal = await makeFileSeal(held.sealing.publicKey, content.length)
    const bytes = sealedBytesOf(content.length)
    const parts: Buffer[] = []
    for (let at = 0; at < bytes; at += 100_000)
      parts.push(await rangeOf(structuredClone(seal), content, at, Math.min(at + 100_000, bytes)))
    expect((await openWhole(held, Buffer.concat(parts))).equals(content)).toBe(true)
    await expect(crypto.subtle.exportKey('raw', seal.key)).rejects.toThrow()
  })

  test('outside the file, or of a file of another size, is a bug', async () => {
    const seal = await makeFileSeal(held.sealing.publicKey, 10)
    await expect(rangeOf(seal, bytesOf(10), 0, 155)).rejects.toThrow(RangeError)
    await expect(rangeOf(seal, bytesOf(10), 9, 8)).rejects.toThrow(RangeError)
    await expect(rangeOf(seal, bytesOf(11), 0, 10)).rejects.toThrow(RangeError)
  })

  test('of a file that has shrunk is refused', async () => {
    const seal = await makeFileSeal(held.sealing.publicKey, 100)
    const { sealRange } = await import('../src/file-seal.ts')
    const shrunk = { bytes: 100, slice: (start: number, end: number) => new Blob(['x'.repeat(40)]).slice(start, end) }
    await expect(sealRange(seal, shrunk, 0, 200)).rejects.toMatchObject({ name: 'NotReadableError' })
  })
})

describe('alterations are detected', () => {
  const size = 2 * RECORD + 500

  test('a bit anywhere: in each field of the head, in records and their tags', async () => {
    const sealed = await sealWhole(held, bytesOf(size))
    const regions: Array<[string, number, string[]]> = [
      ['magic', 0, ['not-sealed']],
      ['magic, its end', 5, ['not-sealed']],
      ['version', 6, ['not-sealed']],
      ['key id', 7, ['other-key']],
      ['key id, its end', 22, ['other-key']],
      ['form of the ephemeral key', 23, ['not-sealed']],
      ['ephemeral key', 24, ['head-altered']],
      ['ephemeral key, its end', 87, ['head-altered']],
      ['salt', 88, ['head-altered']],
      ['salt, its end', 103, ['head-altered']],
      ['size', 104, ['not-sealed', 'head-altered']],
      ['size, its end', 111, ['head-altered']],
      ['tag of the head', 112, ['head-altered']],
      ['tag of the head, its end', 127, ['head-altered']],
      ['first record', 128, ['record-altered']],
      ['first record, its tag', 128 + RECORD, ['record-altered']],
      ['second record', 128 + SEALED_RECORD, ['record-altered']],
      ['last record', 128 + 2 * SEALED_RECORD, ['record-altered']],
      ['last byte', sealed.length - 1, ['record-altered']],
    ]
    for (let run = 0; run < 60; run++) regions.push(['anywhere', randomInt(128, sealed.length), ['record-altered']])
    for (const [region, at, codes] of regions) {
      const altered = Buffer.from(sealed)
      altered[at] = (altered[at] ?? 0) ^ (1 << randomInt(0, 8))
      expect(codes, `${region}, byte ${at}`).toContain(await endOf(held, altered))
    }
  })

  test('cut off anywhere, also between records', async () => {
    const sealed = await sealWhole(held, bytesOf(size))
    const cuts = [128, 129, 128 + SEALED_RECORD, 128 + 2 * SEALED_RECORD, sealed.length - 1]
    for (const at of [...cuts, randomInt(128, sealed.length), randomInt(128, sealed.length)])
      expect(await endOf(held, sealed.subarray(0, at)), `at ${at}`).toBe('truncated')
    for (const at of [0, 1, 127]) expect(await endOf(held, sealed.subarray(0, at))).toBe('not-sealed')
  })

  test('cut off, with a head that says so', async () => {
    const sealed = await sealWhole(held, bytesOf(size))
    const shorter = Buffer.from(sealed.subarray(0, 128 + 2 * SEALED_RECORD))
    shorter.writeBigUInt64BE(BigInt(2 * RECORD), 104)
    expect(await endOf(held, shorter)).toBe('head-altered')
  })

  test('longer than before, by a byte or a record', async () => {
    const sealed = await sealWhole(held, bytesOf(size))
    expect(await endOf(held, Buffer.concat([sealed, Buffer.alloc(1)]))).toBe('too-long')
    expect(await endOf(held, Buffer.concat([sealed, sealed.subarray(128, 128 + SEALED_RECORD)]))).toBe('too-long')
  })

  const record = (sealed: Buffer, nth: number) =>
    sealed.subarray(128 + nth * SEALED_RECORD, 128 + (nth + 1) * SEALED_RECORD)

  test('records in another order, twice, or left out', async () => {
    const sealed = await sealWhole(held, bytesOf(4 * RECORD))
    const head = sealed.subarray(0, 128)
    const with4 = (...places: number[]) => Buffer.concat([head, ...places.map((place) => record(sealed, place))])
    expect(await endOf(held, with4(0, 1, 2, 3))).toBe('opened')
    for (const places of [
      [1, 0, 2, 3],
      [0, 1, 3, 2],
      [0, 0, 2, 3],
      [0, 1, 2, 2],
      [3, 1, 2, 0],
    ])
      expect(await endOf(held, with4(...places)), places.join()).toBe('record-altered')
    expect(await endOf(held, with4(0, 1, 3))).toBe('truncated')
    expect(await endOf(held, with4(0, 1, 2))).toBe('truncated')
  })

  test('records of another file for the same key, or its head', async () => {
    const [one, two] = [await sealWhole(held, bytesOf(2 * RECORD)), await sealWhole(held, bytesOf(2 * RECORD))]
    expect(await endOf(held, Buffer.concat([one.subarray(0, 128 + SEALED_RECORD), record(two, 1)]))).toBe(
      'record-altered',
    )
    expect(await endOf(held, Buffer.concat([two.subarray(0, 128), one.subarray(128)]))).toBe('record-altered')
    expect(await endOf(held, Buffer.concat([one.subarray(0, 88), two.subarray(88, 104), one.subarray(104)]))).toBe(
      'head-altered',
    )
  })

  test('what comes before an alteration is returned, and the source is released', async () => {
    const sealed = await sealWhole(held, bytesOf(40 * RECORD))
    sealed[sealed.length - 1] = (sealed[sealed.length - 1] ?? 0) ^ 1
    let isLetGo = false
    const source = (async function* () {
      try {
        yield* chunked(sealed)
        await new Promise(() => {})
      } finally {
        isLetGo = true
      }
    })()
    const opening = openSealed(source, held.keys)
    expect((await opening.next()).value).toHaveLength(32 * RECORD)
    await expect(opening.next()).rejects.toMatchObject({ code: 'record-altered' })
    expect(isLetGo).toBe(true)
  })
})

describe('another key', () => {
  test('opens nothing, and has a different error from damage', async () => {
    const sealed = await sealWhole(held, bytesOf(100))
    expect(await endOf(other, sealed)).toBe('other-key')
    sealed.set(other.keys.keyId, 7)
    expect(await endOf(other, sealed)).toBe('head-altered')
  })

  test('data that is no sealed file', async () => {
    expect(await endOf(held, Buffer.from(`%PDF-1.7${' '.repeat(500)}`))).toBe('not-sealed')
    expect(await endOf(held, Buffer.alloc(0))).toBe('not-sealed')
  })
})
