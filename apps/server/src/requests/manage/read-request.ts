import type { RequestRecord } from '@waybill/contract/requests/shapes'
import type { Context } from '../../context.ts'
import type { ActorAccount } from '../../platform/http/actor.ts'
import { findLinkOrigin } from '../../platform/http/custom-hosts/link-origin.ts'
import { presentShares } from '../../transfers/index.ts'
import { countUnreadComments } from '../comments/comment-store.ts'
import { listItems } from '../content-store.ts'
import { listRequestShares } from '../share/request-share-store.ts'
import { tallySuppliers } from '../supplier-store.ts'
import { requireSeenRequest } from './own-request.ts'
import { mayChangeRequest, presentRequestRecord } from './present-request.ts'
import { readTeam } from './read-team.ts'

/** One request that the account may read, by id or slug. @throws Problem 'request-not-found' */
export async function readRequest(
  ctx: Pick<Context, 'db' | 'readAs' | 'config'>,
  account: ActorAccount,
  named: string,
): Promise<{ request: RequestRecord }> {
  const db = ctx.readAs(account.id)
  const row = await requireSeenRequest(db, account.id, named)
  const [items, tally, shares, unread] = await Promise.all([
    listItems(db, row.id),
    tallySuppliers(db, row.id),
    listRequestShares(db, row.id),
    countUnreadComments(db, [row.id], account.id),
  ])
  const memberIds = shares.map(({ memberId }) => memberId)
  const team = await readTeam(ctx.db, account, [row.account_id, ...memberIds])
  const shared = {
    team,
    assigneeId: shares.find(({ isAssigned }) => isAssigned)?.memberId ?? null,
    shareWith: await presentShares(ctx.db, account.workspaceId, memberIds),
    mayChange: mayChangeRequest(row, account),
    linkOrigin: await findLinkOrigin(ctx.db, ctx.config, account.id),
    unread,
  }
  return { request: presentRequestRecord(row, items, tally, account.role, shared) }
}
