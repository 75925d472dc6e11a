import { combineCrc32 } from '@waybill/contract/core/crc32'
import type { PartSums } from '../transport/environment.ts'

/** A running MD5, as @noble/hashes and node:crypto have it. */
export interface RunningMd5 {
  update(bytes: Uint8Array): unknown
  digest(): Uint8Array
}

const READ_BYTES = 4 * 1024 * 1024

/**
 * Checksums of a body made of consecutive segments, read once, a few MiB at a time. Rejects with the read error:
 * NotReadableError where a file is locked or has changed, NotFoundError where it is gone.
 */
export async function sumPart(
  body: Blob,
  lengths: readonly number[],
  crc32: (bytes: Uint8Array, sum: number) => number,
  md5: RunningMd5 | null,
): Promise<PartSums> {
  const segmentCrcs: number[] = []
  let crc = 0
  let position = 0
  for (const length of lengths) {
    let sum = 0
    for (const end = position + length; position < end; ) {
      const to = Math.min(end, position + READ_BYTES)
      const bytes = new Uint8Array(await body.slice(position, to).arrayBuffer())
      sum = crc32(bytes, sum)
      md5?.update(bytes)
      position = to
    }
    segmentCrcs.push(sum)
    crc = combineCrc32(crc, sum, length)
  }
  return { crc32: crc, segmentCrcs, md5: md5 ? base64(md5.digest()) : null }
}

export function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}
