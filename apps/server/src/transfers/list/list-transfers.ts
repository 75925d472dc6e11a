import type { ReplyOf } from '@waybill/contract/core/endpoint'
import { Problem } from '@waybill/contract/core/problems'
import type { listTransfers as endpoint } from '@waybill/contract/transfers/list-endpoints'
import { readMonthTransfers } from '../../billing/index.ts'
import type { Context } from '../../context.ts'
import { type ActorAccount, accountOf } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/bind.ts'
import { findLinkOrigin } from '../../platform/http/custom-hosts/link-origin.ts'
import { readArrivals } from '../arriving/read-arrival.ts'
import { shelveAll } from '../expire/shelve-ended.ts'
import { readRecord } from '../manage/read-record.ts'
import { listShared } from '../share/list-shared.ts'
import { listDeleted } from './list-deleted.ts'
import { listOwnTransfers } from './list-own.ts'
import { listReceived } from './list-received.ts'
import { firstRecipientLink, presentListedTransfer } from './present-listed.ts'
import { readCounts } from './transfer-list-store.ts'
import { readWhose, type Whose } from './whose.ts'

type Needs = Pick<Context, 'db' | 'readAs' | 'masterKey' | 'config' | 'stores'>
type Query = Call<typeof endpoint>['query']
type Reply = ReplyOf<typeof endpoint>

/**
 * Transfers of the calling account, a page at a time, or the one with a slug; with the number of each kind. The admin
 * and managers of a team also list those of a member, or of everyone.
 *
 * @throws Problem as the contract's `listTransfers` names them
 */
export async function listTransfers(
  ctx: Needs,
  { actor, query, request }: Pick<Call<typeof endpoint>, 'actor' | 'query' | 'request'>,
): Promise<Reply> {
  const account = accountOf(actor, query.userid)
  const whose = await readWhose(ctx.db, account, { member: query.member, isTeam: request.headers.isteam })
  if (query.slug === '') throw new Problem('no-slug')
  const [counted, thisMonthsTransfers, listed] = await Promise.all([
    readCounts(ctx.readAs(account.id), whose, account.id),
    readMonthTransfers(ctx.db, account.id),
    listAsked(ctx, account, whose, query),
  ])
  const [counts, page] = counted.isOverdue ? await listAnew(ctx, account, whose, query) : [counted, listed]
  return {
    ...page,
    allCount: counts.all,
    activeCount: counts.active,
    expiredCount: counts.expired,
    downloadsCount: counts.downloads,
    receivedCount: counts.received,
    deletedCount: counts.deleted,
    sharedCount: counts.shared,
    thisMonthsTransfers,
  }
}

/** Some have expired since they were written: updates their list status first. */
async function listAnew(ctx: Needs, account: ActorAccount, whose: Whose, query: Query) {
  await shelveAll(ctx.db, whose.accountIds)
  return Promise.all([readCounts(ctx.readAs(account.id), whose, account.id), listAsked(ctx, account, whose, query)])
}

async function listAsked(
  ctx: Needs,
  account: ActorAccount,
  whose: Whose,
  query: Query,
): Promise<Pick<Reply, 'allDocs' | 'next'>> {
  const { slug, filter, sort, q, skip, after, take } = query
  if (slug !== undefined) return { allDocs: [await readRecord(ctx, account, { slug })], next: null }
  const listQuery = { sort, q, skip, after, take }
  if (filter === 'received') return listReceived(ctx, account.id, listQuery)
  const db = ctx.readAs(account.id)
  const origin = await findLinkOrigin(ctx.db, ctx.config, account.id)
  const { rows, next } =
    filter === 'shared'
      ? await listShared(db, account.id, listQuery)
      : filter === 'deleted'
        ? await listDeleted(db, whose, listQuery)
        : await listOwnTransfers({ db, searched: ctx.db }, whose, { ...listQuery, filter })
  const arrivals = await readArrivals(ctx.db, rows)
  const allDocs = rows.map((row) => {
    const listed = presentListedTransfer(row, firstRecipientLink(row, origin))
    const arrival = arrivals.get(row.upload_id)
    return arrival === undefined || row.deleted_at !== null ? listed : { ...listed, arrival }
  })
  return { allDocs, next }
}
