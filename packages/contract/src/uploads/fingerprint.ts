/**
 * Identifies a file without reading all of it: path, size, time of change and a hash of three 64 KiB samples (first,
 * middle, last). The same fingerprints within seven days find the unfinished upload. The path's normal form and
 * fractions of a millisecond, in which devices differ, do not count.
 */
export interface FingerprintedFile {
  path: string
  bytes: number
  /** Epoch ms. */
  modifiedAt: number
}

/**
 * At most 60 characters and the `sampleHash`, which has no dot (hex or base64url). The path enters as 53 bits: it only
 * has to distinguish files of equal size, time and samples.
 */
export function fingerprint(file: FingerprintedFile, sampleHash: string): string {
  return [file.bytes, Math.trunc(file.modifiedAt), sampleHash, hashText(file.path.normalize('NFC'))].join('.')
}

/** cyrb53 (public domain, bryc/code): mixes well in little code; not for secrets. */
function hashText(text: string): string {
  let low = 0xdeadbeef
  let high = 0x41c6ce57
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    low = Math.imul(low ^ unit, 2654435761)
    high = Math.imul(high ^ unit, 1597334677)
  }
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  return (2 ** 32 * (high & 0x1fffff) + (low >>> 0)).toString(36)
}
