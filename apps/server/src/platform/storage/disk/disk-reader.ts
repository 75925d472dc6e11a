import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { type ByteSpan, RECORD_BYTES, type StoredPart } from '../blob-port.ts'
import { DamagedBlob } from '../damaged-blob.ts'
import { PartCursor } from '../part-cursor.ts'
import { diskFault, errnoOf } from './disk-faults.ts'
import { OpenSegments } from './open-segments.ts'
import { NONCE_PREFIX_BYTES, type RecordCiphers, recordBytes, STORED_RECORD_BYTES, TAG_BYTES } from './records.ts'
import { releaseBuffer } from './release-buffer.ts'

const RECORDS_PER_READ = 4
const HIGH_WATER_BYTES = RECORDS_PER_READ * RECORD_BYTES

export interface RecordSource {
  key: string
  /** Size of the whole blob. */
  blobBytes: number
  ciphers: RecordCiphers
  /** Covering the span, in order. */
  parts: readonly StoredPart[]
  open: (segment: string) => Promise<FileHandle>
}

/** A run of records being read from one file: `bytes` of `buffer` once `ready` resolves. */
interface Batch {
  first: number
  records: number
  buffer: Buffer
  ready: Promise<void>
}

/**
 * Plaintext of a span. While one batch of records is opened and passed on, the next is read into the other of two
 * buffers; nothing more is in memory, however long the span and however slow the reader.
 */
class RecordReader extends Readable {
  readonly #source: RecordSource
  readonly #span: ByteSpan
  readonly #lastRecord: number
  readonly #spare: Buffer[] = []
  readonly #segments: OpenSegments
  /** The positions of fetching and of opening, which follows it, among the parts. */
  readonly #fetchedParts: PartCursor
  readonly #openedParts: PartCursor
  #toFetch: number
  #fetching: Batch | null = null
  #opened: { batch: Batch; done: number } | null = null
  #isPumping = false

  constructor(source: RecordSource, span: ByteSpan) {
    super({ highWaterMark: HIGH_WATER_BYTES })
    this.#source = source
    this.#span = span
    this.#toFetch = Math.floor(span.offset / RECORD_BYTES)
    this.#lastRecord = Math.floor((span.offset + span.bytes - 1) / RECORD_BYTES)
    this.#segments = new OpenSegments(source.open)
    this.#fetchedParts = new PartCursor(source.parts, span.offset)
    this.#openedParts = new PartCursor(source.parts, span.offset)
  }

  override _read(): void {
    if (this.#isPumping) return
    this.#isPumping = true
    this.#pump().catch((error) => this.destroy(this.#fault(error)))
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#releaseBuffers()
    this.#segments.close().then(
      () => callback(error),
      (closing) => callback(error ?? closing),
    )
  }

  /** The kernel writes to the buffer of a batch until it is ready, so that one is released afterwards. */
  #releaseBuffers(): void {
    const fetching = this.#fetching
    if (fetching !== null) {
      const release = () => releaseBuffer(fetching.buffer)
      fetching.ready.then(release, release)
    }
    if (this.#opened !== null) releaseBuffer(this.#opened.batch.buffer)
    for (const spare of this.#spare) releaseBuffer(spare)
  }

  /** Passes records on until the consumer has enough or the span ends. */
  async #pump(): Promise<void> {
    let wanted = true
    while (wanted && !this.destroyed) {
      this.#opened ??= await this.#nextBatch()
      if (this.#opened === null) {
        this.push(null)
        return
      }
      if (this.destroyed) return
      const { batch, done } = this.#opened
      wanted = this.push(this.#openRecord(batch, done))
      this.#opened.done++
      if (this.#opened.done === batch.records) {
        this.#spare.push(batch.buffer)
        this.#opened = null
      }
    }
    this.#isPumping = false
  }

  async #nextBatch(): Promise<{ batch: Batch; done: number } | null> {
    this.#fetching ??= this.#fetch()
    const batch = this.#fetching
    if (batch === null) return null
    await batch.ready
    this.#fetching = this.destroyed ? null : this.#fetch()
    return { batch, done: 0 }
  }

  #fetch(): Batch | null {
    const first = this.#toFetch
    if (first > this.#lastRecord) return null
    const { segment, records } = this.#runFrom(first)
    this.#toFetch += records
    const last = first + records - 1
    const bytes = (records - 1) * STORED_RECORD_BYTES + recordBytes(last, this.#source.blobBytes) + TAG_BYTES
    const spare = this.#spare.pop()
    const buffer = spare !== undefined && spare.length >= bytes ? spare : Buffer.allocUnsafeSlow(bytes)
    const ready = this.#load(segment, buffer.subarray(0, bytes), first * STORED_RECORD_BYTES)
    ready.catch(() => {})
    return { first, records, buffer, ready }
  }

  /** How many records from `first` on are consecutive in one file; one where no part holds the first. */
  #runFrom(first: number): { segment: string | null; records: number } {
    const segment = this.#fetchedParts.at(first)?.segment ?? null
    const most = Math.min(RECORDS_PER_READ, this.#lastRecord + 1 - first)
    let records = 1
    while (records < most && this.#fetchedParts.at(first + records)?.segment === segment) records++
    return { segment, records }
  }

  async #load(segment: string | null, into: Buffer, position: number): Promise<void> {
    // Opening the record reports that no part holds it.
    if (segment === null) return
    await readFully(await this.#segments.file(segment), into, position)
  }

  /** Opens one record of a batch and cuts it to the span. Nothing is passed on before its tag is verified. */
  #openRecord(batch: Batch, nth: number): Buffer {
    const { blobBytes, ciphers, key } = this.#source
    const index = batch.first + nth
    const from = nth * STORED_RECORD_BYTES
    const to = from + recordBytes(index, blobBytes)
    const decipher = ciphers.opening(this.#prefixOf(index), index)
    decipher.setAuthTag(batch.buffer.subarray(to, to + TAG_BYTES))
    const plain = decipher.update(batch.buffer.subarray(from, to))
    try {
      decipher.final()
    } catch (cause) {
      throw new DamagedBlob(key, `record ${index} does not open`, { cause })
    }
    const start = index * RECORD_BYTES
    const { offset, bytes } = this.#span
    return plain.subarray(Math.max(0, offset - start), Math.min(plain.length, offset + bytes - start))
  }

  #prefixOf(index: number): Uint8Array {
    const part = this.#openedParts.at(index)
    if (part === null || part.tag.length !== NONCE_PREFIX_BYTES) {
      throw new DamagedBlob(this.#source.key, `no part holds record ${index}`)
    }
    return part.tag
  }

  #fault(error: unknown): Error {
    if (error instanceof DamagedBlob) return error
    const { key } = this.#source
    if (errnoOf(error) === 'ENOENT') return new DamagedBlob(key, 'its file is gone', { cause: error, isGone: true })
    if (error instanceof RangeError) return new DamagedBlob(key, error.message, { cause: error })
    return diskFault(error) as Error
  }
}

/** Fills `buffer` from `position`. @throws RangeError when the file ends before that */
async function readFully(file: FileHandle, buffer: Buffer, position: number): Promise<void> {
  for (let filled = 0; filled < buffer.length; ) {
    const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, position + filled)
    if (bytesRead === 0) throw new RangeError('its file is cut short')
    filled += bytesRead
  }
}

/** A stream of the span's plaintext; an altered, swapped or missing record destroys it with a DamagedBlob. */
export function readRecords(source: RecordSource, span: ByteSpan): Readable {
  return span.bytes === 0 ? Readable.from([]) : new RecordReader(source, span)
}
