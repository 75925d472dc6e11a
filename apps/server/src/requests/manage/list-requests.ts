import { plans } from '@waybill/contract/billing/plans'
import type { ReplyOf } from '@waybill/contract/core/endpoint'
import type { listRequests as endpoint } from '@waybill/contract/requests/endpoints'
import { readMonthRequests } from '../../billing/index.ts'
import type { Context } from '../../context.ts'
import { readCursor, writeCursor } from '../../platform/cursor.ts'
import type { ActorAccount } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/bind.ts'
import { findLinkOrigin } from '../../platform/http/custom-hosts/link-origin.ts'
import { readWhose } from '../../transfers/index.ts'
import { countUnreadComments } from '../comments/comment-store.ts'
import { countRequestStates, listRequestsFor, listRequestsOf } from '../request-list-store.ts'
import { countRequestShares, listAssignees } from '../share/request-share-store.ts'
import { presentListedRequest } from './present-request.ts'
import { readTeam } from './read-team.ts'

/**
 * One page of requests, newest first: the account's, those of a member or of everyone for the admin and managers, or
 * those that members share with the account.
 *
 * @throws Problem as the contract's `listRequests` names them
 */
export async function listRequests(
  ctx: Pick<Context, 'readAs' | 'db' | 'config'>,
  account: ActorAccount,
  { filter, member, q, after, take }: Omit<Call<typeof endpoint>['query'], 'userid'>,
): Promise<ReplyOf<typeof endpoint>> {
  const { id, role } = account
  const whose = await readWhose(ctx.db, account, { member })
  const db = ctx.readAs(id)
  const isFor = filter === 'shared' || filter === 'assigned'
  const state = isFor || filter === 'all' ? null : filter
  const listQuery = { state, q: q?.trim() || null, after: readCursor(after), take: take + 1 }
  const rows = isFor
    ? await listRequestsFor(db, { memberId: id, isAssigned: filter === 'assigned' }, listQuery)
    : await listRequestsOf(db, whose, listQuery)
  const page = rows.slice(0, take)
  const ids = page.map((row) => row.id)
  const [counts, shares, assignees, unread, thisMonthsRequests, linkOrigin] = await Promise.all([
    countRequestStates(db, whose),
    countRequestShares(db, id),
    listAssignees(db, ids),
    countUnreadComments(db, ids, id),
    readMonthRequests(ctx.db, id),
    findLinkOrigin(ctx.db, ctx.config, id),
  ])
  const team = await readTeam(ctx.db, account, [...page.map((row) => row.account_id), ...assignees.values()])
  const last = page.at(-1)
  const of = (known: string) => counts.get(known) ?? 0
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
  return {
    requests: page.map((row) => {
      const assigneeId = assignees.get(row.id) ?? null
      return presentListedRequest(row, { team, assigneeId, linkOrigin, unread })
    }),
    next: rows.length > take && last ? writeCursor({ at: last.created_us, id: last.id }) : null,
    counts: {
      all,
      open: of('open'),
      paused: of('paused'),
      closed: of('closed'),
      expired: of('expired'),
      ...shares,
    },
    thisMonthsRequests,
    monthlyRequests: plans[role].monthlyRequests,
  }
}
