import type { IncomingMessage } from 'node:http'
import { Problem } from '@waybill/contract/core/problems'

/** The initial memory for a body without a declared size; it doubles as the body arrives. */
const FIRST_BYTES = 65_536

interface BodyLimits {
  maxBytes: number
  /** From the first byte to the last. */
  patienceMs: number
}

/**
 * Reads a whole body. While it arrives it takes memory of its own size, in one piece, however small the arriving pieces
 * are (twice that where it declares no size). Bytes that arrive after a refusal are discarded unread.
 *
 * @throws Problem 'body-too-large' | 'request-too-slow' | 'invalid-input' where it breaks off
 */
export async function readBody(
  raw: IncomingMessage,
  { maxBytes, patienceMs }: BodyLimits,
): Promise<Buffer<ArrayBuffer>> {
  const told = Number(raw.headers['content-length'] ?? FIRST_BYTES)
  if (told > maxBytes) throw new Problem('body-too-large')
  const { promise, resolve, reject } = Promise.withResolvers<Buffer<ArrayBuffer>>()
  let body = Buffer.allocUnsafeSlow(told)
  let bytes = 0
  const take = (chunk: Buffer) => {
    if (bytes + chunk.length > maxBytes) return reject(new Problem('body-too-large'))
    if (bytes + chunk.length > body.length) body = grown(body, Math.min(maxBytes, 2 * (bytes + chunk.length)))
    bytes += chunk.copy(body, bytes)
  }
  const end = () => resolve(body.subarray(0, bytes))
  const breakOff = () => reject(new Problem('invalid-input', { where: 'body', field: '' }))
  const timer = setTimeout(() => reject(new Problem('request-too-slow')), patienceMs)
  raw.on('data', take).once('end', end).once('close', breakOff).on('error', breakOff)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    raw.off('data', take).off('end', end).off('close', breakOff)
    raw.resume()
  }
}

function grown(body: Buffer, bytes: number): Buffer<ArrayBuffer> {
  const more = Buffer.allocUnsafeSlow(bytes)
  body.copy(more)
  return more
}
