import { plans, type Role } from '@waybill/contract/billing/plans'
import { Problem } from '@waybill/contract/core/problems'
import { parseAddress } from '@waybill/contract/transfers/recipients'
import type { inviteMembers as endpoint, InviteOutcome, Team } from '@waybill/contract/workspaces/team-endpoints'
import type { Kysely } from 'kysely'
import { accountSender, countMails, type LiveAccount, readLiveAccount, requireNoDebt } from '../../billing/index.ts'
import type { Context } from '../../context.ts'
import { type Account, countMembers, findAccount, findAccountOfAddress } from '../../identity/accounts/index.ts'
import type { Database } from '../../platform/database/schema.ts'
import { type Actor, accountOf } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/bind.ts'
import type { Budget } from '../../platform/http/limits/rate-limits.ts'
import { hashToken, newId, newToken } from '../../platform/ids.ts'
import { noteSecurityIn } from '../../platform/security-log/security-scope.ts'
import { type HeldWorkspace, holdWorkspace } from '../index.ts'
import { countValidInvites, insertInvite } from './invite-store.ts'
import { type Invitation, mailInvite } from './mail-invite.ts'
import { readTeam } from './read-team.ts'

const invitesPerWorkspace: Budget = { name: 'team-invites', points: 150, seconds: 86_400 }

/**
 * Invites each address as long as there are seats: members and valid invitations hold them. The seats of one workspace
 * are given one call after the other.
 *
 * @throws Problem as the contract's `inviteMembers` names them
 */
export async function inviteMembers(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config' | 'limits'>,
  actor: Actor,
  body: Call<typeof endpoint>['body'],
): Promise<{ outcomes: InviteOutcome[]; team: Team }> {
  const { id: accountId, workspaceId } = accountOf(actor)
  const typed = [...new Set(body.emails.map((email) => email.trim()).filter((email) => email !== ''))]
  await ctx.limits.spend(invitesPerWorkspace, workspaceId)
  const outcomes = await ctx.db.transaction().execute(async (tx) => {
    const live = requireNoDebt(await readLiveAccount(tx, accountId, { hold: true }))
    const [by] = await requireAdmin(tx, live)
    const made: InviteOutcome[] = []
    const mailed: Invitation[] = []
    for (const email of typed) {
      const { outcome, invitation } = await inviteOne(tx, live, { typed: email, role: body.role })
      made.push({ email, outcome })
      if (invitation) mailed.push(invitation)
    }
    await countMails(
      tx,
      accountSender(live, actor.network),
      mailed.map(({ address }) => address),
    )
    for (const invitation of mailed) await mailInvite(ctx, tx, by, invitation)
    return made
  })
  return { outcomes, team: await readTeam(ctx.db, workspaceId) }
}

/**
 * The admin's account and the workspace, which is locked until the transaction ends.
 *
 * @throws Problem 'admin-only' where the account is not the admin any more
 */
export async function requireAdmin(
  tx: Kysely<Database>,
  { id, workspaceId }: Pick<LiveAccount, 'id' | 'workspaceId'>,
): Promise<[Account, HeldWorkspace]> {
  const workspace = await holdWorkspace(tx, workspaceId)
  const account = await findAccount(tx, id)
  if (workspace === null || account === null || workspace.adminId !== id) throw new Problem('admin-only')
  return [account, workspace]
}

/** Seats that neither a member nor a valid invitation holds. Call it with the workspace locked. */
export async function countFreeSeats(tx: Kysely<Database>, workspaceId: string, role: Role): Promise<number> {
  const taken = (await countMembers(tx, workspaceId)) + (await countValidInvites(tx, workspaceId))
  return plans[role].seatLimit - taken
}

interface Invited {
  outcome: InviteOutcome['outcome']
  invitation?: Invitation
}

async function inviteOne(
  tx: Kysely<Database>,
  { id: invitedBy, workspaceId, role: plan }: LiveAccount,
  { typed, role }: { typed: string; role: Invitation['role'] },
): Promise<Invited> {
  const parsed = parseAddress(typed)
  if (!('address' in parsed)) return { outcome: 'invalid' }
  const { address } = parsed
  if ((await findAccountOfAddress(tx, address))?.workspace_id === workspaceId) return { outcome: 'member' }
  const token = newToken(128)
  const hasSeat = (await countFreeSeats(tx, workspaceId, plan)) > 0
  const invite = { id: newId(), tokenHash: hashToken(token), workspaceId, address, role, invitedBy }
  if (!hasSeat) return { outcome: 'no-seat' }
  if (!(await insertInvite(tx, invite))) return { outcome: 'invited-before' }
  await noteSecurityIn(tx, { event: 'member-invited', outcome: 'ok', accountId: invitedBy, facts: { role } })
  return { outcome: 'invited', invitation: { address, role, token } }
}
