/** What every blob store guarantees about writing: parts, attempts, aborted and wrong bodies, completion. */
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  bodyOf,
  bytesOf,
  KIB,
  MIB,
  partsOf,
  readSpan,
  type StoreUnderTest,
  sendBlob,
  sendPart,
} from '#test/storage/blobs'
import type { ByteSpan } from './blob-port.ts'

export function describeWriting(subjectOf: () => StoreUnderTest): void {
  test.each([1, 65_535, 65_536, 65_537, 8 * MIB - 1, 8 * MIB, 8 * MIB + 1])(
    'holds a blob of %i bytes',
    async (bytes) => {
      const whole = bytesOf(bytes)
      const blob = await sendBlob(subjectOf(), whole)
      expect((await readSpan(subjectOf().store, blob)).equals(whole)).toBe(true)
      await subjectOf().store.remove(blob.ref)
    },
  )

  test('accepts more than ten parts in any order, several at once', async () => {
    const subject = subjectOf()
    const { store } = subject
    const partBytes = subject.partBytesFor(9 * MIB)
    const whole = bytesOf(11 * partBytes + 1)
    const ref = await store.create(whole.length, partBytes)
    const shuffled = partsOf(ref).map((span, i) => ({ span, at: (i * 7) % 12 }))
    shuffled.sort((a, b) => a.at - b.at)
    const parts = await Promise.all(shuffled.map(({ span }) => sendPart(store, ref, span, whole)))
    await store.complete(ref, parts)
    expect((await readSpan(store, { ref, parts })).equals(whole)).toBe(true)
    await store.remove(ref)
  })

  test('replaces an earlier attempt at a part by a later one', async () => {
    const { store, partBytesFor } = subjectOf()
    const whole = bytesOf(9 * MIB)
    const ref = await store.create(whole.length, partBytesFor(whole.length))
    const spans = partsOf(ref)
    for (const span of spans) await sendPart(store, ref, span, bytesOf(9 * MIB, 2))
    const parts = []
    for (const span of spans) parts.push(await sendPart(store, ref, span, whole))
    await store.complete(ref, parts)
    expect((await readSpan(store, { ref, parts })).equals(whole)).toBe(true)
    await store.remove(ref)
  })

  test('sums spans inside a part while it streams, however the body is sliced', async () => {
    const { store, runs } = subjectOf()
    const whole = bytesOf(40_000)
    const cuts = fc.uniqueArray(fc.integer({ min: 0, max: whole.length }), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(cuts, fc.integer({ min: 1, max: 20_000 }), async (points, chunkBytes) => {
        const edges = points.sort((a, b) => a - b)
        const spans = edges
          .slice(1)
          .map((end, i) => ({ offset: edges[i] as number, bytes: end - (edges[i] as number) }))
        const ref = await store.create(whole.length, whole.length)
        const span = { offset: 0, bytes: whole.length }
        const { spanCrcs, ...part } = await store.writePart(ref, span, bodyOf(whole, chunkBytes), { spans })
        expect(spanCrcs).toEqual(spans.map(({ offset, bytes }) => crc32(whole.subarray(offset, offset + bytes))))
        await store.complete(ref, [{ ...span, ...part }])
        const read = await readSpan(store, { ref, parts: [{ ...span, ...part }] })
        expect(read.equals(whole)).toBe(true)
        await store.remove(ref)
      }),
      { numRuns: Math.min(30, runs) },
    )
  })

  test('leaves the chunks of a body alone unless the write owns them', async () => {
    const { store } = subjectOf()
    const whole = bytesOf(200_000)
    const chunks = [whole.subarray(0, 100_000), whole.subarray(100_000)].map((chunk) =>
      Buffer.from(Uint8Array.from(chunk).buffer),
    )
    const span = { offset: 0, bytes: whole.length }
    for (const ownsChunks of [false, true]) {
      const ref = await store.create(whole.length, whole.length)
      const part = await store.writePart(ref, span, Readable.from(chunks, { objectMode: false }), { ownsChunks })
      if (!ownsChunks) expect(Buffer.concat(chunks).equals(whole)).toBe(true)
      expect((await readSpan(store, { ref, parts: [{ ...span, ...part }] })).equals(whole)).toBe(true)
      await store.remove(ref)
    }
  })

  test('refuses a body that is too long, too short or breaks off, and accepts the right one afterwards', async () => {
    const { store, partBytesFor } = subjectOf()
    const whole = bytesOf(9 * MIB)
    const ref = await store.create(whole.length, partBytesFor(whole.length))
    const [first, ...others] = partsOf(ref) as [ByteSpan, ...ByteSpan[]]
    const broken = bodyOf(whole.subarray(0, first.bytes))
    broken.once('data', () => setImmediate(() => broken.destroy(new Error('the line is cut'))))
    const bodies = [bodyOf(whole.subarray(0, first.bytes + 1)), bodyOf(whole.subarray(0, first.bytes - 1)), broken]
    for (const body of bodies) {
      await expect(store.writePart(ref, first, body)).rejects.toMatchObject({ code: 'part-size-mismatch' })
    }
    const parts = []
    for (const span of [...others, first]) parts.push(await sendPart(store, ref, span, whole))
    await store.complete(ref, parts)
    expect((await readSpan(store, { ref, parts })).equals(whole)).toBe(true)
    await store.remove(ref)
  })

  test('rejects an aborted write with the reason, does not acknowledge it, and lets a successor succeed', async () => {
    const { store, partBytesFor } = subjectOf()
    const whole = bytesOf(9 * MIB)
    const ref = await store.create(whole.length, partBytesFor(whole.length))
    const spans = partsOf(ref)
    const [first] = spans as [ByteSpan]
    const reason = new Error('a newer request for this part')
    const early = AbortSignal.abort(reason)
    await expect(store.writePart(ref, first, bodyOf(whole), { signal: early })).rejects.toBe(reason)

    const late = new AbortController()
    let sent = 0
    const endless = Readable.from(
      (async function* () {
        for (; ; sent += 64 * KIB) {
          if (sent === 128 * KIB) late.abort(reason)
          if (sent >= first.bytes - 64 * KIB) await delay(5)
          yield whole.subarray(sent % MIB, (sent % MIB) + 1)
        }
      })(),
      { objectMode: false },
    )
    await expect(store.writePart(ref, first, endless, { signal: late.signal })).rejects.toBe(reason)
    endless.destroy()
    expect(await store.listParts(ref)).toEqual([])

    const parts = []
    for (const span of spans) parts.push(await sendPart(store, ref, span, whole))
    await store.complete(ref, parts)
    expect((await readSpan(store, { ref, parts })).equals(whole)).toBe(true)
    await store.remove(ref)
  })

  test('refuses a part outside the plan', async () => {
    const { store, partBytesFor } = subjectOf()
    const ref = await store.create(9 * MIB, partBytesFor(9 * MIB))
    const partBytes = ref.partBytes
    const wrong = [
      { offset: 1, bytes: partBytes },
      { offset: 0, bytes: 9 * MIB + 1 },
      { offset: 0, bytes: 0 },
      { offset: -partBytes, bytes: partBytes },
      { offset: 9 * MIB, bytes: partBytes },
    ]
    for (const span of wrong) {
      const body = bodyOf(bytesOf(10))
      await expect(store.writePart(ref, span, body)).rejects.toMatchObject({ code: 'part-misplaced' })
    }
    await store.remove(ref)
  })

  test('completes only when every byte is there, and then repeatedly', async () => {
    const { store, partBytesFor } = subjectOf()
    const whole = bytesOf(11 * MIB)
    const ref = await store.create(whole.length, partBytesFor(whole.length))
    const spans = partsOf(ref)
    const last = spans.pop() as ByteSpan
    const parts = []
    for (const span of spans) parts.push(await sendPart(store, ref, span, whole))
    await expect(store.complete(ref, parts)).rejects.toMatchObject({ code: 'upload-incomplete' })
    const imagined = { ...last, crc32: 0, tag: Buffer.alloc(8), segment: parts[0]?.segment ?? '' }
    await expect(store.complete(ref, [...parts, imagined])).rejects.toMatchObject({ code: 'upload-incomplete' })

    parts.push(await sendPart(store, ref, last, whole))
    await store.complete(ref, parts)
    await Promise.all([store.complete(ref, parts), store.complete(ref, parts)])
    expect((await readSpan(store, { ref, parts })).equals(whole)).toBe(true)
    await store.remove(ref)
  })
}
