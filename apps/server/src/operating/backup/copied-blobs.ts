import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { type Readable, Transform, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { BlobRef, BlobStore, ByteSpan, StoredPart } from '../../platform/storage/blob-port.ts'

/** The location of a blob's bytes in a backup's store. */
export interface CopiedBlob {
  /** The blob's row. */
  id: string
  isComplete: boolean
  /** The row's own part size, for stores whose parts have one. */
  partBytes: number
  ref: BlobRef
  parts: StoredPart[]
  /** Of the plaintext of all parts, in order. */
  sha256: string
}

export interface BlobSource {
  store: BlobStore
  ref: BlobRef
  parts: readonly StoredPart[]
}

/**
 * Copies a blob's acknowledged parts to a new blob of another store, which is synced when this returns. Reading opens
 * every record, so damaged bytes are never copied.
 *
 * @param spans the target's parts: each lies inside the source's
 * @throws DamagedBlob for altered bytes, Problem for an unavailable store
 */
export async function copyBlob(
  source: BlobSource,
  target: BlobStore,
  { spans, partBytes }: { spans: readonly ByteSpan[]; partBytes: number },
): Promise<{ ref: BlobRef; parts: StoredPart[]; sha256: string }> {
  const ref = await target.create(source.ref.bytes, partBytes)
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

/** As lines of JSON: one blob per line. */
export async function writeCopied(to: Writable, { ref, parts, ...blob }: CopiedBlob): Promise<void> {
  const line = {
    ...blob,
    ref: { ...ref, wrappedKey: Buffer.from(ref.wrappedKey).toString('base64') },
    parts: parts.map((part) => ({ ...part, tag: Buffer.from(part.tag).toString('base64') })),
  }
  if (!to.write(`${JSON.stringify(line)}\n`)) await once(to, 'drain')
}

/** Reads the lines back. */
export async function* readCopied(from: Readable): AsyncGenerator<CopiedBlob> {
  for await (const line of createInterface({ input: from, crlfDelay: Number.POSITIVE_INFINITY })) {
    const { ref, parts, ...blob } = JSON.parse(line)
    yield {
      ...blob,
      ref: { ...ref, wrappedKey: Buffer.from(ref.wrappedKey, 'base64') },
      parts: parts.map((part: { tag: string }) => ({ ...part, tag: Buffer.from(part.tag, 'base64') })),
    }
  }
}
