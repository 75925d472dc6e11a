import type { FileHandle } from 'node:fs/promises'
import { finished, type Readable } from 'node:stream'
import { Problem } from '@waybill/contract/core/problems'
import type { PartSums } from '../sums/part-sums.ts'
import type { RecordSealer } from './record-sealer.ts'
import { releaseBuffer } from './release-buffer.ts'
import { writeAll } from './write-all.ts'

export interface PartTarget {
  file: FileHandle
  /** The position of the part's first record in the file. */
  position: number
  /** Plaintext bytes that the body must hold. */
  bytes: number
  sealer: RecordSealer
  sums: PartSums
  flushBytes: number
  /** The most writes in flight while the next is sealed. */
  writesAtOnce: number
  /** Nothing else uses the body's chunks: their memory is released once they are sealed. */
  ownsChunks: boolean
}

/**
 * Streams one body into its records on disk: writes are in flight while the next is sealed, and the body is paused when
 * it is faster. `done` settles only after the last write has returned, whatever happened, so that no write happens
 * after a successor has started.
 */
class PartWriter {
  readonly #target: PartTarget
  readonly #body: Readable
  readonly #signal: AbortSignal | undefined
  readonly #settled = Promise.withResolvers<void>()
  #position: number
  #received = 0
  #inFlight = 0
  #ended = false
  #failure: { error: unknown } | null = null
  #stopWatching: () => void = () => {}

  constructor(target: PartTarget, body: Readable, signal: AbortSignal | undefined) {
    this.#target = target
    this.#body = body
    this.#signal = signal
    this.#position = target.position
  }

  run(): Promise<void> {
    if (this.#signal?.aborted) {
      this.#fail(this.#signal.reason)
    } else {
      this.#signal?.addEventListener('abort', this.#onAbort)
      this.#stopWatching = finished(this.#body, { writable: false }, this.#onFinished)
      this.#body.on('data', this.#onData)
    }
    return this.#settled.promise
  }

  readonly #onAbort = (): void => this.#fail(this.#signal?.reason)

  readonly #onData = (chunk: Uint8Array): void => {
    const { bytes, sums, sealer, flushBytes } = this.#target
    this.#received += chunk.length
    if (this.#received > bytes) {
      this.#fail(this.#mismatch())
      return
    }
    sums.add(chunk)
    sealer.add(chunk)
    if (this.#target.ownsChunks) releaseBuffer(chunk)
    if (sealer.pendingBytes >= flushBytes) this.#flush()
  }

  readonly #onFinished = (error: Error | null | undefined): void => {
    if (this.#failure !== null) return
    if (error || this.#received !== this.#target.bytes) {
      this.#fail(error instanceof Problem ? error : this.#mismatch(error))
      return
    }
    this.#ended = true
    this.#target.sealer.finish()
    this.#flush()
  }

  #flush(): void {
    const { file, sealer, writesAtOnce } = this.#target
    const bytes = sealer.pendingBytes
    if (this.#inFlight === writesAtOnce) {
      this.#body.pause()
    } else if (bytes > 0) {
      this.#inFlight++
      const pieces = sealer.take()
      writeAll(file, pieces, this.#position).then(() => this.#onWritten(pieces), this.#onWriteFailed)
      this.#position += bytes
    } else {
      this.#settle()
    }
  }

  #onWritten(pieces: Buffer[]): void {
    for (const piece of pieces) releaseBuffer(piece)
    this.#inFlight--
    if (this.#failure !== null) {
      this.#settle()
      return
    }
    if (this.#ended || this.#target.sealer.pendingBytes >= this.#target.flushBytes) this.#flush()
    if (!this.#ended && this.#body.isPaused()) this.#body.resume()
  }

  readonly #onWriteFailed = (error: unknown): void => {
    this.#inFlight--
    this.#fail(error)
  }

  #fail(error: unknown): void {
    this.#failure ??= { error }
    this.#body.off('data', this.#onData)
    this.#body.pause()
    this.#settle()
  }

  #settle(): void {
    if (this.#inFlight > 0) return
    this.#signal?.removeEventListener('abort', this.#onAbort)
    this.#stopWatching()
    this.#body.on('error', ignoreLateError)
    if (this.#failure === null) this.#settled.resolve()
    else this.#settled.reject(this.#failure.error)
  }

  #mismatch(cause?: unknown): Problem {
    return new Problem('part-size-mismatch', { expected: this.#target.bytes, received: this.#received }, { cause })
  }
}

/** The body's owner receives its errors separately; without a listener a late one would end the process. */
function ignoreLateError(): void {}

/**
 * Writes a part's body as sealed records; the caller syncs the file.
 *
 * @throws Problem 'part-size-mismatch' when the body is longer or shorter than `target.bytes` or breaks off; the
 * signal's reason when aborted; the Problem that destroyed the body; the file system's error
 */
export function writePartRecords(target: PartTarget, body: Readable, signal?: AbortSignal): Promise<void> {
  return new PartWriter(target, body, signal).run()
}
