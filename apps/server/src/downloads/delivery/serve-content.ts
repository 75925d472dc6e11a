import { Problem } from '@waybill/contract/core/problems'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DownloadDraw } from '../grant/download-draw.ts'
import type { Piece } from '../zip/chunks-of.ts'
import { type Content, contentHeaders } from './content-headers.ts'
import type { Delivery, DeliveryMeters } from './delivery-meter.ts'
import { judgeConditions } from './judge-conditions.ts'
import type { ByteRange } from './save-delivery.ts'
import { sendBytes } from './send-bytes.ts'

export interface Served {
  content: Content
  /** The bytes of a range; `signal` frees everything open, at once. */
  open(range: ByteRange, signal: AbortSignal): AsyncIterable<Piece>
  /** Null where nobody is told: an owner downloads their own files. */
  tracked: Tracked | null
  /** Without `tracked`: as its `watch`. */
  watch?: Tracked['watch']
}

export interface Tracked {
  meters: DeliveryMeters
  /** What is counted, and for whom. */
  delivery: Omit<Delivery, 'range'>
  /** The right to send a range; null where downloads are not limited. @throws Problem before a byte is sent */
  draw: ((range: ByteRange) => Promise<DownloadDraw>) | null
  /** Watches whether the answer may continue; `stop` breaks it off. Returns a function that ends the watch. */
  watch(stop: () => void): () => void
  /** A request for the headers alone. */
  noteVisit(): Promise<void>
}

/**
 * Answers GET or HEAD with content, whole or by Range. Returns once all that arrived is known; the answer itself ends
 * long before.
 *
 * @throws Problem 'range-unsatisfiable'; what opening the content throws before a byte is sent
 */
export async function serveContent(request: FastifyRequest, reply: FastifyReply, served: Served): Promise<undefined> {
  const verdict = judgeConditions(request.method, request.headers, served.content)
  const headers = contentHeaders(served.content, verdict)
  if (verdict.status === 416) {
    reply.header('content-range', headers['content-range']).header('accept-ranges', 'bytes')
    throw new Problem('range-unsatisfiable', { bytes: served.content.bytes })
  }
  if (!('from' in verdict) || request.method === 'HEAD') {
    if (request.method === 'HEAD') await served.tracked?.noteVisit()
    begin(reply, verdict.status, headers).end()
    return
  }
  await sendRange(reply, verdict, headers, served)
}

/** Takes the answer over: headers set by hooks stay, but the content's own headers win and no cookie is sent. */
function begin(reply: FastifyReply, status: number, headers: Record<string, string>) {
  const { 'set-cookie': _none, ...others } = reply.getHeaders()
  for (const name of reply.raw.getHeaderNames()) reply.raw.removeHeader(name)
  reply.hijack()
  // A permitted download no longer counts among the calls of its network or account.
  reply.request.stay?.leave()
  reply.raw.writeHead(status, { ...(others as Record<string, string>), ...headers })
  return reply.raw
}

async function sendRange(
  reply: FastifyReply,
  range: ByteRange & { status: 200 | 206 },
  headers: Record<string, string>,
  served: Served,
): Promise<void> {
  const { tracked } = served
  const draw = (await tracked?.draw?.(range)) ?? null
  const sent = { writtenTo: range.from, hasArrived: false }
  try {
    await send(reply, range, headers, { ...served, draw, sent })
  } finally {
    await draw?.end(sent.writtenTo, sent.hasArrived)
  }
}

interface Sending extends Served {
  draw: DownloadDraw | null
  /** Its progress so far. */
  sent: { writtenTo: number; hasArrived: boolean }
}

async function send(
  reply: FastifyReply,
  range: ByteRange & { status: 200 | 206 },
  headers: Record<string, string>,
  { tracked, open, draw, sent, watch }: Sending,
): Promise<void> {
  const { socket } = reply.raw
  const leaving = new AbortController()
  const leave = () => leaving.abort()
  reply.raw.once('close', leave)
  const pieces = open(range, leaving.signal)
  const chunks = await withFirstRead(draw === null ? pieces : draw.pass(pieces))
  if (socket === null || reply.raw.destroyed) {
    leave()
    reply.hijack()
    return
  }
  const meter = tracked?.meters.begin({ ...tracked.delivery, range }, reply.request)
  const unwatch = (tracked?.watch ?? watch)?.(() => reply.raw.destroy())
  try {
    const response = begin(reply, range.status, { ...headers, ...(meter && { ...meter.headers, connection: 'close' }) })
    const outcome = await sendBytes(response, chunks, range.to - range.from, {
      onBegun: (before) => meter?.carrier.begin(before),
      onHanded: (bytes) => meter?.carrier.handed(bytes),
      onWritten(bytes) {
        sent.writtenTo += bytes
        meter?.written(bytes)
      },
    })
    if (outcome === 'sent') meter?.carrier.sent()
    else meter?.carrier.conclude()
    sent.hasArrived = (await meter?.outcome)?.end === 'read' && outcome === 'sent' && !meter?.carrier.wasReset
  } catch (error) {
    // The rest of the quota was not enough: the connection is broken, and there is nothing more to say.
    if (!(error instanceof Problem)) throw error
  } finally {
    unwatch?.()
    reply.raw.off('close', leave)
    leave()
    meter?.carrier.conclude()
    await meter?.settled
  }
}

/** Reads the first bytes before it answers, so that unreadable content is refused with a status. */
async function withFirstRead(chunks: AsyncIterable<Piece>): Promise<AsyncIterable<Piece>> {
  const iterator = chunks[Symbol.asyncIterator]()
  let first: IteratorResult<Piece> | null = await iterator.next()
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        const result = first ?? (await iterator.next())
        first = null
        return result
      },
      async return() {
        await iterator.return?.()
        return { done: true, value: undefined }
      },
    }),
  }
}
