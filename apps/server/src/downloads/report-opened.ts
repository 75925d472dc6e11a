import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { findActive, type Link } from './find-linked.ts'
import { recordOpened } from './record-opened.ts'
import { visitOf } from './visit.ts'

/**
 * The page was shown to a person: scripts ran and it was visible.
 *
 * @throws Problem 'transfer-not-found', 'transfer-expired'
 */
export async function reportOpened(
  ctx: Pick<Context, 'db' | 'limits' | 'geo' | 'clock'>,
  link: Link,
  request: FastifyRequest,
): Promise<undefined> {
  const found = await findActive(ctx, link, request.actor.network)
  const scene = visitOf('opened', found, request, ctx.clock.nowMs())
  await ctx.db.transaction().execute((tx) => recordOpened(tx, ctx, scene))
}
