/** Which bytes of a body are in which bytes of the wire, over TLS. */

/** What a TLS record holds at most, and what frames it. */
const RECORD_BYTES = 16 * 1024
const MOST_FRAME_BYTES = 64

/** A piece that the kernel has taken, and what had gone on the wire by then. */
export interface Mark {
  bodyTo: number
  wireTo: number
}

/**
 * How much of the body from one mark to the next is in TLS records that were acknowledged whole. Where what is between
 * them is not a row of full records and their frames, nothing is.
 */
export function wholeRecords(from: Mark, to: Mark | undefined, acknowledged: number): number {
  if (to === undefined) return 0
  const bytes = to.bodyTo - from.bodyTo
  const frame = (to.wireTo - from.wireTo - bytes) / Math.ceil(bytes / RECORD_BYTES)
  if (!Number.isInteger(frame) || frame <= 0 || frame > MOST_FRAME_BYTES) return 0
  const whole = Math.floor((acknowledged - from.wireTo) / (RECORD_BYTES + frame))
  return Math.max(0, Math.min(whole * RECORD_BYTES, bytes))
}

/** How much of pieces that were handed to a socket is, at least, in so many bytes of the wire. */
export function bodyWithin(pieces: readonly number[], wireBytes: number): number {
  let body = 0
  let left = wireBytes
  for (const piece of pieces) {
    const wire = piece + Math.ceil(piece / RECORD_BYTES) * MOST_FRAME_BYTES
    const frames = Math.ceil(left / (RECORD_BYTES + MOST_FRAME_BYTES)) * MOST_FRAME_BYTES
    if (left < wire) return body + Math.max(0, left - frames)
    body += piece
    left -= wire
  }
  return body
}
