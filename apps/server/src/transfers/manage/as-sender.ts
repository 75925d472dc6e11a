import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../../context.ts'
import { findAccount } from '../../identity/accounts/index.ts'
import type { Actor, ActorAccount } from '../../platform/http/actor.ts'
import { noteSecurityIn } from '../../platform/security-log/security-scope.ts'
import { listSendersAmong } from './record-store.ts'

type Needs = Pick<Context, 'db'>
type Named = { ids: readonly string[] } | { slug: string }

/**
 * Changes transfers as their senders: the caller as themselves, and the admin of a team what members sent. `change` runs
 * once for each sender, with those of the transfers that are theirs. What the admin changes of others is in the security
 * log, with who did it.
 *
 * @throws Problem 'transfer-not-found' where the admin names one that is of nobody in the team: nothing is changed then;
 *   and whatever `change` throws
 */
export async function asSenders<Result>(
  { db }: Needs,
  actor: Actor,
  named: Named,
  change: (as: Actor, ids: readonly string[]) => Promise<Result>,
): Promise<Result[]> {
  const { account } = actor
  const asked = 'ids' in named ? named.ids : []
  // A suspended admin acts for nobody else.
  const isAdmin = account !== null && account.memberRole === 'admin' && !account.isSuspended
  if (!isAdmin) return [await change(actor, asked)]
  const senders = await listSendersAmong(db, account.workspaceId, named)
  // The caller's own are judged where they are changed.
  if (senders.every(({ accountId }) => accountId === account.id)) return [await change(actor, asked)]
  if ('ids' in named && senders.length < new Set(named.ids).size) throw new Problem('transfer-not-found')
  const results: Result[] = []
  for (const [senderId, theirs] of Map.groupBy(senders, ({ accountId }) => accountId)) {
    const ids = theirs.map(({ id }) => id)
    const as = senderId === account.id ? actor : await actAs(db, actor, account, senderId)
    if (as === null) throw new Problem('transfer-not-found')
    results.push(await change(as, ids))
    if (senderId === account.id) continue
    for (const of of ids) {
      const facts = { by: account.id, transfer: of }
      await noteSecurityIn(db, { event: 'member-transfer-changed', outcome: 'ok', accountId: senderId, of, facts })
    }
  }
  return results
}

/** The same for one transfer. */
export async function asSender<Result>(
  ctx: Needs,
  actor: Actor,
  named: { id: string } | { slug: string },
  change: (as: Actor) => Promise<Result>,
): Promise<Result> {
  const [result] = await asSenders(ctx, actor, 'id' in named ? { ids: [named.id] } : named, change)
  return result as Result
}

/**
 * The call of the admin, on behalf of a member: with the member's account, and the admin's browser and address. Its
 * entries in the ledger are the admin's. Null where the member has ended.
 */
export async function actAs(
  db: Needs['db'],
  actor: Actor,
  admin: ActorAccount,
  memberId: string,
): Promise<Actor | null> {
  const member = await findAccount(db, memberId)
  if (member === null) return null
  const { id, email, full_name: fullName, company } = member
  const isSuspended = member.suspended_at !== null
  return { ...actor, adminId: admin.id, account: { ...admin, id, email, fullName, company, isSuspended } }
}
