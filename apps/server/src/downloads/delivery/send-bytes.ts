import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { TLSSocket } from 'node:tls'
import { releaseBuffer } from '../../platform/storage/disk/release-buffer.ts'
import type { Piece } from '../zip/chunks-of.ts'

/**
 * Passed to the kernel and not yet known to be taken: enough that the next bytes are ready before the last are gone,
 * and little enough to be negligible.
 */
export const MAX_OUTSTANDING_BYTES = 1024 * 1024

/** 'sent': the kernel has taken every byte. 'left': the client left before that. */
export type DeliveryOutcome = 'sent' | 'left'

/** Observes how a body is sent. */
export interface DeliveryObserver {
  /** The socket received the first piece, after `before` bytes. */
  onBegun(before: number): void
  /** The socket received the next `bytes`. */
  onHanded?(bytes: number): void
  /** The kernel has taken the next `bytes`, which does not mean that they were read. */
  onWritten(bytes: number): void
}

/**
 * Writes `pieces`, `bytes` in all, as the body and ends the answer, with back-pressure. A client may be gone before
 * this notices the answer's end, and yet have been sent everything.
 *
 * @throws what `pieces` throws; this then breaks the connection, so that a short answer never looks complete
 */
export async function sendBytes(
  response: ServerResponse,
  pieces: AsyncIterable<Piece>,
  bytes: number,
  told: DeliveryObserver,
): Promise<DeliveryOutcome> {
  const writer = new Writer(response, told)
  try {
    for await (const piece of pieces) {
      if (!(await writer.write(piece, bytes))) break
    }
  } catch (error) {
    if (!response.destroyed) {
      response.destroy()
      throw error
    }
  }
  await writer.end()
  return writer.written === bytes ? 'sent' : 'left'
}

class Writer {
  readonly #response: ServerResponse
  readonly #told: DeliveryObserver
  #hasBegun = false
  #outstanding = 0
  #handed = 0
  #roomAt = MAX_OUTSTANDING_BYTES / 2
  #room: (() => void) | null = null
  written = 0

  constructor(response: ServerResponse, told: DeliveryObserver) {
    this.#response = response
    this.#told = told
    response.on('close', () => this.#wake())
    response.on('error', () => this.#wake())
  }

  /**
   * False once the client is gone. Waits while too much is in transit. Over TLS the very last byte is a record of its
   * own: a reader who has taken all but that one leaves it with their kernel, which then resets the connection.
   */
  async write({ bytes: chunk, last }: Piece, bytes: number): Promise<boolean> {
    const isLast = this.#handed + chunk.length === bytes && chunk.length > 1
    if (!isLast || !(this.#response.socket instanceof TLSSocket)) return this.#hand(chunk, last)
    const end = Buffer.from(chunk.subarray(-1))
    if (!(await this.#hand(chunk.subarray(0, -1), last)) || !(await this.#until(0))) return false
    return this.#hand(end)
  }

  async #hand(chunk: Uint8Array, last?: Piece['last']): Promise<boolean> {
    if (this.#response.destroyed) return false
    const bytes = chunk.length
    this.#outstanding += bytes
    this.#handed += bytes
    this.#response.write(chunk, (error) => {
      this.#outstanding -= bytes
      if (last !== undefined) releaseBuffer(last)
      if (!error) {
        this.written += bytes
        this.#told.onWritten(bytes)
      }
      if (this.#outstanding <= this.#roomAt) this.#wake()
    })
    this.#noteBegun(bytes)
    this.#told.onHanded?.(bytes)
    return this.#outstanding > MAX_OUTSTANDING_BYTES
      ? this.#until(MAX_OUTSTANDING_BYTES / 2)
      : !this.#response.destroyed
  }

  /** Waits until no more than `most` is in transit; false once the client is gone. */
  async #until(most: number): Promise<boolean> {
    this.#roomAt = most
    while (this.#outstanding > most && !this.#response.destroyed) {
      await new Promise<void>((resolve) => {
        this.#room = resolve
      })
    }
    return !this.#response.destroyed
  }

  async end(): Promise<void> {
    if (this.#response.destroyed) return
    this.#response.end()
    if (this.#response.writableFinished) return
    await Promise.race([once(this.#response, 'finish'), once(this.#response, 'close')]).catch(() => {})
  }

  #noteBegun(bytes: number): void {
    const { socket } = this.#response
    if (this.#hasBegun || socket === null) return
    this.#hasBegun = true
    this.#told.onBegun(socket.bytesWritten - bytes)
  }

  #wake(): void {
    const room = this.#room
    this.#room = null
    room?.()
  }
}
