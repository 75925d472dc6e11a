import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { Problem } from '@waybill/contract/core/problems'
import { newBlobKey, newSegment } from '../blob-key.ts'
import {
  type BlobRef,
  type BlobStore,
  type ByteSpan,
  DISK_ID,
  RECORD_BYTES,
  type StoredObject,
  type StoredPart,
  type StoreId,
  type WriteOptions,
  type WrittenPart,
} from '../blob-port.ts'
import { assertCovered, assertWithin, inOrder } from '../part-coverage.ts'
import { PartSums } from '../sums/part-sums.ts'
import { diskFault } from './disk-faults.ts'
import { DiskFiles } from './disk-files.ts'
import { probeFolder, requireDiskRoom } from './disk-probe.ts'
import { readRecords } from './disk-reader.ts'
import { writePartRecords } from './disk-writer.ts'
import { FreeSpace } from './free-space.ts'
import { RecordSealer } from './record-sealer.ts'
import { DATA_KEY_BYTES, NONCE_PREFIX_BYTES, RecordCiphers, STORED_RECORD_BYTES, storedBytes } from './records.ts'

const KIB = 1024
/** A few writers use large writes for speed; many use small ones, one at a time each, so that memory stays flat. */
const OF_FEW = { flushBytes: 512 * KIB, writesAtOnce: 2 }
const OF_MANY = { flushBytes: 128 * KIB, writesAtOnce: 1 }
const MANY_WRITERS = 12

export interface DiskStoreOptions {
  /** By default that of the store in the data folder. */
  id?: StoreId
  /** The folder of the blobs; created when missing. */
  dir: string
  masterKey: {
    wrap(key: Uint8Array, aad: string): Uint8Array
    unwrap(wrapped: Uint8Array, aad: string): Uint8Array
  }
}

/**
 * Blobs as encrypted records in sparse files: a part is written at its final position, and synced before it counts.
 * Each process writes to its own segments, one file per blob and lane, so that a single process writes each file at
 * final offsets, and a suspended process that was given up and resumes writes where nothing reads.
 */
class DiskStore implements BlobStore {
  readonly id: StoreId
  readonly scoped = null
  readonly transport = 'server'
  readonly #files: DiskFiles
  readonly #masterKey: DiskStoreOptions['masterKey']
  readonly #space: FreeSpace
  /** Names the files that this process writes, by lane; no other process ever writes them. */
  readonly #segments = [newSegment(), newSegment()] as const
  #writers = 0

  constructor(id: StoreId, files: DiskFiles, masterKey: DiskStoreOptions['masterKey']) {
    this.id = id
    this.#files = files
    this.#space = new FreeSpace(files.root)
    this.#masterKey = masterKey
  }

  async create(bytes: number, partBytes: number): Promise<BlobRef> {
    if (!Number.isSafeInteger(bytes) || bytes <= 0) throw new RangeError(`not a blob's size: ${bytes}`)
    const key = newBlobKey()
    const wrappedKey = this.#masterKey.wrap(randomBytes(DATA_KEY_BYTES), key)
    return { key, bytes, partBytes, wrappedKey, multipartId: '' }
  }

  async writePart(ref: BlobRef, span: ByteSpan, body: Readable, options: WriteOptions = {}): Promise<WrittenPart> {
    assertAligned(ref, span)
    const tag = randomBytes(NONCE_PREFIX_BYTES)
    const sums = new PartSums(span, options.spans ?? [])
    const firstRecord = span.offset / RECORD_BYTES
    const segment = this.#segments[options.lane ?? 0]
    this.#writers++
    try {
      await this.#space.take(span.bytes)
      const sealer = new RecordSealer(this.#ciphersOf(ref), tag, firstRecord)
      const file = await this.#files.openToWrite(ref.key, segment)
      try {
        const position = firstRecord * STORED_RECORD_BYTES
        const writes = this.#writers > MANY_WRITERS ? OF_MANY : OF_FEW
        const ownsChunks = options.ownsChunks ?? false
        const target = { file, position, bytes: span.bytes, sealer, sums, ...writes, ownsChunks }
        await writePartRecords(target, body, options.signal)
        await file.datasync()
      } finally {
        await file.close()
      }
    } catch (error) {
      throw diskFault(error)
    } finally {
      this.#writers--
    }
    return { crc32: sums.crc32, tag, segment, spanCrcs: sums.spanCrcs }
  }

  signParts(): Promise<never> {
    return Promise.reject(new Error('the disk store signs no URLs: parts come through this server'))
  }

  listParts(): Promise<never[]> {
    return Promise.resolve([])
  }

  async complete(ref: BlobRef, parts: readonly StoredPart[]): Promise<void> {
    assertCovered(parts, ref.bytes)
    const [lost] = await this.findLost(ref, parts)
    if (lost !== undefined) throw new Problem('upload-incomplete', { from: lost.offset })
  }

  async findLost({ key }: BlobRef, parts: readonly StoredPart[]): Promise<StoredPart[]> {
    const lost: StoredPart[] = []
    for (const [segment, inside] of Map.groupBy(parts, (part) => part.segment)) {
      const size = await this.#files.sizeOf(key, segment).catch(fail)
      lost.push(...inside.filter(({ offset, bytes }) => size === null || size < storedBytes(offset + bytes)))
    }
    return lost.sort((a, b) => a.offset - b.offset)
  }

  async has({ key }: BlobRef): Promise<boolean> {
    return (await this.listSegments(key)).length > 0
  }

  read(ref: BlobRef, parts: readonly StoredPart[], span: ByteSpan): Readable {
    assertWithin(span, ref.bytes)
    const { key, bytes: blobBytes } = ref
    const open = (segment: string) => this.#files.openToRead(key, segment)
    return readRecords({ key, blobBytes, ciphers: this.#ciphersOf(ref), parts: inOrder(parts), open }, span)
  }

  async remove({ key }: Pick<BlobRef, 'key'>): Promise<void> {
    for (const segment of await this.listSegments(key)) await this.removeSegment(key, segment)
  }

  removeSegment(key: string, segment: string): Promise<void> {
    return this.#files.remove(key, segment).catch(fail)
  }

  listSegments(key: string): Promise<string[]> {
    return this.#files.segmentsOf(key).catch(fail)
  }

  async *list(): AsyncGenerator<StoredObject> {
    for await (const file of this.#files.list()) yield { ...file, multipartId: '' }
  }

  async probe(): Promise<void> {
    await probeFolder(this.#files.root)
    await requireDiskRoom(this.#files.root)
  }

  /** The consistency check reports files on disk without a row. */
  sweep(): Promise<number> {
    return Promise.resolve(0)
  }

  freeBytes(): Promise<number> {
    return this.#space.bytes()
  }

  async close(): Promise<void> {}

  #ciphersOf(ref: BlobRef): RecordCiphers {
    return new RecordCiphers(this.#masterKey.unwrap(ref.wrappedKey, ref.key), ref.key)
  }
}

function fail(error: unknown): never {
  throw diskFault(error)
}

/** Records never straddle two parts. @throws Problem 'part-misplaced' */
function assertAligned(ref: BlobRef, span: ByteSpan): void {
  const end = span.offset + span.bytes
  const isWhole = span.bytes > 0 && span.offset >= 0 && end <= ref.bytes
  if (!isWhole || span.offset % RECORD_BYTES !== 0 || (end % RECORD_BYTES !== 0 && end !== ref.bytes)) {
    throw new Problem('part-misplaced', { offset: span.offset, bytes: span.bytes })
  }
}

/** Opens the disk store under `dir`, which it creates (0700) when missing. */
export async function openDiskStore({ id = DISK_ID, dir, masterKey }: DiskStoreOptions): Promise<BlobStore> {
  return new DiskStore(id, await DiskFiles.open(dir), masterKey)
}
