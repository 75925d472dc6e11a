/**
 * AWS Signature Version 4 in the Authorization header, for the service 's3'
 * (docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html).
 */
import { createHash, createHmac } from 'node:crypto'
import { isSameBytes } from '../../platform/ids.ts'
import { S3Error } from './s3-error.ts'

export interface SignedRequest {
  method: string
  /** The path as it was sent. */
  path: string
  /** The query as it was sent, without its '?'. */
  query: string
  /** Names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>
}

/** What the Authorization header says, and the date of the request. */
export interface Claim {
  accessKeyId: string
  region: string
  /** '20260131/us-east-1/s3/aws4_request' */
  scope: string
  signedHeaders: readonly string[]
  signature: Buffer
  /** '20260131T235959Z' */
  date: string
  /** How the body is signed: `x-amz-content-sha256`. */
  payload: string
}

const HEADER =
  /^AWS4-HMAC-SHA256\s+Credential=(\w{8,128})\/(\d{8}\/([a-z0-9-]{1,40})\/s3\/aws4_request),\s*SignedHeaders=([a-z0-9;-]{1,2000}),\s*Signature=([0-9a-f]{64})$/

/**
 * Reads the claim. Everything that S3 gives a meaning must be signed: the host and every `x-amz-` header.
 *
 * @throws S3Error 'AccessDenied' | 'AuthorizationHeaderMalformed'
 */
export function readClaim({ headers }: Pick<SignedRequest, 'headers'>): Claim {
  const authorization = textOf(headers, 'authorization')
  if (authorization === '') throw new S3Error('AccessDenied', 'The request is not signed by an Authorization header.')
  const [, accessKeyId = '', scope = '', region = '', signed = '', signature = ''] = HEADER.exec(authorization) ?? []
  const date = textOf(headers, 'x-amz-date')
  if (accessKeyId === '' || !/^\d{8}T\d{6}Z$/.test(date) || !scope.startsWith(date.slice(0, 8))) {
    throw new S3Error(
      'AuthorizationHeaderMalformed',
      'Sign with AWS4-HMAC-SHA256, x-amz-date and the scope of its day.',
    )
  }
  const signedHeaders = signed.split(';')
  const needed = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))]
  if (needed.some((name) => !signedHeaders.includes(name))) {
    throw new S3Error('AccessDenied', 'The host and all x-amz- headers must be signed.')
  }
  const payload = textOf(headers, 'x-amz-content-sha256')
  return { accessKeyId, region, scope, signedHeaders, signature: Buffer.from(signature, 'hex'), date, payload }
}

export const textOf = (headers: SignedRequest['headers'], name: string): string => {
  const value = headers[name]
  return (Array.isArray(value) ? value.join(',') : (value ?? '')).trim()
}

/** @throws S3Error 'SignatureDoesNotMatch' */
export function requireSignature(request: SignedRequest, claim: Claim, secret: string): void {
  const expected = hmac(signingKey(secret, claim), stringToSign(request, claim))
  if (isSameBytes(expected, claim.signature)) return
  throw new S3Error('SignatureDoesNotMatch', 'The signature does not match the request and the secret.')
}

/** The key of one day, region and service. */
export function signingKey(secret: string, { scope }: Pick<Claim, 'scope'>): Buffer {
  return scope.split('/').reduce<Buffer>((key, step) => hmac(key, step), Buffer.from(`AWS4${secret}`))
}

export const hmac = (key: Uint8Array, text: string): Buffer => createHmac('sha256', key).update(text).digest()
export const sha256Hex = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')

function stringToSign({ method, path, query, headers }: SignedRequest, claim: Claim): string {
  const lines = claim.signedHeaders.map((name) => `${name}:${textOf(headers, name).replace(/\s+/g, ' ')}\n`)
  const canonical = [method, path, canonicalQuery(query), lines.join(''), claim.signedHeaders.join(';'), claim.payload]
  return `AWS4-HMAC-SHA256\n${claim.date}\n${claim.scope}\n${sha256Hex(canonical.join('\n'))}`
}

function canonicalQuery(query: string): string {
  const pairs = query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair): [string, string] => {
      const at = pair.indexOf('=')
      return at < 0 ? [encoded(pair), ''] : [encoded(pair.slice(0, at)), encoded(pair.slice(at + 1))]
    })
  // By name, then by value: '=' is no part of either.
  const order = ([a, x]: [string, string], [b, y]: [string, string]) =>
    a === b ? Number(x > y) || -1 : Number(a > b) || -1
  return pairs
    .toSorted(order)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}

/** Percent-encoded as RFC 3986 says, however the client encoded it. @throws S3Error 'InvalidArgument' */
function encoded(text: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(text)).replace(
      /[!'()*]/g,
      (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
    )
  } catch (cause) {
    throw new S3Error('InvalidArgument', 'The query is not encoded well.', { cause })
  }
}
