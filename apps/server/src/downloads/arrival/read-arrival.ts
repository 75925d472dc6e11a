import type { ArrivalNews } from '@waybill/contract/transfers/arrival'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import type { FoundTransfer } from '../../transfers/index.ts'
import { findActive, type Link, type LinkNeeds } from '../open/find-linked.ts'
import { requireOpen } from '../open/open-link.ts'

/**
 * How far the files of a transfer are, for whoever may open its link. Changes nothing.
 *
 * @throws Problem as the contract's `readArrival` names them
 */
export async function readArrival(
  ctx: LinkNeeds & Pick<Context, 'db'>,
  link: Link,
  request: FastifyRequest,
): Promise<ArrivalNews> {
  return newsOf(await requireOpen(ctx, await findActive(ctx, link, request), request.actor))
}

export const newsOf = ({ transfer }: FoundTransfer): ArrivalNews => ({
  state: 'whole',
  filesThere: transfer.file_count,
  fileCount: transfer.file_count,
  arrivedBytes: transfer.bytes,
  totalBytes: transfer.bytes,
  brokeOffAt: null,
  files: [],
})
