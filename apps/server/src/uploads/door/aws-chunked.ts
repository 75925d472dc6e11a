/**
 * Bodies with the content encoding `aws-chunked`: chunks, each with its signature where the client signs them, and
 * checksums as trailers (docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming.html, sigv4-streaming-trailers.html).
 */
import { createHash } from 'node:crypto'
import { isSameBytes } from '../../platform/ids.ts'
import type { IncomingBytes } from './incoming-bytes.ts'
import { S3Error } from './s3-error.ts'
import { type Claim, hmac, sha256Hex } from './signature.ts'

const EMPTY_SHA256 = sha256Hex('')
const MAX_TRAILERS = 8
const MAX_CHUNK_BYTES = 2 ** 31
/** S3's own limit for every chunk but the last: each costs a signature, whatever it holds. */
const MIN_CHUNK_BYTES = 8_192

/** The values of `x-amz-content-sha256` that announce such a body: whether chunks are signed, and trailers follow. */
export const chunkedForms: Readonly<Record<string, { isSigned: boolean; hasTrailers: boolean }>> = {
  'STREAMING-AWS4-HMAC-SHA256-PAYLOAD': { isSigned: true, hasTrailers: false },
  'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER': { isSigned: true, hasTrailers: true },
  'STREAMING-UNSIGNED-PAYLOAD-TRAILER': { isSigned: false, hasTrailers: true },
}

/** Each signature signs the one before; the first is the request's. */
class SignatureChain {
  readonly #key: Uint8Array
  readonly #claim: Pick<Claim, 'date' | 'scope'>
  #last: string

  constructor(key: Uint8Array, claim: Pick<Claim, 'date' | 'scope' | 'signature'>) {
    this.#key = key
    this.#claim = claim
    this.#last = claim.signature.toString('hex')
  }

  /** @throws S3Error 'SignatureDoesNotMatch' */
  require(signature: string, kind: 'PAYLOAD' | 'TRAILER', hashes: readonly string[]): void {
    const { date, scope } = this.#claim
    const text = [`AWS4-HMAC-SHA256-${kind}`, date, scope, this.#last, ...hashes].join('\n')
    if (!isSameBytes(hmac(this.#key, text), Buffer.from(signature, 'hex')))
      throw new S3Error('SignatureDoesNotMatch', 'The signature of a chunk does not match.')
    this.#last = signature
  }
}

export interface ChunkedBody {
  form: { isSigned: boolean; hasTrailers: boolean }
  claim: Pick<Claim, 'date' | 'scope' | 'signature'>
  /** The signing key of the request. */
  key: Uint8Array
  /** Called with the trailers once the last byte was read and its signatures were checked. */
  onTrailers: (trailers: ReadonlyMap<string, string>) => void
}

/**
 * The bytes inside the chunks. A chunk's bytes are passed on before its signature has arrived, so the reader must not
 * keep any before the end.
 *
 * @throws S3Error 'SignatureDoesNotMatch' | 'IncompleteBody' | 'InvalidRequest' | 'InvalidChunkSizeError'
 */
export async function* decodeChunks(
  incoming: IncomingBytes,
  { form, claim, key, onTrailers }: ChunkedBody,
): AsyncGenerator<Buffer> {
  const chain = form.isSigned ? new SignatureChain(key, claim) : null
  for (let isSmall = false; ; ) {
    const { bytes, signature } = readChunkHead(await incoming.line(), form.isSigned)
    if (isSmall && bytes > 0) throw new S3Error('InvalidChunkSizeError', 'Only the last chunk has less than 8 KiB.')
    isSmall = bytes < MIN_CHUNK_BYTES
    const hash = chain === null ? null : createHash('sha256')
    for await (const piece of incoming.take(bytes)) {
      hash?.update(piece)
      yield piece
    }
    if (chain !== null && hash !== null) chain.require(signature, 'PAYLOAD', [EMPTY_SHA256, hash.digest('hex')])
    if (bytes === 0) break
    if ((await incoming.line()) !== '') throw malformed()
  }
  onTrailers(await readTrailers(incoming, form.hasTrailers ? chain : null))
}

function readChunkHead(line: string, isSigned: boolean): { bytes: number; signature: string } {
  const [, size = '', signature = ''] = /^([0-9a-fA-F]{1,8})(?:;chunk-signature=([0-9a-f]{64}))?$/.exec(line) ?? []
  const bytes = Number.parseInt(size, 16)
  if (!(bytes <= MAX_CHUNK_BYTES) || isSigned !== (signature !== '')) throw malformed()
  return { bytes, signature }
}

/** Up to the empty line that ends the body. */
async function readTrailers(incoming: IncomingBytes, chain: SignatureChain | null): Promise<Map<string, string>> {
  const trailers = new Map<string, string>()
  let signature = ''
  for (;;) {
    const line = (await incoming.isAtEnd()) ? '' : await incoming.line()
    if (line === '') break
    const [, name = '', value = ''] = /^([\w-]{1,64}):\s*(.{0,1024}?)\s*$/.exec(line) ?? []
    if (name === '' || trailers.size >= MAX_TRAILERS) throw malformed()
    if (name.toLowerCase() === 'x-amz-trailer-signature') signature = value
    else trailers.set(name.toLowerCase(), value)
  }
  if (chain !== null) {
    const lines = [...trailers].map(([name, value]) => `${name}:${value}\n`).join('')
    chain.require(signature, 'TRAILER', [sha256Hex(lines)])
  }
  return trailers
}

const malformed = () => new S3Error('InvalidRequest', 'The body is not aws-chunked as announced.')
