import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import type { BlobRef, StoredPart } from '../../platform/storage/blob-port.ts'

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
