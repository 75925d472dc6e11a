import { Problem } from '@waybill/contract/core/problems'
import type { Team } from '@waybill/contract/workspaces/team-endpoints'
import { accountSender, countMails, readLiveAccount, requireNoDebt } from '../../billing/index.ts'
import type { Context } from '../../context.ts'
import { type Actor, accountOf } from '../../platform/http/actor.ts'
import type { Budget } from '../../platform/http/limits/rate-limits.ts'
import { hashToken, newToken } from '../../platform/ids.ts'
import { noteSecurityIn } from '../../platform/security-log/security-scope.ts'
import { countFreeSeats, requireAdmin } from './invite-members.ts'
import { renewInvite, setWithdrawn } from './invite-store.ts'
import { mailInvite } from './mail-invite.ts'
import { readTeam } from './read-team.ts'

const resendsPerInvite: Budget = { name: 'team-invite-resends', points: 5, seconds: 86_400 }

/**
 * Mails an invitation again with a new link; the one before stops working. One that had expired needs a seat again.
 *
 * @throws Problem as the contract's `resendInvite` names them
 */
export async function resendInvite(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config' | 'limits'>,
  actor: Actor,
  id: string,
): Promise<{ team: Team }> {
  const { id: accountId, workspaceId } = accountOf(actor)
  // Of the workspace: another admin's calls for the same id do not count.
  await ctx.limits.spend(resendsPerInvite, `${workspaceId}/${id}`)
  await ctx.db.transaction().execute(async (tx) => {
    const live = requireNoDebt(await readLiveAccount(tx, accountId, { hold: true }))
    const [by] = await requireAdmin(tx, live)
    const token = newToken(128)
    const renewed = await renewInvite(tx, { id, workspaceId, tokenHash: hashToken(token) })
    if (renewed === null) throw new Problem('invite-not-found')
    // Counted with the renewed one.
    if (renewed.wasExpired && (await countFreeSeats(tx, workspaceId, live.role)) < 0) throw new Problem('no-seat')
    await countMails(tx, accountSender(live, actor.network), [renewed.address])
    await mailInvite(ctx, tx, by, { address: renewed.address, role: renewed.role, token })
  })
  return { team: await readTeam(ctx.db, workspaceId) }
}

/** @throws Problem 'invite-not-found' */
export async function withdrawInvite({ db }: Pick<Context, 'db'>, actor: Actor, id: string): Promise<{ team: Team }> {
  const { id: accountId, workspaceId } = accountOf(actor)
  await db.transaction().execute(async (tx) => {
    await requireAdmin(tx, { id: accountId, workspaceId })
    if ((await setWithdrawn(tx, { id, workspaceId })) === null) throw new Problem('invite-not-found')
    await noteSecurityIn(tx, { event: 'invite-withdrawn', outcome: 'ok', accountId })
  })
  return { team: await readTeam(db, workspaceId) }
}
