import { Problem } from '@waybill/contract/core/problems'
import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import type { Database } from '../../platform/database/schema.ts'
import { type Actor, type ActorAccount, accountOf } from '../../platform/http/actor.ts'
import { noteSecurityIn } from '../../platform/security-log/security-scope.ts'
import { actAs } from '../../transfers/index.ts'
import { listRequestersAmong } from '../request-list-store.ts'

/** Who changes a request: its requester, or the admin of the team on the requester's behalf. */
export interface Requester extends ActorAccount {
  /** The admin who does it; null for the requester's own acts. */
  adminId: string | null
  /** The network of the call. */
  network: string
}

/** The calling account as the requester of its own requests. @throws Problem 'unauthenticated' */
export const requesterOf = (actor: Actor): Requester => ({
  ...accountOf(actor),
  adminId: actor.adminId ?? null,
  network: actor.network,
})

/**
 * Changes requests as their requesters: the caller as themselves, and the admin of a team what members asked for.
 * `change` runs once for each requester, with those of the requests that are theirs.
 *
 * @throws Problem 'request-not-found' where the admin names one that is of nobody in the team: nothing is changed then;
 *   and whatever `change` throws
 */
export async function asRequesters<Result>(
  { db }: Pick<Context, 'db'>,
  actor: Actor,
  named: readonly string[],
  change: (as: Requester, named: readonly string[]) => Promise<Result>,
): Promise<Result[]> {
  const caller = requesterOf(actor)
  // A suspended admin acts for nobody else.
  if (caller.memberRole !== 'admin' || caller.isSuspended) return [await change(caller, named)]
  const requesters = await listRequestersAmong(db, caller.workspaceId, named)
  // The caller's own are judged where they are changed.
  if (requesters.every(({ accountId }) => accountId === caller.id)) return [await change(caller, named)]
  const whoseOf = (one: string) => requesters.find(({ id, slug }) => id === one || slug === one)?.accountId
  if (named.some((one) => whoseOf(one) === undefined)) throw new Problem('request-not-found')
  const results: Result[] = []
  for (const [requesterId, theirs] of Map.groupBy(named, whoseOf)) {
    const as = requesterId === caller.id ? actor : await actAs(db, actor, caller, requesterId ?? '')
    if (as === null) throw new Problem('request-not-found')
    results.push(await change(requesterOf(as), theirs))
  }
  return results
}

/** The same for one request. */
export async function asRequester<Result>(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  named: string,
  change: (as: Requester) => Promise<Result>,
): Promise<Result> {
  const [result] = await asRequesters(ctx, actor, [named], change)
  return result as Result
}

/** Who changes a request, for its entry in the security log. */
export type ChangedBy = Pick<Requester, 'id'> & { adminId?: string | null }

/** What the admin changes of a member is in the security log, exactly when the transaction commits. */
export async function noteForMember(
  tx: Kysely<Database>,
  { id: accountId, adminId }: ChangedBy,
  requestIds: readonly string[],
): Promise<void> {
  if (adminId == null) return
  for (const of of requestIds) {
    const facts = { by: adminId, request: of }
    await noteSecurityIn(tx, { event: 'member-request-changed', outcome: 'ok', accountId, of, facts })
  }
}
