import { crc32 } from 'node:zlib'
import type { ByteSpan } from '../blob-port.ts'

/** CRC-32 of a part and of spans inside it, computed while its bytes stream through. */
export class PartSums {
  readonly #spans: readonly ByteSpan[]
  readonly spanCrcs: number[]
  #at: number
  #next = 0
  /** CRC-32 of everything added. */
  crc32 = 0

  /**
   * @param partOffset where the part begins in the blob
   * @param spans ranges of the blob inside the part, ascending, not overlapping; an empty one sums to 0
   * @throws RangeError (a bug) when they are not
   */
  constructor(part: ByteSpan, spans: readonly ByteSpan[]) {
    let end = part.offset
    for (const span of spans) {
      if (!(span.offset >= end && span.bytes >= 0)) throw new RangeError('spans must ascend without overlap')
      end = span.offset + span.bytes
    }
    if (end > part.offset + part.bytes) throw new RangeError('a span ends outside its part')
    this.#at = part.offset
    this.#spans = spans
    this.spanCrcs = spans.map(() => 0)
  }

  add(chunk: Uint8Array): void {
    this.crc32 = crc32(chunk, this.crc32)
    const start = this.#at
    this.#at += chunk.length
    for (
      let span = this.#spans[this.#next];
      span !== undefined && span.offset < this.#at;
      span = this.#spans[this.#next]
    ) {
      const from = Math.max(0, span.offset - start)
      const to = Math.min(chunk.length, span.offset + span.bytes - start)
      if (to > from) this.spanCrcs[this.#next] = crc32(chunk.subarray(from, to), this.spanCrcs[this.#next])
      if (span.offset + span.bytes > this.#at) return
      this.#next++
    }
  }
}
