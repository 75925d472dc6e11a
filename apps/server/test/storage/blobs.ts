/** How tests create, fill and read blobs, on any store. */
import { createCipheriv } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { expect } from 'vitest'
import type { BlobRef, BlobStore, ByteSpan, StoredPart } from '../../src/platform/storage/blob-port.ts'

export const KIB = 1024
export const MIB = 1024 * KIB

export interface StoreUnderTest {
  store: BlobStore
  /** Part size for a blob of `bytes`: as small as the store allows. */
  partBytesFor(bytes: number): number
  /** How often properties are tried; each try may be a request. */
  runs: number
  /** Handles that may stay open between reads, such as idle connections. */
  idleHandles: number
  close(): Promise<void>
}

/** Bytes that look random and are the same for the same seed. */
export function bytesOf(length: number, seed = 1): Buffer {
  const key = Buffer.alloc(16, seed)
  return createCipheriv('aes-128-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(length))
}

/** A body that arrives in chunks of `chunkBytes`. */
export function bodyOf(bytes: Buffer, chunkBytes = 64 * KIB): Readable {
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, i) =>
    bytes.subarray(i * chunkBytes, (i + 1) * chunkBytes),
  )
  return Readable.from(chunks, { objectMode: false })
}

/** The spans of a blob's parts. */
export function partsOf(ref: Pick<BlobRef, 'bytes' | 'partBytes'>): ByteSpan[] {
  return Array.from({ length: Math.ceil(ref.bytes / ref.partBytes) }, (_, i) => {
    const offset = i * ref.partBytes
    return { offset, bytes: Math.min(ref.partBytes, ref.bytes - offset) }
  })
}

export async function sendPart(store: BlobStore, ref: BlobRef, span: ByteSpan, whole: Buffer): Promise<StoredPart> {
  const bytes = whole.subarray(span.offset, span.offset + span.bytes)
  const { crc32: sum, tag, segment } = await store.writePart(ref, span, bodyOf(bytes))
  expect(sum).toBe(crc32(bytes))
  return { ...span, crc32: sum, tag, segment }
}

export interface WholeBlob {
  ref: BlobRef
  parts: StoredPart[]
}

/** Creates a complete blob; `order` may shuffle its parts. */
export async function sendBlob(
  { store, partBytesFor }: Pick<StoreUnderTest, 'store' | 'partBytesFor'>,
  whole: Buffer,
  order: (spans: ByteSpan[]) => ByteSpan[] = (spans) => spans,
): Promise<WholeBlob> {
  const ref = await store.create(whole.length, partBytesFor(whole.length))
  const parts: StoredPart[] = []
  for (const span of order(partsOf(ref))) parts.push(await sendPart(store, ref, span, whole))
  await store.complete(ref, parts)
  return { ref, parts }
}

export function readSpan(store: BlobStore, { ref, parts }: WholeBlob, span?: ByteSpan): Promise<Buffer> {
  return buffer(store.read(ref, parts, span ?? { offset: 0, bytes: ref.bytes }))
}
