import { isUnpaid } from '@waybill/contract/billing/plans'
import { Problem } from '@waybill/contract/core/problems'
import type { Comment, Thread } from '@waybill/contract/requests/comment-shapes'
import { holdsLink } from '@waybill/contract/transfers/message-links'
import type { Kysely } from 'kysely'
import { readLiveAccount, requireNoDebt } from '../../billing/index.ts'
import type { Context } from '../../context.ts'
import { shareAccount } from '../../identity/accounts/index.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { ActorAccount } from '../../platform/http/actor.ts'
import type { Budget } from '../../platform/http/limits/rate-limits.ts'
import { shownName } from '../../transfers/index.ts'
import { listItemsNamed } from '../content-store.ts'
import { requireSeenRequest, requireTaking } from '../manage/own-request.ts'
import { mayChangeRequest } from '../manage/present-request.ts'
import { lockRequest, type RequestRow } from '../request-store.ts'
import { listRequestShares } from '../share/request-share-store.ts'
import { findSupplier } from '../supplier-store.ts'
import { keepSeenTo, listThread, readSeenTo, type ThreadOf } from './comment-store.ts'
import { judgeComment, keepComment, withdrawOwn } from './keep-comment.ts'
import { presentComment } from './present-comment.ts'

/** Of one account, over all its requests and those of its team. */
const perAccount: Budget = { name: 'comments-account', points: 120, seconds: 3_600 }

interface Named {
  request: string
  supplier: string
  item: string
}

/** @throws Problem 'request-not-found' | 'recipient-not-found' | 'item-not-found' */
async function findThread(
  db: Kysely<Database>,
  readerId: string,
  named: Named,
): Promise<{ request: RequestRow; of: ThreadOf }> {
  const request = await requireSeenRequest(db, readerId, named.request)
  if ((await findSupplier(db, request.id, named.supplier)) === null) throw new Problem('recipient-not-found')
  const [item] = await listItemsNamed(db, request.id, [named.item])
  if (item === undefined) throw new Problem('item-not-found')
  return { request, of: { requestId: request.id, supplierId: named.supplier, itemId: item.id } }
}

/** Whether a reader of a request may comment on it: managers only read. */
async function mayComment(
  db: Kysely<Database>,
  request: RequestRow,
  reader: Pick<ActorAccount, 'id' | 'memberRole'>,
): Promise<boolean> {
  if (mayChangeRequest(request, reader)) return true
  return (await listRequestShares(db, request.id)).some(({ memberId }) => memberId === reader.id)
}

/** The thread of a supplier and an item, for who may read the request. @throws Problem as `findThread` */
export async function readThread(
  { readAs }: Pick<Context, 'readAs'>,
  reader: Pick<ActorAccount, 'id' | 'memberRole' | 'isSuspended'>,
  named: Named,
): Promise<{ thread: Thread }> {
  const { id: accountId } = reader
  const db = readAs(accountId)
  const { request, of } = await findThread(db, accountId, named)
  const comments = (await listThread(db, of)).map((row) => presentComment(row, { accountId }))
  const mayWrite = request.state === 'open' && !reader.isSuspended && (await mayComment(db, request, reader))
  return { thread: { comments, seenTo: await readSeenTo(db, of, accountId), mayWrite } }
}

/** @throws Problem as `findThread` */
export async function seeThread(
  { db }: Pick<Context, 'db'>,
  { id: accountId }: Pick<ActorAccount, 'id'>,
  named: Named,
  seenTo: number,
): Promise<{ seenTo: number }> {
  const { of } = await findThread(db, accountId, named)
  await keepSeenTo(db, of, accountId, seenTo)
  return { seenTo: await readSeenTo(db, of, accountId) }
}

/** @throws Problem as the contract's `writeComment` names them */
export async function writeComment(
  ctx: Pick<Context, 'db' | 'limits'>,
  account: ActorAccount,
  named: Named,
  typed: string,
): Promise<{ comment: Comment }> {
  if (account.isSuspended) throw new Problem('account-suspended')
  const body = judgeComment(typed)
  if (isUnpaid(account.role) && holdsLink(body)) throw new Problem('message-holds-link', { field: 'text' })
  const { request, of } = await findThread(ctx.db, account.id, named)
  if (!(await mayComment(ctx.db, request, account))) throw new Problem('request-not-found')
  requireTaking(request)
  await ctx.limits.spend(perAccount, account.id)
  // Suppliers know the requester's address, and no member's.
  const name = shownName(account.fullName, account.email) ?? (account.id === request.account_id ? account.email : '')
  const comment = await ctx.db.transaction().execute(async (tx) => {
    requireNoDebt(await readLiveAccount(tx, request.account_id))
    await shareAccount(tx, request.account_id)
    const held = await lockRequest(tx, request.id, request.account_id)
    if (held === null) throw new Problem('busy', { retryAfterSeconds: 1 })
    requireTaking(held)
    const added = await keepComment(tx, { ...of, member: { id: account.id, name }, body }, { accountId: account.id })
    await keepSeenTo(tx, of, account.id, added.place)
    return added
  })
  return { comment }
}

/** @throws Problem 'request-not-found' | 'comment-not-found' | 'comment-fixed' */
export async function withdrawComment(
  { db }: Pick<Context, 'db'>,
  { id: accountId }: Pick<ActorAccount, 'id'>,
  named: { request: string; comment: string },
): Promise<{ comment: Comment }> {
  const request = await requireSeenRequest(db, accountId, named.request)
  return db.transaction().execute(async (tx) => ({
    comment: await withdrawOwn(tx, request.id, { id: named.comment, by: accountId, supplierId: null }),
  }))
}
