import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { findActive, type Link, type LinkNeeds } from './find-linked.ts'
import { requireOpen } from './open-link.ts'
import { recordOpened } from './record-opened.ts'
import { visitOf } from './visit.ts'

/**
 * The page was shown to a person: scripts ran and it was visible.
 *
 * @throws Problem 'transfer-not-found', 'transfer-expired', 'transfer-paused', 'link-locked', 'too-many-requests',
 * 'proof-required'
 */
export async function reportOpened(
  ctx: LinkNeeds & Pick<Context, 'geo' | 'signer' | 'clock'>,
  link: Link,
  request: FastifyRequest,
): Promise<undefined> {
  const found = await requireOpen(ctx, await findActive(ctx, link, request), request.actor)
  const scene = visitOf('opened', found, request, ctx.clock.nowMs())
  await ctx.db.transaction().execute((tx) => recordOpened(tx, ctx, scene, found))
}
