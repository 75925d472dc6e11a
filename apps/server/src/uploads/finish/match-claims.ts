import type { StoredPart } from '../../platform/storage/blob-port.ts'
import type { ClaimRow } from '../parts/part-store.ts'

/**
 * What a presigned store holds, with the sums that were claimed for it. What counts for a place is the claim made last:
 * bytes of an earlier one, which came late over a line that hung, are as good as missing, and are asked for again. A
 * part is told by its MD5, its ETag where the store does not encrypt; else it is taken for what was claimed last.
 *
 * @param claims of the blob, the last made first
 */
export function matchClaims(
  listed: ReadonlyArray<Omit<StoredPart, 'crc32'>>,
  claims: readonly ClaimRow[],
): StoredPart[] {
  return listed.flatMap((part) => {
    const made = claims.filter(({ starts_at, bytes }) => starts_at === part.offset && bytes === part.bytes)
    const etag = Buffer.from(part.tag).toString('latin1').replaceAll('"', '').toLowerCase()
    const stored = made.find(({ md5 }) => md5.toString('hex') === etag)
    const [last] = made
    if (last === undefined || (stored !== undefined && stored !== last)) return []
    return [{ ...part, crc32: last.crc32 }]
  })
}
