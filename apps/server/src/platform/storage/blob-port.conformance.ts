/** What every blob store guarantees, as tests; each adapter's test file runs them. */
import { readdirSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  bytesOf,
  MIB,
  partsOf,
  readSpan,
  type StoreUnderTest,
  sendBlob,
  sendPart,
  type WholeBlob,
} from '#test/storage/blobs'
import type { BlobStore, ByteSpan } from './blob-port.ts'
import { describeWriting } from './blob-writing.conformance.ts'

async function keysIn(store: BlobStore): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of store.list()) keys.push(key)
  return keys.sort()
}

function openHandles(): number {
  return readdirSync('/proc/self/fd').length
}

export function describeBlobStore(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(name, () => {
    let subject: StoreUnderTest
    let store: BlobStore
    beforeAll(async () => {
      subject = await open()
      store = subject.store
    })
    afterAll(() => subject.close())

    describeWriting(() => subject)
    describeReading(() => subject)

    test('lists exactly what it holds, complete or not, and nothing that was removed', async () => {
      const before = await keysIn(store)
      const whole = await sendBlob(subject, bytesOf(70_000))
      const open = await store.create(9 * MIB, subject.partBytesFor(9 * MIB))
      await sendPart(store, open, partsOf(open)[0] as ByteSpan, bytesOf(9 * MIB))
      expect(await keysIn(store)).toEqual([...before, whole.ref.key, open.key].sort())

      for (const ref of [whole.ref, open]) {
        await store.remove(ref)
        await store.remove(ref)
      }
      expect(await keysIn(store)).toEqual(before)
      await expect(readSpan(store, whole)).rejects.toThrow(/damaged/)
      await expect(store.complete(open, [])).rejects.toMatchObject({ code: 'upload-incomplete' })
    })

    test('reports the free space', async () => {
      expect(await store.freeBytes()).toBeGreaterThan(0)
    })
  })
}

function describeReading(subjectOf: () => StoreUnderTest): void {
  const whole = bytesOf(12 * MIB + 777)
  let blob: WholeBlob
  let store: BlobStore
  beforeAll(async () => {
    store = subjectOf().store
    blob = await sendBlob(subjectOf(), whole, (spans) => spans.toReversed())
  })
  afterAll(() => store.remove(blob.ref))

  test('reads every kind of span', async () => {
    const size = whole.length
    const edges = [0, 1, 65_535, 65_536, 65_537, 262_143, 262_144, MIB, 5 * MIB - 1, 5 * MIB, size - 1, size]
    const offset = fc.oneof(fc.constantFrom(...edges), fc.integer({ min: 0, max: size }))
    await fc.assert(
      fc.asyncProperty(offset, offset, async (a, b) => {
        const [from, to] = a < b ? [a, b] : [b, a]
        const read = await readSpan(store, blob, { offset: from, bytes: to - from })
        expect(read.equals(whole.subarray(from, to))).toBe(true)
      }),
      {
        numRuns: subjectOf().runs,
        examples: [
          [0, size],
          [0, 0],
          [size, size],
          [size - 1, size],
          [0, 1],
        ],
      },
    )
  })

  test.each([
    [-1, 1],
    [0, whole.length + 1],
    [whole.length, 1],
    [0.5, 1],
    [0, Number.NaN],
  ])('treats a span of %d+%d as a bug of the caller', (offset, bytes) => {
    expect(() => store.read(blob.ref, blob.parts, { offset, bytes })).toThrow(RangeError)
  })

  test('does not let a leaving reader disturb another', async () => {
    const other = store.read(blob.ref, blob.parts, { offset: 0, bytes: whole.length })
    const left = new Promise((resolve) => other.once('data', () => resolve(other.destroy())))
    const slow = store.read(blob.ref, blob.parts, { offset: 5, bytes: whole.length - 5 })
    const chunks: Buffer[] = []
    for await (const chunk of slow as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      if (chunks.length % 16 === 0) await delay(1)
    }
    await left
    expect(other.destroyed).toBe(true)
    expect(Buffer.concat(chunks).equals(whole.subarray(5))).toBe(true)
  })

  test('stops reading ahead when nobody consumes', async () => {
    const idle = store.read(blob.ref, blob.parts, { offset: 0, bytes: whole.length })
    idle.read(0)
    await delay(300)
    expect(idle.readableLength).toBeGreaterThan(0)
    expect(idle.readableLength).toBeLessThanOrEqual(2 * MIB)
    idle.destroy()
  })

  test('leaves no handle open after a thousand leaving readers', async () => {
    const before = openHandles()
    for (let round = 0; round < 50; round++) {
      await Promise.all(
        Array.from({ length: 20 }, async (_, i) => {
          const stream = store.read(blob.ref, blob.parts, { offset: i * 1_000, bytes: whole.length - i * 1_000 })
          const closed = new Promise((resolve) => stream.once('close', resolve))
          if (i % 4 === 0) stream.destroy()
          else stream.once('data', () => stream.destroy())
          await closed
        }),
      )
    }
    const allowed = before + subjectOf().idleHandles
    for (let waits = 0; openHandles() > allowed && waits < 50; waits++) await delay(100)
    expect(openHandles()).toBeLessThanOrEqual(allowed)
  })
}
