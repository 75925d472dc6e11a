import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { mkdtemp, open, readdir, readFile, rename, rm, stat, symlink, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rounds } from '#test/app/rounds'
import { bodyOf, bytesOf, partsOf, readSpan, type StoreUnderTest, sendBlob, sendPart } from '#test/storage/blobs'
import { masterKeyOf } from '../../config/master-key.ts'
import { describeBlobStore } from '../blob-port.conformance.ts'
import type { BlobStore } from '../blob-port.ts'
import { openDiskStore } from './disk-adapter.ts'
import { STORED_RECORD_BYTES } from './records.ts'
import { releaseBuffer } from './release-buffer.ts'

const RECORD = 65_536
const partBytesFor = () => 12 * RECORD
const masterKey = masterKeyOf(randomBytes(32))

async function openStore(): Promise<StoreUnderTest & { dir: string }> {
  const dir = await mkdtemp(join(tmpdir(), 'waybill-disk-store-'))
  const store = await openDiskStore({ dir, masterKey })
  const close = async () => {
    await store.close()
    await rm(dir, { recursive: true })
  }
  return { store, dir, partBytesFor, runs: rounds(40, 100), idleHandles: 4, close }
}

describeBlobStore('disk store', openStore)

describe('disk store, on its disk', () => {
  let subject: Awaited<ReturnType<typeof openStore>>
  let store: BlobStore
  const whole = bytesOf(20 * RECORD + 5)
  const folderOf = (key: string) => join(subject.dir, key.slice(0, 2), key.slice(2, 4))
  /** The single file of a blob. */
  const pathOf = (key: string) => {
    const [name, ...more] = readdirSync(folderOf(key)).filter((name) => name.startsWith(key))
    if (name === undefined || more.length > 0) throw new Error(`not one file, but ${more.length}`)
    return join(folderOf(key), name)
  }
  beforeAll(async () => {
    subject = await openStore()
    store = subject.store
  })
  afterAll(() => subject.close())

  test('ends the stream with an error at a flipped bit, and only from there on', async () => {
    const blob = await sendBlob(subject, whole)
    const { size } = await stat(pathOf(blob.ref.key))
    for (const position of [0, 70_000, 12 * STORED_RECORD_BYTES, size - 1, size - 20]) {
      await flip(pathOf(blob.ref.key), position)
      await expect(readSpan(store, blob)).rejects.toThrow(/damaged: record \d+ does not open/)
      const record = Math.floor(position / STORED_RECORD_BYTES)
      const before = await readSpan(store, blob, { offset: 0, bytes: record * RECORD })
      expect(before.equals(whole.subarray(0, record * RECORD))).toBe(true)
      await flip(pathOf(blob.ref.key), position)
    }
    expect((await readSpan(store, blob)).equals(whole)).toBe(true)
  })

  test('does not open two records that were swapped', async () => {
    const blob = await sendBlob(subject, whole)
    await swapRecords(pathOf(blob.ref.key), 2, 3)
    await expect(readSpan(store, blob, { offset: 2 * RECORD, bytes: 10 })).rejects.toThrow(/damaged/)
    await expect(readSpan(store, blob, { offset: 3 * RECORD, bytes: 10 })).rejects.toThrow(/damaged/)
    await swapRecords(pathOf(blob.ref.key), 2, 3)
    expect((await readSpan(store, blob)).equals(whole)).toBe(true)
  })

  test("does not open two files whose names were swapped, nor one with another blob's data key", async () => {
    const [one, two] = [await sendBlob(subject, whole), await sendBlob(subject, whole)]
    const [a, b] = [pathOf(one.ref.key), pathOf(two.ref.key)]
    await rename(a, `${a}.tmp`)
    await rename(b, a)
    await rename(`${a}.tmp`, b)
    await expect(readSpan(store, one)).rejects.toThrow(/damaged/)
    await expect(readSpan(store, two)).rejects.toThrow(/damaged/)
    const swappedKey = { ...one.ref, wrappedKey: two.ref.wrappedKey }
    expect(() => store.read(swappedKey, one.parts, { offset: 0, bytes: 1 })).toThrow()
  })

  test("does not open a part with another part's nonce prefix", async () => {
    const blob = await sendBlob(subject, whole)
    const [first, second] = blob.parts.map(({ tag }) => tag)
    const parts = blob.parts.map((part, i) => ({ ...part, tag: (i === 0 ? second : first) as Uint8Array }))
    await expect(readSpan(store, { ...blob, parts })).rejects.toThrow(/damaged/)
    await expect(readSpan(store, { ...blob, parts: blob.parts.slice(1) })).rejects.toThrow(/no part holds record 0/)
  })

  test('reports a truncated or missing file as damage, never as a short success', async () => {
    const blob = await sendBlob(subject, whole)
    await truncate(pathOf(blob.ref.key), 12 * STORED_RECORD_BYTES + 100)
    await expect(readSpan(store, blob)).rejects.toThrow(/cut short/)
    await expect(store.complete(blob.ref, blob.parts)).rejects.toMatchObject({ code: 'upload-incomplete' })
    await rm(pathOf(blob.ref.key))
    await expect(readSpan(store, blob)).rejects.toThrow(/gone/)
  })

  test('makes one blob from parts of different sizes, as on a connection that gets faster', async () => {
    const ref = await store.create(whole.length, RECORD)
    const sizes = [2 * RECORD, RECORD, 16 * RECORD, RECORD + 5]
    const parts = []
    for (let i = 0, offset = 0; i < sizes.length; offset += sizes[i++] as number) {
      parts.push(await sendPart(store, ref, { offset, bytes: sizes[i] as number }, whole))
    }
    await store.complete(ref, parts.toReversed())
    expect((await readSpan(store, { ref, parts: parts.toReversed() })).equals(whole)).toBe(true)
    const middle = { offset: 3 * RECORD + 9, bytes: RECORD }
    const read = await readSpan(store, { ref, parts: parts.slice(2, 3) }, middle)
    expect(read.equals(whole.subarray(middle.offset, middle.offset + middle.bytes))).toBe(true)
    const overlapping = [...parts.slice(0, 2), ...parts.slice(1)]
    await expect(store.complete(ref, overlapping)).rejects.toMatchObject({ code: 'upload-incomplete' })
  })

  test('has no plaintext, name or key in the folder, which no other account may read', async () => {
    const secret = Buffer.from('A sentence that a recipient alone should ever read. '.repeat(4_000))
    const { ref } = await sendBlob(subject, secret)
    const stored = await readFile(pathOf(ref.key))
    for (const needle of ['recipient', 'A sentence', 'should ever']) expect(stored.includes(needle)).toBe(false)
    expect((await stat(pathOf(ref.key))).mode & 0o777).toBe(0o600)
    for (const entry of await readdir(subject.dir, { recursive: true, withFileTypes: true })) {
      if (entry.isDirectory()) expect((await stat(join(entry.parentPath, entry.name))).mode & 0o777).toBe(0o700)
    }
  })

  test('follows no symbolic link and no key that is a path', async () => {
    const target = join(subject.dir, 'elsewhere')
    const blob = await sendBlob(subject, whole)
    const path = pathOf(blob.ref.key)
    await rename(path, target)
    await symlink(target, path)
    await expect(readSpan(store, blob)).rejects.toThrow()
    const [span] = partsOf(blob.ref)
    await expect(store.writePart(blob.ref, span as never, bodyOf(whole))).rejects.toThrow(/ELOOP/)
    for (const key of [
      '../../../../etc/passwd',
      'a'.repeat(31),
      '../'.repeat(20),
      `${'a'.repeat(40)}/x`,
      'A'.repeat(40),
    ]) {
      await expect(store.remove({ key, multipartId: '' })).rejects.toThrow('not a blob key')
    }
  })

  test('does not open what another master key wrapped', async () => {
    const blob = await sendBlob(subject, whole)
    const foreign = await openDiskStore({ dir: subject.dir, masterKey: masterKeyOf(randomBytes(32)) })
    expect(() => foreign.read(blob.ref, blob.parts, { offset: 0, bytes: 1 })).toThrow()
  })

  test('signs nothing and lists no parts, because its parts come through this server', async () => {
    const { ref } = await sendBlob(subject, whole)
    await expect(store.signParts(ref, [], 60)).rejects.toThrow(/signs no URLs/)
    expect(await store.listParts(ref)).toEqual([])
  })

  test('leaves no buffer of a reader that ended to the collector', async () => {
    const blob = await sendBlob(subject, whole)
    const heldBytes = () => process.memoryUsage().arrayBuffers
    const before = heldBytes()
    let most = 0
    for (let reader = 0; reader < 100; reader += 1) {
      const stream = store.read(blob.ref, blob.parts, { offset: 0, bytes: whole.length })
      stream.on('data', releaseBuffer)
      await once(stream, 'close')
      most = Math.max(most, heldBytes() - before)
    }
    expect(most).toBeLessThan(32 * RECORD)
  })

  test('has finished an aborted write when it rejects: the file no longer changes', async () => {
    const ref = await store.create(whole.length, RECORD)
    const abort = new AbortController()
    const body = bodyOf(whole)
    body.on('data', () => setImmediate(() => abort.abort(new Error('superseded'))))
    const span = { offset: 0, bytes: whole.length }
    await expect(store.writePart(ref, span, body, { signal: abort.signal })).rejects.toThrow('superseded')
    const before = await readFile(pathOf(ref.key))
    body.resume()
    await delay(50)
    expect((await readFile(pathOf(ref.key))).equals(before)).toBe(true)
  })
})

async function flip(path: string, position: number): Promise<void> {
  const file = await open(path, 'r+')
  const byte = Buffer.alloc(1)
  await file.read(byte, 0, 1, position)
  byte.writeUInt8(byte.readUInt8(0) ^ 0x10, 0)
  await file.write(byte, 0, 1, position)
  await file.close()
}

async function swapRecords(path: string, one: number, other: number): Promise<void> {
  const file = await open(path, 'r+')
  const [a, b] = [Buffer.alloc(STORED_RECORD_BYTES), Buffer.alloc(STORED_RECORD_BYTES)]
  await file.read(a, 0, a.length, one * a.length)
  await file.read(b, 0, b.length, other * a.length)
  await file.write(b, 0, a.length, one * a.length)
  await file.write(a, 0, a.length, other * a.length)
  await file.close()
}
