import type { IncomingMessage } from 'node:http'
import { takesMultipart } from '@waybill/contract/core/endpoint'
import type { FastifyInstance } from 'fastify'
import { answerBroken } from './answer-broken.ts'

/** The slowest pace at which a body may hold a call open, the same as for a part: 1 KB/s over a minute. */
export interface BodyPace {
  windowMs: number
  minBytes: number
}

const SLOWEST: BodyPace = { windowMs: 60_000, minBytes: 60_000 }

/**
 * Ends calls whose body is too slow. Parts have their own rule, which releases what they have written; a form with
 * files has a total time limit, and a page as its answer.
 */
export function endSlowBodies(app: FastifyInstance, pace = SLOWEST): void {
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    const hasBody = Number(raw.headers['content-length'] ?? 0) > 0 || raw.headers['transfer-encoding'] !== undefined
    const { endpoint, isStorageDoor } = routeOptions.config
    const hasOwnRule =
      isStorageDoor || (endpoint !== undefined && (endpoint.name === 'receivePart' || takesMultipart(endpoint)))
    if (hasBody && !hasOwnRule) watchBody(raw, pace)
  })
}

function watchBody(raw: IncomingMessage, { windowMs, minBytes }: BodyPace): void {
  const { socket } = raw
  let seenBytes = socket.bytesRead
  const timer = setInterval(() => {
    if (!raw.complete && socket.bytesRead - seenBytes < minBytes) {
      answerBroken(Object.assign(new Error('The body is too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket)
    }
    if (raw.complete || socket.destroyed) clearInterval(timer)
    seenBytes = socket.bytesRead
  }, windowMs)
  timer.unref()
  raw.once('close', () => clearInterval(timer))
}
