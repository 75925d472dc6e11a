import { combineCrc32 } from '@waybill/contract/core/crc32'
import type { PartSums } from '../transport/environment.ts'
import { base64, type RunningMd5 } from './sum-part.ts'

/** Up to this size, a part is read at once: a stream comes in pieces of 64 KiB, each in a turn of its own. */
const READ_AT_ONCE_BYTES = 4 * 1024 * 1024

/**
 * The same as `sumPart`, read at once or as one stream: the first releases of Node 20 read past the end of a slice that
 * is cut from a slice of a file.
 */
export async function sumStream(
  body: Blob,
  lengths: readonly number[],
  crc32: (bytes: Uint8Array, sum: number) => number,
  md5: RunningMd5 | null,
): Promise<PartSums> {
  const segmentCrcs: number[] = []
  let [crc, sum, position] = [0, 0, 0]
  const left = () => (lengths[segmentCrcs.length] ?? Number.POSITIVE_INFINITY) - position
  const endSegments = () => {
    for (; left() <= 0; [sum, position] = [0, 0]) {
      crc = combineCrc32(crc, sum, position)
      segmentCrcs.push(sum)
    }
  }
  endSegments()
  const isSmall = body.size <= READ_AT_ONCE_BYTES
  for await (const chunk of isSmall ? [new Uint8Array(await body.arrayBuffer())] : body.stream()) {
    md5?.update(chunk)
    for (let at = 0; at < chunk.length; ) {
      const bytes = chunk.subarray(at, at + left())
      sum = crc32(bytes, sum)
      position += bytes.length
      at += bytes.length
      endSegments()
    }
  }
  return { crc32: crc, segmentCrcs, md5: md5 ? base64(md5.digest()) : null }
}
