import type { CipherGCM } from 'node:crypto'
import { RECORD_BYTES } from '../blob-port.ts'
import type { RecordCiphers } from './records.ts'

const SMALL_CHUNK_BYTES = 8 * 1024

/**
 * Turns a part's plaintext, chunk by chunk, into stored records. Ciphertext is collected as pieces for `writev` and
 * never copied. Chunks smaller than 8 KiB, as on a slow connection, are gathered first, so that the number of pieces
 * stays small however a client slices its bytes.
 */
export class RecordSealer {
  readonly #ciphers: RecordCiphers
  readonly #prefix: Uint8Array
  #index: number
  #cipher: CipherGCM | null = null
  #room = RECORD_BYTES
  #small: Buffer | null = null
  #smallBytes = 0
  #pieces: Buffer[] = []
  /** Sealed bytes not yet taken. */
  pendingBytes = 0

  constructor(ciphers: RecordCiphers, prefix: Uint8Array, firstRecord: number) {
    this.#ciphers = ciphers
    this.#prefix = prefix
    this.#index = firstRecord
  }

  add(chunk: Uint8Array): void {
    if (chunk.length >= SMALL_CHUNK_BYTES) {
      this.#flushSmall()
      this.#seal(chunk)
      return
    }
    if (this.#smallBytes + chunk.length > SMALL_CHUNK_BYTES) this.#flushSmall()
    this.#small ??= Buffer.allocUnsafeSlow(SMALL_CHUNK_BYTES)
    this.#small.set(chunk, this.#smallBytes)
    this.#smallBytes += chunk.length
  }

  /** Closes the last, possibly short, record. Nothing may be added afterwards. */
  finish(): void {
    this.#flushSmall()
    this.#closeRecord()
  }

  /** Everything sealed so far, in order; the caller writes it and advances by its length. */
  take(): Buffer[] {
    const pieces = this.#pieces
    this.#pieces = []
    this.pendingBytes = 0
    return pieces
  }

  #flushSmall(): void {
    if (this.#small === null || this.#smallBytes === 0) return
    this.#seal(this.#small.subarray(0, this.#smallBytes))
    this.#smallBytes = 0
  }

  #seal(chunk: Uint8Array): void {
    for (let from = 0; from < chunk.length; ) {
      this.#cipher ??= this.#ciphers.sealing(this.#prefix, this.#index)
      const end = Math.min(chunk.length, from + this.#room)
      this.#keep(this.#cipher.update(from === 0 && end === chunk.length ? chunk : chunk.subarray(from, end)))
      this.#room -= end - from
      if (this.#room === 0) this.#closeRecord()
      from = end
    }
  }

  #closeRecord(): void {
    if (this.#cipher === null) return
    this.#cipher.final()
    this.#keep(this.#cipher.getAuthTag())
    this.#cipher = null
    this.#index++
    this.#room = RECORD_BYTES
  }

  #keep(piece: Buffer): void {
    this.#pieces.push(piece)
    this.pendingBytes += piece.length
  }
}
