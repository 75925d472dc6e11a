import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { BlobRef, BlobStore, ByteSpan, StoredPart } from './blob-port.ts'
import { MAX_SERVER_PART_BYTES, planPartBytes } from './part-plan.ts'

interface BlobSource {
  store: BlobStore
  ref: BlobRef
  parts: readonly StoredPart[]
}

/** The parts of a copy: each lies inside the source's bytes. */
interface CopyLayout {
  spans: readonly ByteSpan[]
  partBytes: number
}

/** The layout of a whole blob in a store. */
export function layoutFor({ transport }: Pick<BlobStore, 'transport'>, bytes: number): CopyLayout {
  const partBytes = transport === 'server' ? MAX_SERVER_PART_BYTES : planPartBytes('presigned', bytes)
  const spans = Array.from({ length: Math.ceil(bytes / partBytes) }, (_, at) => ({
    offset: at * partBytes,
    bytes: Math.min(partBytes, bytes - at * partBytes),
  }))
  return { spans, partBytes }
}

/**
 * Copies a blob's acknowledged parts to a new blob of another store, which is synced when this returns. Reading opens
 * every record, so damaged bytes are never copied. `onMade` is told of the new blob before its first byte.
 *
 * @throws DamagedBlob for altered bytes, Problem for an unavailable store
 */
export async function copyBlob(
  source: BlobSource,
  target: BlobStore,
  { spans, partBytes }: CopyLayout,
  onMade: (ref: BlobRef) => Promise<void> = async () => {},
): Promise<{ ref: BlobRef; parts: StoredPart[]; sha256: string }> {
  const ref = await target.create(source.ref.bytes, partBytes)
  await onMade(ref)
  const hash = createHash('sha256')
  const parts: StoredPart[] = []
  for (const span of spans) {
    const summed = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk)
        done(null, chunk)
      },
    })
    // The reader reports why reading failed; the writer only knows that too little came.
    const read = pipeline(source.store.read(source.ref, source.parts, span), summed)
    const write = target.writePart(ref, span, summed)
    write.catch((error) => summed.destroy(error))
    const [reading, writing] = await Promise.allSettled([read, write])
    if (reading.status === 'rejected') throw reading.reason
    if (writing.status === 'rejected') throw writing.reason
    const { spanCrcs: _none, ...written } = writing.value
    parts.push({ ...span, ...written })
  }
  return { ref, parts, sha256: hash.digest('hex') }
}
