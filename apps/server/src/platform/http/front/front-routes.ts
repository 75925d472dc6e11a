import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { Problem } from '@waybill/contract/core/problems'
import {
  FRONT_HEAD_BYTES,
  FRONT_MAX_BYTES,
  measureBody as measureBodyEndpoint,
  readFront as readFrontEndpoint,
  sendBody as sendBodyEndpoint,
} from '@waybill/contract/operating/front-endpoints'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../../context.ts'
import { bind } from '../bind.ts'
import { VERSION } from '../operating/operating-routes.ts'
import { isForwarded, OPERATOR_HEADER, showsOperatorToken } from '../operating/operator-caller.ts'
import { isProxyIn } from '../proxies/is-proxy.ts'
import { clientAddress } from '../proxies/network.ts'
import { readCongestionControl } from './congestion-control.ts'
import { readDatabaseAhead } from './database-clock-store.ts'
import { isFrontToken } from './front-token.ts'

const BLOCK_BYTES = 262_144
/** No proxy makes this smaller, and nothing in it is secret. */
const block = randomBytes(BLOCK_BYTES)

/**
 * The calls by which `examineFront` learns what is in front of the server. The token is asked for before anything else of
 * a call is read: without it no answer tells an existing path from an unknown one.
 */
export function frontRoutes(app: FastifyInstance, ctx: Context): void {
  void app.register(async (front) => {
    front.addHook('onRequest', async (request) => requireToken(ctx, request))
    bindFront(front, ctx)
  })
}

function bindFront(app: FastifyInstance, ctx: Context): void {
  const isProxy = isProxyIn(ctx.config.trustedProxies)
  bind(app, readFrontEndpoint, async ({ request }) => {
    return {
      version: VERSION,
      now: new Date(ctx.clock.nowMs()).toISOString(),
      databaseAheadMs: await readDatabaseAhead(ctx),
      publicOrigin: ctx.origins.publicOrigin,
      uploadOrigins: ctx.origins.uploadOrigins(request),
      address: clientAddress(request),
      isForwarded: isForwarded(request),
      isProxyTrusted: isProxy(request.raw.socket.remoteAddress ?? ''),
      ...(await readCongestionControl()),
    }
  })
  bind(app, measureBodyEndpoint, ({ request }) => {
    if (Number(request.headers['content-length'] ?? 0) > FRONT_MAX_BYTES) throw new Problem('body-too-large')
    return measure(request.raw)
  })
  bind(app, sendBodyEndpoint, async ({ request, reply, query }) => {
    await send(reply, { ...query, range: request.headers.range })
    return undefined
  })
}

function requireToken(ctx: Context, request: FastifyRequest): void {
  const { [OPERATOR_HEADER]: header } = request.headers
  const isExamining = typeof header === 'string' && isFrontToken(ctx.masterKey, header, ctx.clock.nowMs())
  if (!isExamining && !showsOperatorToken(ctx, request)) throw new Problem('not-found')
}

async function measure(body: Readable): Promise<{ bytes: number; spreadMs: number; longestPauseMs: number }> {
  let [bytes, first, last, longestPauseMs] = [0, 0, 0, 0]
  // The examination breaks bodies off to see whether they are refused, which is no failure of the server.
  for await (const chunk of unbroken(body)) {
    const now = performance.now()
    if (bytes === 0) first = now
    else longestPauseMs = Math.max(longestPauseMs, now - last)
    last = now
    bytes += chunk.length
    if (bytes > FRONT_MAX_BYTES) throw new Problem('body-too-large')
  }
  return { bytes, spreadMs: last - first, longestPauseMs }
}

/** The chunks of a body. @throws Problem 'invalid-input' where it breaks off */
async function* unbroken(body: Readable): AsyncGenerator<Buffer> {
  try {
    yield* body as AsyncIterable<Buffer>
  } catch (cause) {
    throw new Problem('invalid-input', { where: 'body', field: '' }, { cause })
  }
}

interface Sent {
  bytes: number
  pauseMs: number
  range: string | undefined
}

async function send(reply: FastifyReply, { bytes, pauseMs, range }: Sent): Promise<void> {
  const asked = /^bytes=(\d{1,8})-(\d{1,8})$/.exec(range ?? '')
  const [from, to] = asked ? [Number(asked[1]), Math.min(Number(asked[2]), bytes - 1)] : [0, bytes - 1]
  const isPart = asked !== null && from <= to
  const length = isPart ? to - from + 1 : bytes
  if (isPart) reply.code(206).header('content-range', `bytes ${from}-${to}/${bytes}`)
  await reply
    .type('application/octet-stream')
    .header('accept-ranges', 'bytes')
    .header('content-length', length)
    .header('cache-control', 'no-store')
    .send(Readable.from(blocks(length, pauseMs)))
}

async function* blocks(bytes: number, pauseMs: number): AsyncGenerator<Buffer> {
  let left = bytes
  const take = (most: number) => {
    const piece = block.subarray(0, Math.min(most, left))
    left -= piece.length
    return piece
  }
  if (pauseMs > 0) {
    yield take(FRONT_HEAD_BYTES)
    await pause(pauseMs)
  }
  while (left > 0) yield take(BLOCK_BYTES)
}
