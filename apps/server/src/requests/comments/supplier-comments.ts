import { Problem } from '@waybill/contract/core/problems'
import type { addComment as addEndpoint } from '@waybill/contract/requests/comment-endpoints'
import type { Comment, Thread } from '@waybill/contract/requests/comment-shapes'
import { holdsLink } from '@waybill/contract/transfers/message-links'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { readLiveAccount } from '../../billing/index.ts'
import type { Context } from '../../context.ts'
import { ensureDevice, shareAccount } from '../../identity/accounts/index.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { Call } from '../../platform/http/bind.ts'
import type { Budget } from '../../platform/http/limits/rate-limits.ts'
import { listItems } from '../content-store.ts'
import { requireTaking } from '../manage/own-request.ts'
import { type AskedLink, type RequestLinkNeeds, requireAsked } from '../public-page/find-asked.ts'
import { isTaking } from '../public-page/open-request.ts'
import { lockRequest, type RequestRow } from '../request-store.ts'
import { ensureSupplier } from '../submissions/ensure-supplier.ts'
import { holdSupplier } from '../supplier-identity-store.ts'
import { keepSeenTo, listThread, readSeenTo } from './comment-store.ts'
import { judgeComment, keepComment, withdrawOwn } from './keep-comment.ts'
import { presentComment } from './present-comment.ts'

/** Of one supplier. */
const perSupplier: Budget = { name: 'comments-supplier', points: 60, seconds: 3_600 }
/** On open links, where nothing else identifies the caller: before a browser becomes a supplier. */
const perNetwork: Budget = { name: 'comments-network', points: 60, seconds: 3_600 }
/** Through one open link, so that strangers do not use up what its request can hold in an hour. */
const perOpenLink: Budget = { name: 'comments-link', points: 300, seconds: 3_600 }

type Body = Call<typeof addEndpoint>['body']
type Needs = RequestLinkNeeds & Pick<Context, 'limits'>

/** @throws Problem 'item-not-found' */
async function requireItem(db: Kysely<Database>, { id }: RequestRow, itemId: string): Promise<void> {
  if (!(await listItems(db, id)).some((item) => item.id === itemId)) throw new Problem('item-not-found')
}

/** A supplier's own thread. @throws Problem as the contract's `openThread` names them */
export async function openThread(
  ctx: RequestLinkNeeds,
  { item: itemId, seenTo, ...link }: AskedLink & { item: string; seenTo?: number | undefined },
  from: FastifyRequest,
): Promise<{ thread: Thread }> {
  const { request, supplier } = await requireAsked(ctx, link, from)
  await requireItem(ctx.db, request, itemId)
  const live = await readLiveAccount(ctx.db, request.account_id)
  const mayWrite = request.state === 'open' && live !== null && isTaking(live)
  if (supplier === null) return { thread: { comments: [], seenTo: 0, mayWrite } }
  const of = { requestId: request.id, supplierId: supplier.id, itemId }
  if (seenTo !== undefined) await keepSeenTo(ctx.db, of, supplier.id, seenTo)
  const comments = (await listThread(ctx.db, of)).map((row) => presentComment(row, 'supplier'))
  return { thread: { comments, seenTo: await readSeenTo(ctx.db, of, supplier.id), mayWrite } }
}

/** @throws Problem as the contract's `addComment` names them */
export async function addComment(
  ctx: Needs,
  { user, slug, item: itemId, text, ...said }: Body,
  { request: from, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<{ comment: Comment }> {
  const { actor } = from
  const asked = await requireAsked(ctx, { slug, user }, from)
  const body = judgeComment(text)
  // It is mailed to the requester.
  if (holdsLink(body)) throw new Problem('message-holds-link', { field: 'text' })
  requireTaking(asked.request)
  await requireItem(ctx.db, asked.request, itemId)
  const isByToken = user !== undefined && user !== ''
  if (!isByToken) {
    await ctx.limits.spend(perNetwork, actor.network)
    await ctx.limits.spend(perOpenLink, asked.request.id)
  }
  const deviceId = isByToken ? actor.deviceId : await ensureDevice(ctx, from, reply)
  const language = said.lang ?? actor.language
  const supplier = await ensureSupplier(ctx, asked, said, { account: actor.account, deviceId, language })
  await ctx.limits.spend(perSupplier, supplier.id)
  const { id: requestId, account_id: accountId } = asked.request
  const comment = await ctx.db.transaction().execute(async (tx) => {
    const live = await readLiveAccount(tx, accountId)
    await shareAccount(tx, accountId)
    const held = live && (await lockRequest(tx, requestId, accountId))
    // The request became another member's, or is gone: the next try finds out which.
    if (!live || live.isSuspended || !held) throw new Problem('busy', { retryAfterSeconds: 1 })
    if (!isTaking(live)) throw new Problem('request-paused')
    requireTaking(held)
    const author = await holdSupplier(tx, supplier.id)
    if (author === null || author.removed_at !== null) throw new Problem('request-not-found')
    const of = { requestId, supplierId: author.id, itemId }
    const added = await keepComment(tx, { ...of, member: null, body }, 'supplier')
    await keepSeenTo(tx, of, author.id, added.place)
    return added
  })
  return { comment }
}

/** @throws Problem as the contract's `takeBackComment` names them */
export async function takeBackComment(
  ctx: RequestLinkNeeds,
  { comment: id, ...link }: AskedLink & { comment: string },
  from: FastifyRequest,
): Promise<{ comment: Comment }> {
  const { request, supplier } = await requireAsked(ctx, link, from)
  if (supplier === null) throw new Problem('comment-not-found')
  return ctx.db.transaction().execute(async (tx) => ({
    comment: await withdrawOwn(tx, request.id, { id, by: null, supplierId: supplier.id }),
  }))
}
