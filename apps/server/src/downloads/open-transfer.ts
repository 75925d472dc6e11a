import type { ContentsPart } from '@waybill/contract/downloads'
import type { TransferView } from '@waybill/contract/transfers'
import type { FastifyRequest } from 'fastify'
import { findProfilePic } from '../accounts/index.ts'
import type { Context } from '../context.ts'
import { recordEventOnce } from '../events/index.ts'
import { type FoundTransfer, presentTransfer } from '../transfers/index.ts'
import { PAGE_FILES, partOf } from './contents-part.ts'
import { findLinked, type Link, type LinkNeeds } from './find-linked.ts'
import type { KeptContents } from './kept-contents.ts'
import { requireOpen } from './open-link.ts'
import { visitOf } from './visit.ts'

const LOOKED_ONCE_PER_SECONDS = 60

type Needs = LinkNeeds & Pick<Context, 'geo' | 'signer' | 'clock' | 'log'>

/**
 * What the recipient's page shows. Reading it changes nothing and opens nothing; where the reader is a machine, that
 * is put on record in its own lane. A long transfer is shown in parts, `from` a file on; an expired one says so and lists none.
 *
 * @throws Problem 'transfer-not-found', the same for unknown, deleted and removed; 'transfer-paused', 'link-locked'
 * {asks}; 'too-many-requests', 'proof-required'
 */
export async function openTransfer(
  ctx: Needs,
  kept: KeptContents,
  { from, ...link }: Link & { from: number },
  request: FastifyRequest,
): Promise<{ transfer: TransferView; part: ContentsPart | null }> {
  const linked = await findLinked(ctx, link, request)
  await recordMachineLook(ctx, linked, request)
  // What is closed says nothing, not even that it has expired.
  const found = await requireOpen(ctx, linked, request.actor)
  const picture = await findProfilePic(ctx.db, found.transfer.account_id)
  if (found.transfer.is_expired) return { transfer: presentTransfer(found, [], 0, picture), part: null }
  const contents = await kept.get(found.transfer.id)
  const transfer = presentTransfer(found, [], contents.zipBytes, picture)
  return { transfer, part: partOf(contents, from, PAGE_FILES) }
}

/** A record that fails must not keep the page from anybody. */
async function recordMachineLook(ctx: Needs, found: FoundTransfer, request: FastifyRequest): Promise<void> {
  const scene = visitOf('page', found, request, ctx.clock.nowMs())
  if (scene.lane.lane === 'human') return
  try {
    await recordEventOnce(ctx.db, ctx, { ...scene, kind: 'looked' }, LOOKED_ONCE_PER_SECONDS)
  } catch (error) {
    ctx.log.warn({ error }, 'a look could not be recorded')
  }
}
