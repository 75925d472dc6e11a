/**
 * Merkle trees as RFC 6962 (section 2.1) hashes them. Pure. A large tree is stored as the hashes of its chunks of 1,024
 * leaves: those are nodes of the same tree, so that a path to a leaf needs one chunk and the hashes of the others.
 */
import { createHash } from 'node:crypto'

export const CHUNK_LEAVES = 1_024
export const HASH_BYTES = 32

export const leafHash = (text: string): Buffer => createHash('sha256').update(Buffer.of(0)).update(text).digest()

const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer =>
  createHash('sha256').update(Buffer.of(1)).update(left).update(right).digest()

/** The largest power of two that is less than `count`. */
const splitOf = (count: number): number => 2 ** Math.ceil(Math.log2(count) - 1)

/** The hash over the hashes of leaves, or of chunks; there is at least one. */
export function rootOf(hashes: readonly Buffer[]): Buffer {
  const [only] = hashes
  if (only === undefined) throw new RangeError('A tree has leaves')
  if (hashes.length === 1) return only
  const split = splitOf(hashes.length)
  return nodeHash(rootOf(hashes.slice(0, split)), rootOf(hashes.slice(split)))
}

/** The hashes that combine with the one at `index`, from its neighbour upwards. */
export function pathOf(hashes: readonly Buffer[], index: number): Buffer[] {
  if (hashes.length <= 1) return []
  const split = splitOf(hashes.length)
  const [left, right] = [hashes.slice(0, split), hashes.slice(split)]
  return index < split ? [...pathOf(left, index), rootOf(right)] : [...pathOf(right, index - split), rootOf(left)]
}

/** The root that a leaf and its path lead to (RFC 9162, 2.1.3.2); null where the path does not fit such a tree. */
export function rootFrom(leaf: Buffer, path: readonly Buffer[], index: number, count: number): Buffer | null {
  let [place, last, hash] = [index, count - 1, leaf]
  if (index < 0 || index >= count) return null
  for (const beside of path) {
    if (last === 0) return null
    if (place % 2 === 1 || place === last) {
      hash = nodeHash(beside, hash)
      while (place % 2 === 0 && place !== 0) [place, last] = [place / 2, Math.floor(last / 2)]
    } else {
      hash = nodeHash(hash, beside)
    }
    place = Math.floor(place / 2)
    last = Math.floor(last / 2)
  }
  return last === 0 ? hash : null
}

/** Splits concatenated hashes. */
export function splitHashes(joined: Buffer): Buffer[] {
  return Array.from({ length: joined.length / HASH_BYTES }, (_, nth) =>
    joined.subarray(nth * HASH_BYTES, (nth + 1) * HASH_BYTES),
  )
}
