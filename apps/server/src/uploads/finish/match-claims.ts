import type { StoredPart } from '../../platform/storage/blob-port.ts'
import type { ClaimRow } from '../parts/part-store.ts'

/**
 * A presigned store's parts, with the checksums claimed for them. The latest claim counts for each place: bytes of an
 * earlier one, which arrived late over a hanging connection, count as missing, and are requested again. A part is
 * identified by its MD5, its ETag where the store does not encrypt; otherwise it counts as the latest claim.
 *
 * @param claims of the blob, latest first
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
