import type { ArrivalNews } from '@waybill/contract/transfers/arrival'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { type FoundTransfer, readArrivalOf, readFileArrivals } from '../../transfers/index.ts'
import { findActive, type Link, type LinkNeeds } from '../open/find-linked.ts'
import { requireOpen } from '../open/open-link.ts'

/**
 * Reads how far the files of a transfer are, for a visitor who may open its link. Changes nothing.
 *
 * @throws Problem as the contract's `readArrival` names them
 */
export async function readArrival(ctx: LinkNeeds, link: Link, request: FastifyRequest): Promise<ArrivalNews> {
  return newsOf(ctx, await requireOpen(ctx, await findActive(ctx, link, request), request.actor))
}

/** How far a transfer is, with every file that is not there. */
export async function newsOf(
  ctx: Pick<Context, 'db' | 'stores'>,
  { transfer }: Pick<FoundTransfer, 'transfer'>,
): Promise<ArrivalNews> {
  const arrival = await readArrivalOf(ctx.db, transfer)
  const { file_count: fileCount, bytes: totalBytes } = transfer
  if (arrival === null) {
    const whole = { filesThere: fileCount, fileCount, arrivedBytes: totalBytes, totalBytes, brokeOffAt: null }
    return { state: 'whole', ...whole, files: [] }
  }
  const files = [...(await readFileArrivals(ctx, transfer))].map(([id, of]) => ({ id, arrival: of }))
  return { ...arrival, files }
}
