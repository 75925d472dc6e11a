import { Problem } from '@waybill/contract/core/problems'
import type { InvitedRole } from '@waybill/contract/workspaces/member-roles'
import type { Team } from '@waybill/contract/workspaces/team-endpoints'
import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import {
  holdAccountsOf,
  languageOf,
  listMembers,
  lockAccount,
  type Member,
  setMemberRole,
} from '../../identity/accounts/index.ts'
import type { Database } from '../../platform/database/schema.ts'
import { type Actor, type ActorAccount, accountOf } from '../../platform/http/actor.ts'
import { linkTo, paths } from '../../platform/links.ts'
import { queueMail } from '../../platform/mail-transport/index.ts'
import { noteSecurityIn } from '../../platform/security-log/security-scope.ts'
import type { HeldWorkspace } from '../index.ts'
import { requireAdmin } from './invite-members.ts'
import { leaveTeam } from './leave-team.ts'
import { readTeam } from './read-team.ts'

/**
 * Removes a member, as `leaveTeam` says, and tells them.
 *
 * @throws Problem 'member-not-found', also for a successor who is not in the team, and for the admin
 */
export async function removeMember(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config'>,
  actor: Actor,
  { member: memberId, successor }: { member: string; successor?: string | undefined },
): Promise<{ team: Team }> {
  const admin = accountOf(actor)
  await ctx.db.transaction().execute(async (tx) => {
    const { workspace, members, company } = await holdTeam(tx, admin)
    const member = requireMember(members, memberId)
    // Before anything that a sender of theirs waits for while it keeps the account in its workspace.
    await lockAccount(tx, memberId)
    const successorId = successor ?? workspace.adminId
    if (successorId === memberId || !members.some(({ id }) => id === successorId)) throw new Problem('member-not-found')
    await leaveTeam(tx, { workspace, memberId, successorId })
    const facts = { by: 'admin', workspace: workspace.id } as const
    const about = { accountId: memberId, address: member.email, facts }
    await noteSecurityIn(tx, { event: 'member-removed', outcome: 'ok', ...about })
    await queueMail(tx, ctx, {
      template: 'team-removed',
      to: member.email,
      language: languageOf(member),
      facts: { admin: { address: admin.email, name: admin.fullName }, company, link: linkTo(ctx.config, paths.login) },
    })
  })
  return { team: await readTeam(ctx.db, admin.workspaceId) }
}

/** @throws Problem 'member-not-found', also for the admin */
export async function changeMemberRole(
  { db }: Pick<Context, 'db'>,
  actor: Actor,
  { member: memberId, role }: { member: string; role: InvitedRole },
): Promise<{ team: Team }> {
  const admin = accountOf(actor)
  await db.transaction().execute(async (tx) => {
    const { members, workspace } = await holdTeam(tx, admin)
    const member = requireMember(members, memberId)
    await setMemberRole(tx, memberId, { workspaceId: workspace.id, memberRole: role })
    const about = { accountId: memberId, address: member.email, facts: { role } }
    await noteSecurityIn(tx, { event: 'member-role-set', outcome: 'ok', ...about })
  })
  return { team: await readTeam(db, admin.workspaceId) }
}

/**
 * The team of its admin: its accounts, then the workspace, are locked until the transaction ends.
 *
 * @throws Problem 'admin-only'
 */
export async function holdTeam(
  tx: Kysely<Database>,
  { id, workspaceId }: Pick<ActorAccount, 'id' | 'workspaceId'>,
): Promise<{ workspace: HeldWorkspace; members: Member[]; company: string }> {
  await holdAccountsOf(tx, workspaceId)
  const [account, workspace] = await requireAdmin(tx, { id, workspaceId })
  return { workspace, members: await listMembers(tx, workspaceId), company: account.company }
}

/** @throws Problem 'member-not-found' */
export function requireMember(members: readonly Member[], id: string): Member {
  const member = members.find((one) => one.id === id && one.member_role !== 'admin')
  if (member === undefined) throw new Problem('member-not-found')
  return member
}
