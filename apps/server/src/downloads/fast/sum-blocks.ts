import { combineCrc32 } from '@waybill/contract/core/crc32'
import type { StoredFile } from '../../uploads/index.ts'

/** Bytes with a known checksum. */
export interface Summed {
  bytes: number
  crc32: number
}

/** The bytes up to `to`, from where the block before it ends. */
export interface Block {
  to: number
  crc32: number
}

const LEAST_BYTES = 1024 * 1024
const MOST_BLOCKS = 1_000

/**
 * Joins neighbouring pieces to blocks that are worth a check of their own, without reading a byte: at most 1,001 of
 * them, each of at least 1 MiB but the last.
 */
export function sumBlocks(pieces: Iterable<Summed>, bytes: number): Block[] {
  const grain = Math.max(LEAST_BYTES, bytes / MOST_BLOCKS)
  const blocks: Block[] = []
  let at = 0
  let open: Summed = { bytes: 0, crc32: 0 }
  for (const piece of pieces) {
    at += piece.bytes
    open = { bytes: open.bytes + piece.bytes, crc32: combineCrc32(open.crc32, piece.crc32, piece.bytes) }
    if (open.bytes < grain) continue
    blocks.push({ to: at, crc32: open.crc32 })
    open = { bytes: 0, crc32: 0 }
  }
  if (open.bytes > 0) blocks.push({ to: at, crc32: open.crc32 })
  return blocks
}

/** A file in the parts that it arrived in, where they are exactly the file; else as a whole. */
export function summedParts({ bytes, crc32, source }: Pick<StoredFile, 'bytes' | 'crc32' | 'source'>): Summed[] {
  const whole = [{ bytes, crc32 }]
  if (source === null || source.offset !== 0) return whole
  let at = 0
  let sum = 0
  for (const part of source.parts) {
    if (part.offset !== at) return whole
    at += part.bytes
    sum = combineCrc32(sum, part.crc32, part.bytes)
  }
  return at === bytes && sum === crc32 ? [...source.parts] : whole
}
