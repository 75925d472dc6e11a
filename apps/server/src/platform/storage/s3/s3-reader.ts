import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { GetObjectCommand } from '@aws-sdk/client-s3'
import type { BlobRef, ByteSpan } from '../blob-port.ts'
import { DamagedBlob } from '../damaged-blob.ts'
import { type S3Scene, s3CodeOf, s3Fault } from './s3-client.ts'
import { agree, tagOf } from './s3-object.ts'

const FIRST_RANGE_BYTES = 256 * 1024
const RANGE_BYTES = 1024 * 1024
const FIRST_PAUSE_MS = 100

/**
 * A span of an object as ranged reads, several in flight and passed on in order: at most `rangesAhead` MiB are in
 * memory, however long the span. A range that breaks off is requested again by itself. All ranges must come from one
 * version of the object: its ETag is compared.
 */
class RangeReader extends Readable {
  readonly #scene: S3Scene
  readonly #ref: BlobRef
  readonly #end: number
  readonly #stop = new AbortController()
  readonly #ahead: Array<Promise<Buffer>> = []
  #next: number
  #rangeBytes = FIRST_RANGE_BYTES
  #tag: Uint8Array
  #isPumping = false

  /** @param tag the object's expected ETag; empty: that of the first range */
  constructor(scene: S3Scene, ref: BlobRef, tag: Uint8Array, span: ByteSpan) {
    super({ highWaterMark: RANGE_BYTES })
    this.#scene = scene
    this.#ref = ref
    this.#tag = tag
    this.#next = span.offset
    this.#end = span.offset + span.bytes
  }

  override _read(): void {
    if (this.#isPumping) return
    this.#isPumping = true
    this.#pump().catch((error) => this.destroy(error instanceof DamagedBlob ? error : s3Fault(error)))
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#stop.abort()
    callback(error)
  }

  async #pump(): Promise<void> {
    let wanted = true
    while (wanted && !this.destroyed) {
      this.#fill()
      const range = this.#ahead.shift()
      if (range === undefined) {
        this.push(null)
        return
      }
      const bytes = await range
      if (this.destroyed) return
      wanted = this.push(bytes)
    }
    this.#isPumping = false
  }

  #fill(): void {
    while (this.#ahead.length < this.#scene.tuning.rangesAhead && this.#next < this.#end) {
      const offset = this.#next
      const bytes = Math.min(this.#rangeBytes, this.#end - offset)
      this.#next += bytes
      this.#rangeBytes = RANGE_BYTES
      const range = this.#fetch({ offset, bytes })
      range.catch(() => {})
      this.#ahead.push(range)
    }
  }

  /** One whole range. The SDK retries until an answer begins; this retries an answer that breaks off. */
  async #fetch(span: ByteSpan): Promise<Buffer> {
    const { tuning } = this.#scene
    for (let tries = 1; ; tries++) {
      const body = await this.#ask(span)
      try {
        return await this.#collect(body, span.bytes)
      } catch (error) {
        if (tries >= tuning.maxAttempts || this.#stop.signal.aborted) throw error
      }
      await delay(Math.random() * FIRST_PAUSE_MS * 2 ** tries, undefined, { signal: this.#stop.signal })
    }
  }

  async #ask({ offset, bytes }: ByteSpan): Promise<Readable> {
    const { client, bucket } = this.#scene
    const { key } = this.#ref
    const Range = `bytes=${offset}-${offset + bytes - 1}`
    const command = new GetObjectCommand({ Bucket: bucket, Key: key, Range })
    const answer = await client.send(command, { abortSignal: this.#stop.signal }).catch((cause) => {
      // A proxy in front of another server returns a bare 404 too.
      if (s3CodeOf(cause) === 'NoSuchKey') throw new DamagedBlob(key, 'its object is gone', { cause, isGone: true })
      if (s3CodeOf(cause) === 'InvalidRange') throw new DamagedBlob(key, 'its object is cut short', { cause })
      throw cause
    })
    const body = answer.Body as Readable
    try {
      this.#requireSameObject(answer.ETag, answer.ContentRange)
    } catch (error) {
      body.destroy()
      throw error
    }
    return body
  }

  async #collect(body: Readable, bytes: number): Promise<Buffer> {
    const { signal } = this.#stop
    const cut = () => body.destroy(signal.reason)
    signal.addEventListener('abort', cut)
    try {
      return await collect(body, bytes, this.#scene.tuning.timeoutMs)
    } finally {
      signal.removeEventListener('abort', cut)
      body.destroy()
    }
  }

  #requireSameObject(etag: string | undefined, contentRange: string | undefined): void {
    // Without either, this is not a store's answer, whatever sent it.
    if (etag === undefined || contentRange === undefined) throw new Error('the answer names no object')
    const tag = tagOf(etag)
    if (!agree(this.#tag, tag)) throw new DamagedBlob(this.#ref.key, 'its object was replaced')
    if (this.#tag.length === 0) this.#tag = tag
    const total = contentRange.split('/')[1]
    if (total !== String(this.#ref.bytes)) throw new DamagedBlob(this.#ref.key, `its object is of ${total} bytes`)
  }
}

/** Exactly `bytes` of a body. @throws Error when it ends early or is silent for `silenceMs` */
async function collect(body: Readable, bytes: number, silenceMs: number): Promise<Buffer> {
  const whole = Buffer.allocUnsafeSlow(bytes)
  let received = 0
  const timer = setTimeout(() => body.destroy(new Error('the store fell silent')), silenceMs)
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      timer.refresh()
      if (received + chunk.length > bytes) throw new Error('the store sent more than was asked for')
      received += chunk.copy(whole, received)
    }
  } finally {
    clearTimeout(timer)
  }
  if (received !== bytes) throw new Error(`the store sent ${received} of ${bytes} bytes`)
  return whole
}

/** A stream of the span's bytes; a missing, replaced or cut object destroys it with a DamagedBlob. */
export function readRanges(scene: S3Scene, ref: BlobRef, tag: Uint8Array, span: ByteSpan): Readable {
  return span.bytes === 0 ? Readable.from([]) : new RangeReader(scene, ref, tag, span)
}
