import { PassThrough } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { sendEvents } from '../../platform/http/connections/send-events.ts'
import type { Link, LinkNeeds } from '../open/find-linked.ts'
import { readArrival } from './read-arrival.ts'

/**
 * Streams how far the files are, until all are there.
 *
 * @throws Problem as the contract's `followArrival` names them
 */
export async function followArrival(
  ctx: LinkNeeds & Pick<Context, 'db'>,
  link: Link,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const news = await readArrival(ctx, link, request)
  const body = new PassThrough()
  sendEvents(reply, body)
  body.end(`event: arrival\ndata: ${JSON.stringify(news)}\n\n`)
}
