import { Problem } from '@waybill/contract/core/problems'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { guardMisses } from '../../platform/http/guards/guard-misses.ts'
import { type FoundTransfer, findTransfer } from '../../transfers/index.ts'

/** What a lookup of a link needs. */
export type LinkNeeds = Pick<Context, 'db' | 'alarms' | 'masterKey' | 'config' | 'stores'>

/** The contents of a recipient's link. */
export interface Link {
  slug: string
  /** The recipient's token; absent or empty for a link transfer. */
  user?: string | undefined
}

/**
 * The transfer of a link. A link with its recipient's token opens whatever its network has tried; a link with only a
 * slug, or an invalid one, is subject to `guardMisses`.
 *
 * @throws Problem 'transfer-not-found'; 'too-many-requests', 'proof-required'
 */
export function findLinked(ctx: LinkNeeds, { slug, user }: Link, request: FastifyRequest): Promise<FoundTransfer> {
  return findTransfer(ctx.db, slug, user === '' ? undefined : user, async ({ isMiss, isByToken }) => {
    if (!isByToken) await guardMisses(ctx, request, { isMiss })
  })
}

/** The same for what ends with the expiry. @throws also Problem 'transfer-expired' */
export async function findActive(ctx: LinkNeeds, link: Link, request: FastifyRequest): Promise<FoundTransfer> {
  const found = await findLinked(ctx, link, request)
  if (found.transfer.is_expired) throw new Problem('transfer-expired')
  return found
}
