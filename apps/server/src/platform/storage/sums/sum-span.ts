import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { BlobRef, BlobStore, ByteSpan, StoredPart } from '../blob-port.ts'
import { DamagedBlob } from '../damaged-blob.ts'

/** What is read of a stored blob, and which sums are wanted of it. */
export interface SpanToSum {
  ref: BlobRef
  parts: readonly StoredPart[]
  span: ByteSpan
  /** Of what was read before it; 0 at the start. */
  crc32: number
  wantsSha256: boolean
}

export interface SpanSums {
  /** Bytes that came. */
  read: number
  crc32: number
  /** Null where it was not wanted, or could not be worked out. */
  sha256: Buffer | null
  /** Why the bytes are not what was stored; null where nothing speaks against them. */
  damage: 'damaged' | 'gone' | null
}

/** The sums of what is stored. @throws what the store throws when it is away, which says nothing of the bytes */
export async function sumSpan(store: BlobStore, { ref, parts, span, ...wish }: SpanToSum): Promise<SpanSums> {
  const hash = wish.wantsSha256 ? createHash('sha256') : null
  let sum = wish.crc32
  let read = 0
  try {
    for await (const chunk of store.read(ref, parts, span)) {
      sum = crc32(chunk, sum)
      hash?.update(chunk)
      read += chunk.length
    }
  } catch (error) {
    if (!(error instanceof DamagedBlob)) throw error
    return { read, crc32: sum, sha256: null, damage: error.isGone ? 'gone' : 'damaged' }
  }
  return { read, crc32: sum, sha256: hash?.digest() ?? null, damage: null }
}
