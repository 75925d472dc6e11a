import { once } from 'node:events'
import { type IncomingMessage, type RequestOptions, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { setTimeout as pause } from 'node:timers/promises'
import { connect } from 'node:tls'
import { FRONT_MAX_BYTES } from '@waybill/contract/operating/front-endpoints'
import { OPERATOR_HEADER } from '../operating/operator-caller.ts'

const PATIENCE_MS = 30_000
const CHUNK = Buffer.alloc(262_144, 'waybill ')

/** How to connect to an origin: by default to the host and port of its address. */
export type Way = (origin: URL) => { host: string; port: number; ca?: string; localAddress?: string }

export const straightWay: Way = ({ hostname, port, protocol }) => ({
  host: hostname.replace(/^\[|\]$/g, ''),
  port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
})

export interface Asking {
  way: Way
  /** The operator's; null: a stranger's call. */
  token: string | null
  /** The page's origin, which calls that change something must name. */
  pageOrigin: string
}

export interface Asked {
  method?: 'GET' | 'PUT'
  headers?: Record<string, string>
  body?: { bytes: number; pauseMs: number }
}

export interface Answer {
  status: number
  headers: IncomingMessage['headers']
  /** Up to 64 KiB of the body. */
  text: string
  bytes: number
  /** From the start of the call to the first and the last byte of the answer. */
  firstMs: number
  lastMs: number
}

/**
 * One call on a connection of its own, and its whole answer. It follows no redirect, and reads no more than the largest
 * answer that a call of ours has: another machine may answer. @throws the connection's error, or 'no answer'
 */
export async function ask(asking: Asking, origin: URL, path: string, asked: Asked = {}): Promise<Answer> {
  const began = performance.now()
  const { body } = asked
  const sending = open(asking, origin, path, asked)
  if (body === undefined) sending.request.end()
  else void sendPaused(sending.request, body).catch(() => undefined)
  const answer = await sending.answered
  const firstMs = performance.now() - began
  let [bytes, text] = [0, '']
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > FRONT_MAX_BYTES) throw new Error('the answer is too long')
    if (text.length < 65_536) text += chunk.toString()
  }
  const { statusCode: status = 0, headers } = answer
  return { status, headers, text, bytes, firstMs, lastMs: performance.now() - began }
}

/**
 * The status by which a body of `bytes` bytes is refused before any of it is sent; null where the front asks for it, or
 * does not say.
 */
export async function refusalOf(asking: Asking, origin: URL, path: string, bytes: number): Promise<number | null> {
  const headers = { 'content-length': String(bytes), expect: '100-continue' }
  const { request, answered } = open(asking, origin, path, { method: 'PUT', headers })
  const continued = new Promise<null>((resolve) => request.once('continue', () => resolve(null)))
  request.flushHeaders()
  const status = await Promise.race([
    answered.then(({ statusCode }) => statusCode ?? null),
    continued,
    pause(3_000, null, { ref: false }),
  ]).catch(() => null)
  request.destroy()
  return status
}

/** What a front that could speak both would choose with a browser: 'h2' or 'http/1.1'. */
export function chosenProtocol({ way }: Asking, origin: URL): Promise<string> {
  if (origin.protocol !== 'https:') return Promise.resolve('http/1.1')
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const servername = origin.hostname
  const socket = connect({ ...way(origin), servername, ALPNProtocols: ['h2', 'http/1.1'] }, () => {
    resolve(socket.alpnProtocol || 'http/1.1')
    socket.destroy()
  })
  socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('no answer')))
  socket.on('error', reject)
  return promise
}

function open({ way, token, pageOrigin }: Asking, origin: URL, path: string, { method = 'GET', headers, body }: Asked) {
  const options: RequestOptions = {
    ...way(origin),
    agent: false,
    method,
    path,
    headers: {
      host: origin.host,
      ...(token === null ? {} : { [OPERATOR_HEADER]: token }),
      ...(method === 'PUT' && { origin: pageOrigin, 'content-type': 'application/octet-stream' }),
      ...(body && { 'content-length': String(body.bytes) }),
      ...headers,
    },
  }
  const { promise: answered, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const isSecure = origin.protocol === 'https:'
  const request = isSecure
    ? requestSecure({ ...options, servername: origin.hostname }, resolve)
    : requestPlain(options, resolve)
  request.setTimeout(PATIENCE_MS, () => request.destroy(new Error('no answer')))
  request.on('error', reject)
  // An answer that breaks off rejects where it is read.
  answered.catch(() => undefined)
  return { request, answered }
}

/** Sends a body; with a pause, nothing for so long after the first chunk. */
async function sendPaused(
  request: ReturnType<typeof requestPlain>,
  { bytes, pauseMs }: { bytes: number; pauseMs: number },
): Promise<void> {
  for (let sent = 0; sent < bytes && !request.destroyed; ) {
    const chunk = CHUNK.subarray(0, Math.min(CHUNK.length, bytes - sent))
    sent += chunk.length
    // A connection that breaks meanwhile rejects, and the request's own error tells why.
    if (!request.write(chunk)) await once(request, 'drain')
    if (pauseMs > 0 && sent === chunk.length) await pause(pauseMs)
  }
  request.end()
}
