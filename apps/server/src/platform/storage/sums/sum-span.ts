import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { BlobRef, BlobStore, ByteSpan, StoredPart } from '../blob-port.ts'
import { DamagedBlob } from '../damaged-blob.ts'

/** What to read from a stored blob, and which checksums to compute. */
export interface SpanToSum {
  ref: BlobRef
  parts: readonly StoredPart[]
  span: ByteSpan
  /** Of the bytes read before it; 0 at the start. */
  crc32: number
  wantsSha256: boolean
}

export interface SpanSums {
  /** Bytes that were read. */
  read: number
  crc32: number
  /** Null where it was not requested, or could not be computed. */
  sha256: Buffer | null
  /** Why the bytes differ from the stored ones; null where nothing shows a difference. */
  damage: 'damaged' | 'gone' | null
}

/**
 * The checksums of the stored bytes. @throws the store's error when it is unavailable, which says nothing about the
 * bytes
 */
export async function sumSpan(store: BlobStore, { ref, parts, span, ...options }: SpanToSum): Promise<SpanSums> {
  const hash = options.wantsSha256 ? createHash('sha256') : null
  let sum = options.crc32
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
