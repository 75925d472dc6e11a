import type { ContentsPart } from '@waybill/contract/downloads/endpoints'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { withArrival } from './arrival/present-arrival.ts'
import { findActive, type Link, type LinkNeeds } from './open/find-linked.ts'
import { requireOpen } from './open/open-link.ts'
import { LIST_FILES, partOf } from './pages/contents-part.ts'
import type { KeptContents } from './pages/kept-contents.ts'

/**
 * A further part of a recipient's page. Changes nothing, opens nothing.
 *
 * @throws Problem as the contract's `listReceivedFiles` names them
 */
export async function listReceivedFiles(
  ctx: LinkNeeds & Pick<Context, 'db'>,
  kept: KeptContents,
  { from, ...link }: Link & { from: number },
  request: FastifyRequest,
): Promise<ContentsPart> {
  const found = await requireOpen(ctx, await findActive(ctx, link, request), request.actor)
  const part = await partOf(ctx, await kept.get(found.transfer.id), from, LIST_FILES)
  return { ...part, files: await withArrival(ctx, found, part.files) }
}
