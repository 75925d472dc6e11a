/**
 * The position of a body on the wire over TLS. TLS sends framed records, and several pieces of the body may share one:
 * for the end of a piece on the wire only an upper bound is known, so that never more counts than was acknowledged.
 */
import type { TLSSocket } from 'node:tls'

const RECORD_BYTES = 16 * 1024
/** Around a record's content: its head, nonce, and tag. TLS 1.2 has older ciphers, which add padding. */
const FRAME_BYTES = { 'TLSv1.3': 22, AEAD: 29, other: 96 }

/** The end of a piece: in the body, and its furthest possible position on the wire. */
interface Mark {
  bodyTo: number
  wireTo: number
}

export class TlsBody {
  readonly #frameBytes: number
  /** Ends of pieces that are not fully acknowledged. */
  readonly #marks: Mark[] = []
  #passed: Mark
  /** How many of the marks the kernel has taken. */
  #taken = 0

  /** `wireFrom`: the furthest possible start of the body on the wire. */
  constructor(bodyFrom: number, wireFrom: number, frameBytes: number) {
    this.#passed = { bodyTo: bodyFrom, wireTo: wireFrom }
    this.#frameBytes = frameBytes
  }

  /** The socket received the next piece. */
  handed(bytes: number): void {
    const { bodyTo, wireTo } = this.#marks.at(-1) ?? this.#passed
    this.#marks.push({ bodyTo: bodyTo + bytes, wireTo: wireTo + framed(bytes, this.#frameBytes) })
  }

  /** The kernel has taken the next piece, and everything on the wire before `wireTo`. */
  taken(wireTo: number): void {
    this.#taken += 1
    const mark = this.#marks[this.#taken - 1]
    const excess = mark === undefined ? 0 : mark.wireTo - wireTo
    if (excess <= 0) return
    for (const later of this.#marks.slice(this.#taken - 1)) later.wireTo -= excess
  }

  /** How far the body has arrived, given this many acknowledged bytes on the wire. */
  arrivedTo(acknowledged: number): number {
    const after = this.#marks.findIndex(({ wireTo }) => wireTo > acknowledged)
    const passed = this.#marks.splice(0, after < 0 ? this.#marks.length : after)
    this.#taken -= passed.length
    this.#passed = passed.at(-1) ?? this.#passed
    const [next] = this.#marks
    if (next === undefined) return this.#passed.bodyTo
    const wire = acknowledged - this.#passed.wireTo
    const frames = (Math.floor(wire / (RECORD_BYTES + this.#frameBytes)) + 1) * this.#frameBytes
    // The missing part of the body is no larger than the missing part on the wire.
    return Math.max(
      this.#passed.bodyTo,
      this.#passed.bodyTo + wire - frames,
      next.bodyTo - (next.wireTo - acknowledged),
    )
  }
}

/** The most that these bytes take on the wire. */
export const framed = (bytes: number, frameBytes: number): number =>
  bytes + Math.ceil(bytes / RECORD_BYTES) * frameBytes

/** The most that frames a record of the connection. */
export function frameBytesOf(socket: TLSSocket): number {
  if (socket.getProtocol() === 'TLSv1.3') return FRAME_BYTES['TLSv1.3']
  return /GCM|CCM|POLY1305/.test(socket.getCipher()?.name ?? '') ? FRAME_BYTES.AEAD : FRAME_BYTES.other
}
