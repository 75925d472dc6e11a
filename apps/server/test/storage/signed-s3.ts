/** A call at an S3 endpoint, signed here by hand: so that a test can sign what no library would, or spoil it after. */
import { createHash, createHmac } from 'node:crypto'
import { request } from 'node:http'

export interface Keys {
  AccessKeyId: string
  AccessKeySecret: string
  SecurityToken: string
  Region: string
}

export interface S3Call {
  method?: string
  /** As it goes over the wire. */
  path: string
  query?: string
  headers?: Record<string, string>
  body?: Uint8Array
  /** Of `x-amz-content-sha256`; by default the hash of the body. */
  payload?: string
  at?: Date
  service?: string
  /** Replaces headers after the signature was made; undefined removes one. */
  spoil?: (headers: Record<string, string>) => Record<string, string | undefined>
  /** Signs fewer headers than are sent. */
  unsigned?: readonly string[]
}

export interface S3Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  /** Of an error. */
  code: string | null
}

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: Uint8Array | string, text: string) => createHmac('sha256', key).update(text).digest()

const signingKeyOf = (keys: Keys, scope: string): Buffer =>
  scope.split('/').reduce<Buffer>((last, step) => hmac(last, step), Buffer.from(`AWS4${keys.AccessKeySecret}`))

const stampOf = (at: Date): string => at.toISOString().replace(/[-:]|\.\d{3}/g, '')

/** The headers of a signed call; with the signature and key, for bodies whose chunks are signed too. */
export function signS3(origin: string, keys: Keys, call: S3Call) {
  const { method = 'PUT', path, query = '', body = new Uint8Array(), at = new Date(), service = 's3' } = call
  const date = stampOf(at)
  const scope = `${date.slice(0, 8)}/${keys.Region}/${service}/aws4_request`
  const payload = call.payload ?? sha256(body)
  const headers: Record<string, string> = {
    host: new URL(origin).host,
    'x-amz-date': date,
    'x-amz-content-sha256': payload,
    ...(keys.SecurityToken === '' ? {} : { 'x-amz-security-token': keys.SecurityToken }),
    ...call.headers,
  }
  const names = Object.keys(headers)
    .filter((name) => !call.unsigned?.includes(name))
    .sort()
  const lines = names.map((name) => `${name}:${headers[name]?.trim()}\n`).join('')
  const sorted = query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => (pair.includes('=') ? pair : `${pair}=`))
    // By name, of which '=' is no part.
    .sort((a, b) => (a.replace('=', '\0') < b.replace('=', '\0') ? -1 : 1))
    .join('&')
  const canonical = [method, path, sorted, lines, names.join(';'), payload].join('\n')
  const key = signingKeyOf(keys, scope)
  const signature = hmac(key, `AWS4-HMAC-SHA256\n${date}\n${scope}\n${sha256(canonical)}`).toString('hex')
  const credential = `Credential=${keys.AccessKeyId}/${scope}`
  const authorization = `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=${names.join(';')}, Signature=${signature}`
  return { headers: { ...headers, authorization }, key, signature, date, scope }
}

/** Sends a call, by default signed; the path goes over the wire as it is. */
export function sendS3(origin: string, keys: Keys, call: S3Call): Promise<S3Answer> {
  const { method = 'PUT', path, query = '', body = new Uint8Array() } = call
  const signed = signS3(origin, keys, call).headers
  const length = { 'content-length': String(body.length) }
  const spoilt = { ...length, ...signed, ...call.spoil?.(signed) }
  const headers = Object.fromEntries(Object.entries(spoilt).filter(([, value]) => value !== undefined))
  return new Promise((resolve, reject) => {
    const asked = request(
      origin,
      {
        method,
        path: query === '' ? path : `${path}?${query}`,
        headers: headers as Record<string, string>,
        agent: false,
      },
      async (answer) => {
        const pieces: Buffer[] = []
        for await (const piece of answer) pieces.push(piece)
        const text = Buffer.concat(pieces).toString()
        const code = /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? null
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text, code })
      },
    )
    asked.on('error', reject)
    asked.end(body)
  })
}

/** The query of an address that is signed for five minutes, with nothing but the host as a header. */
export function presignS3(origin: string, keys: Keys, { method, path }: { method: string; path: string }): string {
  const date = stampOf(new Date())
  const scope = `${date.slice(0, 8)}/${keys.Region}/s3/aws4_request`
  const query = Object.entries({
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `${keys.AccessKeyId}/${scope}`,
    'X-Amz-Date': date,
    'X-Amz-Expires': '300',
    'X-Amz-Security-Token': keys.SecurityToken,
    'X-Amz-SignedHeaders': 'host',
  })
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
  const canonical = [method, path, query, `host:${new URL(origin).host}\n`, 'host', 'UNSIGNED-PAYLOAD'].join('\n')
  const text = `AWS4-HMAC-SHA256\n${date}\n${scope}\n${sha256(canonical)}`
  return `${query}&X-Amz-Signature=${hmac(signingKeyOf(keys, scope), text).toString('hex')}`
}

/** A body whose chunks are signed one after the other, with signed trailers where given. */
export function signedChunks(
  { key, signature, date, scope }: Pick<ReturnType<typeof signS3>, 'key' | 'signature' | 'date' | 'scope'>,
  content: Uint8Array,
  { chunkBytes = 65_536, trailers = '' }: { chunkBytes?: number; trailers?: string } = {},
): Buffer {
  let last = signature
  const pieces: Buffer[] = []
  for (let from = 0; ; from += chunkBytes) {
    const chunk = content.subarray(from, from + chunkBytes)
    last = hmac(key, ['AWS4-HMAC-SHA256-PAYLOAD', date, scope, last, sha256(''), sha256(chunk)].join('\n')).toString(
      'hex',
    )
    pieces.push(Buffer.from(`${chunk.length.toString(16)};chunk-signature=${last}\r\n`), Buffer.from(chunk))
    if (chunk.length === 0) break
    pieces.push(Buffer.from('\r\n'))
  }
  if (trailers !== '') {
    const mark = hmac(key, ['AWS4-HMAC-SHA256-TRAILER', date, scope, last, sha256(trailers)].join('\n')).toString('hex')
    pieces.push(Buffer.from(`${trailers.trimEnd()}\r\nx-amz-trailer-signature:${mark}\r\n`))
  }
  pieces.push(Buffer.from('\r\n'))
  return Buffer.concat(pieces)
}
