/**
 * Where a body is on the wire over TLS. What goes out is records, each framed, of which several pieces of the body may
 * share one: where a piece ends on the wire is known as the most that it can be, so that never more counts than was
 * acknowledged.
 */
import type { TLSSocket } from 'node:tls'

const RECORD_BYTES = 16 * 1024
/** Around a record's content: its head, nonce, and tag. TLS 1.2 has older ciphers, which pad. */
const FRAME_BYTES = { 'TLSv1.3': 22, AEAD: 29, other: 96 }

/** The end of a piece: in the body, and the furthest that it can be on the wire. */
interface Mark {
  bodyTo: number
  wireTo: number
}

export class TlsBody {
  readonly #frameBytes: number
  /** Ends of pieces that are not all acknowledged. */
  readonly #marks: Mark[] = []
  #passed: Mark
  /** How many of the marks the kernel has taken. */
  #taken = 0

  /** `wireFrom`: where the body begins on the wire, at most. */
  constructor(bodyFrom: number, wireFrom: number, frameBytes: number) {
    this.#passed = { bodyTo: bodyFrom, wireTo: wireFrom }
    this.#frameBytes = frameBytes
  }

  /** The next piece was handed to the socket. */
  handed(bytes: number): void {
    const { bodyTo, wireTo } = this.#marks.at(-1) ?? this.#passed
    this.#marks.push({ bodyTo: bodyTo + bytes, wireTo: wireTo + framed(bytes, this.#frameBytes) })
  }

  /** The kernel has taken the next piece, and everything that is on the wire before `wireTo`. */
  taken(wireTo: number): void {
    this.#taken += 1
    const mark = this.#marks[this.#taken - 1]
    const excess = mark === undefined ? 0 : mark.wireTo - wireTo
    if (excess <= 0) return
    for (const later of this.#marks.slice(this.#taken - 1)) later.wireTo -= excess
  }

  /** How far the body has arrived, where so many bytes of the wire were acknowledged. */
  arrivedTo(acknowledged: number): number {
    const after = this.#marks.findIndex(({ wireTo }) => wireTo > acknowledged)
    const passed = this.#marks.splice(0, after < 0 ? this.#marks.length : after)
    this.#taken -= passed.length
    this.#passed = passed.at(-1) ?? this.#passed
    const [next] = this.#marks
    if (next === undefined) return this.#passed.bodyTo
    const wire = acknowledged - this.#passed.wireTo
    const frames = (Math.floor(wire / (RECORD_BYTES + this.#frameBytes)) + 1) * this.#frameBytes
    // What is missing of the body is no more than what is missing on the wire.
    return Math.max(
      this.#passed.bodyTo,
      this.#passed.bodyTo + wire - frames,
      next.bodyTo - (next.wireTo - acknowledged),
    )
  }
}

/** What so many bytes are on the wire, at most. */
export const framed = (bytes: number, frameBytes: number): number =>
  bytes + Math.ceil(bytes / RECORD_BYTES) * frameBytes

/** What frames a record of the connection, at most. */
export function frameBytesOf(socket: TLSSocket): number {
  if (socket.getProtocol() === 'TLSv1.3') return FRAME_BYTES['TLSv1.3']
  return /GCM|CCM|POLY1305/.test(socket.getCipher()?.name ?? '') ? FRAME_BYTES.AEAD : FRAME_BYTES.other
}
