import type { TransferView } from '@waybill/contract/transfers'
import type { FastifyRequest } from 'fastify'
import { findProfilePic } from '../accounts/index.ts'
import type { Context } from '../context.ts'
import { recordEventOnce } from '../events/index.ts'
import { type FoundTransfer, listTransferFiles, presentTransfer, type TransferFile } from '../transfers/index.ts'
import { findLinked, type Link, type LinkNeeds } from './find-linked.ts'
import { requireOpen } from './open-link.ts'
import { visitOf } from './visit.ts'
import { layOutZip } from './zip-layout.ts'

const LOOKED_ONCE_PER_SECONDS = 60

type Needs = LinkNeeds & Pick<Context, 'geo' | 'clock' | 'log'>

/**
 * What the recipient's page shows. Reading it changes nothing and opens nothing; where the reader is a machine, that
 * is put on record in its own lane. An expired transfer says so and lists no files.
 *
 * @throws Problem 'transfer-not-found', the same for unknown, deleted and removed; 'transfer-paused', 'link-locked'
 * {asks}; 'too-many-requests', 'proof-required'
 */
export async function openTransfer(ctx: Needs, link: Link, request: FastifyRequest): Promise<TransferView> {
  const linked = await findLinked(ctx, link, request)
  await recordMachineLook(ctx, linked, request)
  // What is closed says nothing, not even that it has expired.
  const found = await requireOpen(ctx, linked, request.actor)
  const picture = await findProfilePic(ctx.db, found.transfer.account_id)
  if (found.transfer.is_expired) return presentTransfer(found, [], 0, picture)
  const files = await listTransferFiles(ctx.db, found.transfer.id)
  return presentTransfer(found, files, zipBytesOf(files), picture)
}

/** Exact size of the zip of every file that is not withdrawn; 0 where none is left. */
export function zipBytesOf(files: readonly TransferFile[]): number {
  const sources = files
    .filter(({ withdrawn_at }) => withdrawn_at === null)
    .map(({ id, path, bytes, crc32, modified_at }) => ({ id, path, bytes, crc32: crc32 ?? 0, modifiedAt: modified_at }))
  return sources.length === 0 ? 0 : layOutZip(sources).bytes
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
