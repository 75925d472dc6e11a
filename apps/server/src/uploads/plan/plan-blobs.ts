/**
 * Which files become which blobs. A file of 256 KiB or more is a blob of its own; smaller ones are sent in packs of
 * consecutive files, each as one part; an empty file has no blob.
 */
export const PACKED_BELOW_BYTES = 256 * 1024
export const MAX_PACK_BYTES = 4 * 1024 * 1024

interface PlannedMember {
  /** Index of the file in the manifest. */
  file: number
  /** The position of its first byte in the blob. */
  offset: number
}

export interface BlobLayout {
  bytes: number
  isPack: boolean
  members: PlannedMember[]
}

/**
 * Lays out files of these sizes, in order. A pack takes at most `packBytes` unless one file alone is larger.
 *
 * @param packBytes the initial part size of a connection, capped at MAX_PACK_BYTES
 */
export function planBlobs(sizes: readonly number[], packBytes: number): BlobLayout[] {
  const maxBytes = Math.min(packBytes, MAX_PACK_BYTES)
  const blobs: BlobLayout[] = []
  let pack: BlobLayout | null = null
  sizes.forEach((bytes, file) => {
    if (bytes === 0) return
    if (bytes >= PACKED_BELOW_BYTES) {
      blobs.push({ bytes, isPack: false, members: [{ file, offset: 0 }] })
      return
    }
    if (pack === null || pack.bytes + bytes > maxBytes) {
      pack = { bytes: 0, isPack: true, members: [] }
      blobs.push(pack)
    }
    pack.members.push({ file, offset: pack.bytes })
    pack.bytes += bytes
  })
  return blobs
}

/** Every file that has bytes as a blob of its own, whatever its size. */
export const planWholeFiles = (sizes: readonly number[]): BlobLayout[] =>
  [...sizes.entries()]
    .filter(([, bytes]) => bytes > 0)
    .map(([file, bytes]) => ({ bytes, isPack: false, members: [{ file, offset: 0 }] }))

/** Whether these files share a pack: only packs hold small files. */
export function holdsSmallFile(members: readonly { bytes: number }[]): boolean {
  return members.some(({ bytes }) => bytes < PACKED_BELOW_BYTES)
}
