import type { BlobStore, ByteSpan, StoredPart } from '../../platform/storage/blob-port.ts'
import { sumSpan } from '../../platform/storage/sums/sum-span.ts'
import { type BlobRow, refOf } from '../blob-store.ts'
import { mapConcurrently } from '../map-concurrently.ts'

/** The parts into which an object is divided for its checksums, so that a download of a range can be checked. */
const PART_BYTES = 16 * 1024 * 1024

/**
 * Takes over what a foreign client put, and reads it once: no client has told its checksums. None where no object of the
 * planned size is there.
 *
 * @throws Problem 'store-unavailable'
 */
export async function adoptBlob(store: BlobStore, row: BlobRow, key: string): Promise<StoredPart[]> {
  const ref = refOf(row)
  const tag = (await store.scoped?.adopt(key, ref)) ?? null
  if (tag === null) return []
  const parts: StoredPart[] = []
  await mapConcurrently(spansOf(row.bytes), async (span) => {
    const held = { offset: 0, bytes: row.bytes, crc32: 0, tag, segment: '' }
    const sums = await sumSpan(store, { ref, parts: [held], span, crc32: 0, wantsSha256: false })
    if (sums.damage === null) parts.push({ ...span, crc32: sums.crc32, tag, segment: '' })
  })
  return parts.toSorted((a, b) => a.offset - b.offset)
}

function* spansOf(bytes: number): Generator<ByteSpan> {
  for (let offset = 0; offset < bytes; offset += PART_BYTES) {
    yield { offset, bytes: Math.min(PART_BYTES, bytes - offset) }
  }
}
