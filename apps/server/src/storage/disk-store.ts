import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { Problem } from '@waybill/contract/problems'
import { newBlobKey } from './blob-key.ts'
import {
  type BlobRef,
  type BlobStore,
  type ByteSpan,
  RECORD_BYTES,
  type StoredPart,
  type WriteOptions,
  type WrittenPart,
} from './blob-store.ts'
import { diskFault } from './disk-faults.ts'
import { DiskFiles } from './disk-files.ts'
import { readRecords } from './disk-reader.ts'
import { writePartRecords } from './disk-writer.ts'
import { FreeSpace } from './free-space.ts'
import { assertCovered, assertWithin, inOrder } from './part-coverage.ts'
import { PartSums } from './part-sums.ts'
import { RecordSealer } from './record-sealer.ts'
import { DATA_KEY_BYTES, NONCE_PREFIX_BYTES, RecordCiphers, STORED_RECORD_BYTES, storedBytes } from './records.ts'

const KIB = 1024
/** Few writers take large writes for speed; many take small ones, so that memory stays flat. */
const LARGE_FLUSH_BYTES = 512 * KIB
const SMALL_FLUSH_BYTES = 256 * KIB
const MANY_WRITERS = 12

export interface DiskStoreOptions {
  /** The folder that holds the blobs; made when missing. */
  dir: string
  masterKey: {
    wrap(key: Uint8Array, aad: string): Uint8Array
    unwrap(wrapped: Uint8Array, aad: string): Uint8Array
  }
}

/** Blobs as encrypted records in one sparse file each: a part is written where it stays, and synced before it counts. */
class DiskStore implements BlobStore {
  readonly kind = 'disk'
  readonly transport = 'server'
  readonly #files: DiskFiles
  readonly #masterKey: DiskStoreOptions['masterKey']
  readonly #space: FreeSpace
  #writers = 0

  constructor(files: DiskFiles, masterKey: DiskStoreOptions['masterKey']) {
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
    this.#writers++
    try {
      await this.#space.take(span.bytes)
      const sealer = new RecordSealer(this.#ciphersOf(ref), tag, firstRecord)
      const file = await this.#files.openToWrite(ref.key)
      try {
        const position = firstRecord * STORED_RECORD_BYTES
        const flushBytes = this.#writers > MANY_WRITERS ? SMALL_FLUSH_BYTES : LARGE_FLUSH_BYTES
        const ownsChunks = options.ownsChunks ?? false
        const target = { file, position, bytes: span.bytes, sealer, sums, flushBytes, ownsChunks }
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
    return { crc32: sums.crc32, tag, spanCrcs: sums.spanCrcs }
  }

  signParts(): Promise<never> {
    return Promise.reject(new Error('the disk store signs no URLs: parts come through this server'))
  }

  listParts(): Promise<never[]> {
    return Promise.resolve([])
  }

  async complete(ref: BlobRef, parts: readonly StoredPart[]): Promise<void> {
    assertCovered(parts, ref.bytes)
    const size = await this.#files.sizeOf(ref.key).catch((error) => {
      throw diskFault(error)
    })
    if (size !== storedBytes(ref.bytes)) throw new Problem('upload-incomplete', { from: 0 })
  }

  read(ref: BlobRef, parts: readonly StoredPart[], span: ByteSpan): Readable {
    assertWithin(span, ref.bytes)
    const { key, bytes: blobBytes } = ref
    const open = () => this.#files.openToRead(key)
    return readRecords({ key, blobBytes, ciphers: this.#ciphersOf(ref), parts: inOrder(parts), open }, span)
  }

  async remove(ref: Pick<BlobRef, 'key'>): Promise<void> {
    await this.#files.remove(ref.key).catch((error) => {
      throw diskFault(error)
    })
  }

  async *list(): AsyncGenerator<{ key: string; multipartId: string; changedAt: Date }> {
    for await (const { key, changedAt } of this.#files.list()) yield { key, multipartId: '', changedAt }
  }

  freeBytes(): Promise<number> {
    return this.#space.bytes()
  }

  async close(): Promise<void> {}

  #ciphersOf(ref: BlobRef): RecordCiphers {
    return new RecordCiphers(this.#masterKey.unwrap(ref.wrappedKey, ref.key), ref.key)
  }
}

/** Records never straddle two parts. @throws Problem 'part-misplaced' */
function assertAligned(ref: BlobRef, span: ByteSpan): void {
  const end = span.offset + span.bytes
  const isWhole = span.bytes > 0 && span.offset >= 0 && end <= ref.bytes
  if (!isWhole || span.offset % RECORD_BYTES !== 0 || (end % RECORD_BYTES !== 0 && end !== ref.bytes)) {
    throw new Problem('part-misplaced', { offset: span.offset, bytes: span.bytes })
  }
}

/** Opens the disk store under `dir`, which it makes (0700) when missing. */
export async function openDiskStore({ dir, masterKey }: DiskStoreOptions): Promise<BlobStore> {
  return new DiskStore(await DiskFiles.open(dir), masterKey)
}
