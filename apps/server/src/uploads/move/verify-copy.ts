import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { BlobRef, BlobStore, StoredPart } from '../../platform/storage/blob-port.ts'
import type { FileRow } from '../blob-store.ts'

interface Copy {
  store: BlobStore
  ref: BlobRef
  parts: readonly StoredPart[]
  /** Of the plaintext that was written. */
  sha256: string
}

type Member = Pick<FileRow, 'blob_offset' | 'bytes' | 'crc32' | 'sha256'>

/**
 * Reads a copy back once: 'differs' where it does not hold what was written, 'damaged' where it holds that, but a file
 * in it is not what was sent: then the source was not either.
 */
export async function verifyCopy(copy: Copy, members: readonly Member[]): Promise<'sound' | 'differs' | 'damaged'> {
  const whole = createHash('sha256')
  const files = members
    .toSorted((one, other) => one.blob_offset - other.blob_offset)
    .map((member) => new FileSum(member))
  let at = 0
  let next = 0
  for await (const chunk of copy.store.read(copy.ref, copy.parts, { offset: 0, bytes: copy.ref.bytes })) {
    whole.update(chunk)
    for (let nth = next; nth < files.length && (files[nth] as FileSum).startsBefore(at + chunk.length); nth += 1) {
      files[nth]?.add(chunk, at)
    }
    at += chunk.length
    while (files[next]?.endsBy(at)) next += 1
  }
  if (whole.digest('hex') !== copy.sha256) return 'differs'
  return files.every((file) => file.isSound()) ? 'sound' : 'damaged'
}

/** The checksums of one file, from the chunks of the blob that holds it. */
class FileSum {
  readonly #member: Member
  readonly #hash = createHash('sha256')
  #crc32 = 0

  constructor(member: Member) {
    this.#member = member
  }

  startsBefore(offset: number): boolean {
    return this.#member.blob_offset < offset
  }

  endsBy(offset: number): boolean {
    return this.#member.blob_offset + this.#member.bytes <= offset
  }

  /** `at`: where the chunk begins in the blob. */
  add(chunk: Buffer, at: number): void {
    const from = Math.max(this.#member.blob_offset - at, 0)
    const inside = chunk.subarray(from, Math.max(this.#member.blob_offset + this.#member.bytes - at, from))
    this.#crc32 = crc32(inside, this.#crc32)
    this.#hash.update(inside)
  }

  isSound(): boolean {
    const { sha256, crc32: sum } = this.#member
    return sha256 === null ? sum === this.#crc32 : sha256.equals(this.#hash.digest())
  }
}
