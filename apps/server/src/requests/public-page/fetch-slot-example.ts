import { Problem } from '@waybill/contract/core/problems'
import type { FastifyRequest } from 'fastify'
import { linkToOwn } from '../../library/index.ts'
import { exampleOf } from '../manage/present-request.ts'
import { listSlots } from '../slot-store.ts'
import { type AskedLink, type LinkNeeds, requireAsked } from './find-asked.ts'

/** A plain link to what a slot shows as its example. @throws Problem as the contract's `fetchSlotExample` names them */
export async function fetchSlotExample(
  ctx: LinkNeeds,
  { slot: slotId, ...link }: AskedLink & { slot: string },
  request: FastifyRequest,
): Promise<{ url: string; name: string; bytes: number }> {
  const { request: asked } = await requireAsked(ctx, link, request)
  const slot = (await listSlots(ctx.db, asked.id)).find(({ id }) => id === slotId)
  if (slot === undefined) throw new Problem('slot-not-found')
  const example = exampleOf(slot)
  if (example === null) throw new Problem('file-not-found')
  return linkToOwn(ctx, asked.account_id, [example._id])
}
