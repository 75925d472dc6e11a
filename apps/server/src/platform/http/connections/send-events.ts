import type { PassThrough } from 'node:stream'
import type { FastifyReply } from 'fastify'

/**
 * Answers with server-sent events, for as long as `body` is written or its reader stays; `body` is destroyed when they
 * leave, and cuts them off where it is destroyed itself. Waiting readers do not count among the calls that their network
 * may make at once.
 */
export function sendEvents(reply: FastifyReply, body: PassThrough): void {
  // Readers leave at any time: the framework would consider that a failed answer.
  const { 'set-cookie': _none, ...headers } = reply.getHeaders()
  reply.hijack()
  reply.request.stay?.leave()
  reply.raw.writeHead(200, {
    ...(headers as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  reply.raw.once('close', () => body.destroy())
  // A pipe that loses its source ends nothing: the reader would keep the connection and wait for ever.
  body.once('close', () => {
    if (!body.readableEnded) reply.raw.destroy()
  })
  body.pipe(reply.raw)
}
