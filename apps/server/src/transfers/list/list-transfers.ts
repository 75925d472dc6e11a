import type { ReplyOf } from '@waybill/contract/core/endpoint'
import { Problem } from '@waybill/contract/core/problems'
import type { listTransfers as endpoint } from '@waybill/contract/transfers/list-endpoints'
import { readMonthTransfers } from '../../billing/index.ts'
import type { Context } from '../../context.ts'
import { accountOf } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/bind.ts'
import { shelveAll } from '../expire/shelve-ended.ts'
import { readRecord } from '../manage/read-record.ts'
import { listDeleted } from './list-deleted.ts'
import { listOwnTransfers } from './list-own.ts'
import { listReceived } from './list-received.ts'
import { firstRecipientLink, presentListedTransfer } from './present-listed.ts'
import { readCounts } from './transfer-list-store.ts'

type Needs = Pick<Context, 'db' | 'readAs' | 'masterKey'>
type Query = Call<typeof endpoint>['query']
type Reply = ReplyOf<typeof endpoint>

/**
 * Transfers of the calling account, a page at a time, or the one with a slug; with the number of each kind.
 *
 * @throws Problem 'unauthenticated'; 'not-yours' for a foreign `userid` and any team; 'no-slug' for an empty one;
 *   'transfer-not-found'; 'invalid-input' for an invalid `after` or header `isTeam`
 */
export async function listTransfers(
  ctx: Needs,
  { actor, query, request }: Pick<Call<typeof endpoint>, 'actor' | 'query' | 'request'>,
): Promise<Reply> {
  const account = accountOf(actor, query.userid)
  requireOwnTeams(request.headers.isteam)
  if (query.slug === '') throw new Problem('no-slug')
  const [counted, thisMonthsTransfers, listed] = await Promise.all([
    readCounts(ctx.readAs(account.id), account.id),
    readMonthTransfers(ctx.db, account.id),
    listAsked(ctx, account.id, query),
  ])
  const [counts, page] = counted.isOverdue ? await listAnew(ctx, account.id, query) : [counted, listed]
  return {
    ...page,
    allCount: counts.all,
    activeCount: counts.active,
    expiredCount: counts.expired,
    downloadsCount: counts.downloads,
    receivedCount: counts.received,
    deletedCount: counts.deleted,
    thisMonthsTransfers,
    sharedCount: 0,
  }
}

/** Some have expired since they were written: updates their list status first. */
async function listAnew(ctx: Needs, accountId: string, query: Query) {
  await shelveAll(ctx.db, accountId)
  return Promise.all([readCounts(ctx.readAs(accountId), accountId), listAsked(ctx, accountId, query)])
}

async function listAsked(ctx: Needs, accountId: string, query: Query): Promise<Pick<Reply, 'allDocs' | 'next'>> {
  const { slug, filter, sort, q, skip, after, take } = query
  if (slug !== undefined) return { allDocs: [await readRecord(ctx.readAs, accountId, { slug })], next: null }
  // Nothing is shared before there are teams.
  if (filter === 'shared') return { allDocs: [], next: null }
  if (filter === 'received') return listReceived(ctx, accountId, { sort, q, skip, after, take })
  const db = ctx.readAs(accountId)
  const listQuery = { sort, q, skip, after, take }
  const { rows, next } =
    filter === 'deleted'
      ? await listDeleted(db, accountId, listQuery)
      : await listOwnTransfers({ db, searched: ctx.db }, accountId, { ...listQuery, filter })
  return { allDocs: rows.map((row) => presentListedTransfer(row, firstRecipientLink(row))), next }
}

/** The wire's list of teams. There are none yet, so no team is the caller's. */
function requireOwnTeams(header: string | string[] | undefined): void {
  if (header === undefined) return
  const teams = readTeams(String(header))
  if (teams === null) throw new Problem('invalid-input', { where: 'headers', field: 'isteam' })
  if (teams.length > 0) throw new Problem('not-yours')
}

function readTeams(header: string): string[] | null {
  try {
    const teams = JSON.parse(header)
    return Array.isArray(teams) && teams.every((team) => typeof team === 'string') ? teams : null
  } catch {
    return null
  }
}
