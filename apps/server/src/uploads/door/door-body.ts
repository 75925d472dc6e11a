import { Readable } from 'node:stream'
import { Problem } from '@waybill/contract/core/problems'
import type { FastifyRequest } from 'fastify'
import { type Pace, watchPace } from '../parts/watch-pace.ts'
import { chunkedForms, decodeChunks } from './aws-chunked.ts'
import { BodyChecks } from './body-checks.ts'
import type { DoorCall } from './door-call.ts'
import { IncomingBytes } from './incoming-bytes.ts'
import { S3Error } from './s3-error.ts'
import { textOf } from './signature.ts'

const CHECKSUM = 'x-amz-checksum-'

/** The body of one call: its bytes without their packing, checked at the end against everything that was said of them. */
export class DoorBody {
  /** The length that was announced, without packing. */
  readonly bytes: number
  readonly #incoming: IncomingBytes
  readonly #checks: BodyChecks
  readonly #trailers = new Map<string, string>()
  readonly #requireSums: () => void
  readonly #bytesSoFar: () => number

  /** @throws S3Error 'MissingContentLength' | 'InvalidArgument' | 'InvalidDigest' */
  constructor(
    request: Pick<FastifyRequest, 'headers' | 'raw'>,
    { claim, signingKey: key }: Pick<DoorCall, 'claim' | 'signingKey'>,
  ) {
    const { headers } = request
    const form = chunkedForms[claim.payload]
    const sha256 = /^[0-9a-f]{64}$/.test(claim.payload) ? claim.payload : null
    if (form === undefined && sha256 === null && claim.payload !== 'UNSIGNED-PAYLOAD') {
      throw new S3Error('InvalidArgument', 'x-amz-content-sha256 says no known form of body.')
    }
    this.bytes = lengthOf(headers, form ? 'x-amz-decoded-content-length' : 'content-length')
    const announced = textOf(headers, 'x-amz-trailer')
      .toLowerCase()
      .split(/\s*,\s*/)
    const said = [...Object.keys(headers), ...announced]
    const names = (algorithm: string) => said.includes(`${CHECKSUM}${algorithm}`)
    this.#checks = new BodyChecks({ wantsSha256: sha256 !== null || names('sha256'), wantsSha1: names('sha1') })
    const md5 = md5Of(headers)
    const packed = new IncomingBytes(request.raw)
    this.#bytesSoFar = () => request.raw.socket.bytesRead
    const onTrailers = (given: ReadonlyMap<string, string>) => {
      for (const [name, value] of given) this.#trailers.set(name, value)
    }
    this.#incoming = form ? new IncomingBytes(decodeChunks(packed, { form, claim, key, onTrailers })) : packed
    this.#requireSums = () => {
      // A body may end before the sum that was to prove it.
      if (announced.some((name) => name.startsWith(CHECKSUM) && !this.#trailers.has(name))) {
        throw new S3Error('MalformedTrailerError', 'The checksum that x-amz-trailer announces did not follow.')
      }
      const sums = [...Object.entries(headers), ...this.#trailers].filter(([name]) => name.startsWith(CHECKSUM))
      const checksums = new Map(sums.map(([name, value]) => [name.slice(CHECKSUM.length), String(value)]))
      this.#checks.require({ sha256, md5, checksums })
    }
  }

  /** The MD5 of the body, once all of it was read. */
  get md5(): Buffer {
    return this.#checks.md5
  }

  /**
   * The next `bytes` bytes. The last piece of a body ends only when all that was said of the body holds; else the stream
   * fails with an S3Error, so that nothing of it is acknowledged.
   */
  take(bytes: number, isLast: boolean): Readable {
    return Readable.from(this.#pieces(bytes, isLast), { objectMode: false })
  }

  /** A small body. @throws S3Error 'EntityTooLarge'; Problem 'part-too-slow' */
  async text(maxBytes: number, pace?: Pace): Promise<string> {
    if (this.bytes > maxBytes) throw new S3Error('EntityTooLarge', 'The body is too large.')
    const tooSlow = Promise.withResolvers<never>()
    const stop = watchPace(this.#bytesSoFar, () => tooSlow.reject(new Problem('part-too-slow')), pace)
    try {
      return await Promise.race([this.#all(), tooSlow.promise])
    } finally {
      stop()
    }
  }

  async #all(): Promise<string> {
    const pieces: Buffer[] = []
    for await (const piece of this.#pieces(this.bytes, true)) pieces.push(piece)
    return Buffer.concat(pieces).toString()
  }

  async *#pieces(bytes: number, isLast: boolean): AsyncGenerator<Buffer> {
    for await (const piece of this.#incoming.take(bytes)) {
      this.#checks.add(piece)
      yield piece
    }
    if (!isLast) return
    if (!(await this.#incoming.isAtEnd())) throw new S3Error('IncompleteBody', 'The body is longer than announced.')
    this.#requireSums()
  }
}

function lengthOf(headers: FastifyRequest['headers'], name: string): number {
  const text = textOf(headers, name)
  if (!/^\d{1,15}$/.test(text)) throw new S3Error('MissingContentLength', `The header ${name} is missing.`)
  return Number(text)
}

function md5Of(headers: FastifyRequest['headers']): string | null {
  const text = textOf(headers, 'content-md5')
  if (text === '') return null
  if (!/^[A-Za-z0-9+/]{22}==$/.test(text)) throw new S3Error('InvalidDigest', 'Content-MD5 is not base64 of 16 bytes.')
  return text
}
