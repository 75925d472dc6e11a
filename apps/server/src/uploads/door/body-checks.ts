import { createHash, type Hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { S3Error } from './s3-error.ts'

/** What the client says about the bytes of a body; each is checked once all have arrived. */
export interface Claimed {
  /** Hexadecimal; null for an unsigned or chunked body. */
  sha256: string | null
  /** Base64; null where it is not said. */
  md5: string | null
  /** `x-amz-checksum-…` headers and trailers, base64, by algorithm. */
  checksums: ReadonlyMap<string, string>
}

/** Sums the bytes of one body as they pass. CRC-32C and CRC-64 are not checked: our own sums follow the stored bytes. */
export class BodyChecks {
  readonly #md5 = createHash('md5')
  readonly #sha256: Hash | null
  readonly #sha1: Hash | null
  #crc32 = 0
  #digest: Buffer | null = null

  constructor({ wantsSha256, wantsSha1 }: { wantsSha256: boolean; wantsSha1: boolean }) {
    this.#sha256 = wantsSha256 ? createHash('sha256') : null
    this.#sha1 = wantsSha1 ? createHash('sha1') : null
  }

  add(piece: Uint8Array): void {
    this.#md5.update(piece)
    this.#sha256?.update(piece)
    this.#sha1?.update(piece)
    this.#crc32 = crc32(piece, this.#crc32)
  }

  /** The MD5 of the whole body. */
  get md5(): Buffer {
    this.#digest ??= this.#md5.digest()
    return this.#digest
  }

  /** @throws S3Error 'XAmzContentSHA256Mismatch' | 'BadDigest' */
  require({ sha256, md5, checksums }: Claimed): void {
    const found = this.#sha256?.digest()
    if (sha256 !== null && found?.toString('hex') !== sha256) {
      throw new S3Error('XAmzContentSHA256Mismatch', 'The body does not have the SHA-256 that was signed.')
    }
    const four = Buffer.alloc(4)
    four.writeUInt32BE(this.#crc32)
    const sums: Array<[string, string | undefined, Buffer | undefined]> = [
      ['MD5', md5 ?? undefined, this.md5],
      ['CRC-32', checksums.get('crc32'), four],
      ['SHA-1', checksums.get('sha1'), this.#sha1?.digest()],
      ['SHA-256', checksums.get('sha256'), found],
    ]
    for (const [name, said, sum] of sums) {
      if (said !== undefined && sum?.toString('base64') !== said) {
        throw new S3Error('BadDigest', `The body does not have the ${name} that was claimed.`)
      }
    }
  }
}
