import { combineCrc32 } from '@waybill/contract/core/crc32'
import type { PartSums } from '../transport/environment.ts'

/** A running MD5, as @noble/hashes and node:crypto have it. */
export interface RunningMd5 {
  update(bytes: Uint8Array): unknown
  digest(): Uint8Array
}

/** Reads a body from its beginning to its end, in pieces of any length. */
type ReadBody = (body: Blob) => AsyncIterable<Uint8Array>

const READ_BYTES = 4 * 1024 * 1024

/**
 * Checksums of a body made of consecutive segments of `lengths`, read once, a few MiB at a time. Rejects with the read
 * error: NotReadableError where a file is locked or has changed, NotFoundError where it is gone.
 */
export async function sumPart(
  body: Blob,
  lengths: readonly number[],
  crc32: (bytes: Uint8Array, sum: number) => number,
  md5: RunningMd5 | null,
  read: ReadBody = readBySlices,
): Promise<PartSums> {
  const segmentCrcs: number[] = []
  let [crc, sum, summed] = [0, 0, 0]
  const left = () => (lengths[segmentCrcs.length] ?? Number.POSITIVE_INFINITY) - summed
  const endSegments = () => {
    for (; left() <= 0; [sum, summed] = [0, 0]) {
      crc = combineCrc32(crc, sum, summed)
      segmentCrcs.push(sum)
    }
  }
  endSegments()
  for await (const piece of read(body)) {
    md5?.update(piece)
    for (let at = 0; at < piece.length; ) {
      const bytes = piece.subarray(at, at + left())
      sum = crc32(bytes, sum)
      summed += bytes.length
      at += bytes.length
      endSegments()
    }
  }
  return { crc32: crc, segmentCrcs, md5: md5 ? base64(md5.digest()) : null }
}

async function* readBySlices(body: Blob): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < body.size; at += READ_BYTES) {
    yield new Uint8Array(await body.slice(at, at + READ_BYTES).arrayBuffer())
  }
}

/**
 * Reads a body without cutting it: the first releases of Node 20 read past the end of a slice that is cut from a slice
 * of a file. A stream comes in pieces of 64 KiB, each in a turn of its own, so a small body is read at once.
 */
export async function* readUncut(body: Blob): AsyncGenerator<Uint8Array> {
  if (body.size <= READ_BYTES) yield new Uint8Array(await body.arrayBuffer())
  else yield* body.stream()
}

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}
