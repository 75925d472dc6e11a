import { Problem } from '@waybill/contract/core/problems'
import type { FastifyRequest } from 'fastify'
import { linkToOwn } from '../../downloads/index.ts'
import { listItems } from '../content-store.ts'
import { exampleOf } from '../manage/present-request.ts'
import { type AskedLink, type RequestLinkNeeds, requireAsked } from './find-asked.ts'

/** A plain link to an item's example. @throws Problem as the contract's `fetchItemExample` names them */
export async function fetchItemExample(
  ctx: RequestLinkNeeds,
  { item: itemId, ...link }: AskedLink & { item: string },
  request: FastifyRequest,
): Promise<{ url: string; name: string; bytes: number }> {
  const { request: asked } = await requireAsked(ctx, link, request)
  const item = (await listItems(ctx.db, asked.id)).find(({ id }) => id === itemId)
  if (item === undefined) throw new Problem('item-not-found')
  const example = exampleOf(item)
  if (example === null) throw new Problem('file-not-found')
  return linkToOwn(ctx, asked.account_id, [example._id], { isForSupplier: true })
}
