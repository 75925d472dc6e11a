import { Problem } from '@waybill/contract/core/problems'
import type { User } from '@waybill/contract/identity/profile-endpoints'
import type { Team } from '@waybill/contract/workspaces/team-endpoints'
import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import { holdAccountsOf, languageOf, listMembers, type Member, setMemberRole } from '../../identity/accounts/index.ts'
import { readUser, requireStepUp, type Shown } from '../../identity/sessions/index.ts'
import type { Database } from '../../platform/database/schema.ts'
import { type Actor, accountOf } from '../../platform/http/actor.ts'
import { linkTo, paths } from '../../platform/links.ts'
import { queueMail } from '../../platform/mail-transport/index.ts'
import { noteSecurityIn } from '../../platform/security-log/security-scope.ts'
import { type HeldWorkspace, holdWorkspace, replaceAdmin, setHandover } from '../index.ts'
import { holdTeam, requireMember } from './manage-members.ts'
import { readTeam } from './read-team.ts'

type Needs = Pick<Context, 'db' | 'masterKey' | 'config'>

/**
 * The admin asks a member to become the admin; asking another replaces the question.
 *
 * @throws Problem as `requireStepUp`; 'admin-only', 'member-not-found'
 */
export async function offerHandover(
  ctx: Needs,
  request: FastifyRequest,
  { member: memberId, ...shown }: { member: string } & Shown,
): Promise<{ team: Team }> {
  const { id, workspaceId, email, fullName } = accountOf(request.actor)
  await requireStepUp(ctx, request, shown)
  await ctx.db.transaction().execute(async (tx) => {
    const { workspace, members } = await holdTeam(tx, { id, workspaceId })
    const member = requireMember(members, memberId)
    if (!(await setHandover(tx, workspace.id, memberId))) return
    await noteSecurityIn(tx, { event: 'handover-asked', outcome: 'ok', accountId: id, facts: { to: memberId } })
    await queueMail(tx, ctx, {
      template: 'team-handover-asked',
      to: member.email,
      language: languageOf(member),
      facts: { admin: { address: email, name: fullName }, link: linkTo(ctx.config, paths.accountProfile) },
    })
  })
  return { team: await readTeam(ctx.db, workspaceId) }
}

/** The admin withdraws the question, or the member who was asked declines. @throws Problem 'handover-not-found' */
export async function withdrawHandover({ db }: Pick<Context, 'db'>, actor: Actor): Promise<undefined> {
  const { id, workspaceId } = accountOf(actor)
  await db.transaction().execute(async (tx) => {
    const workspace = await holdWorkspace(tx, workspaceId)
    const isTheirs = workspace?.handoverTo != null && [workspace.adminId, workspace.handoverTo].includes(id)
    if (!isTheirs) throw new Problem('handover-not-found')
    await setHandover(tx, workspaceId, null)
    await noteSecurityIn(tx, { event: 'handover-ended', outcome: 'ok', accountId: id })
  })
  return undefined
}

/**
 * The member who was asked becomes the admin; the former admin becomes a manager.
 *
 * @throws Problem 'handover-not-found'
 */
export async function acceptHandover(ctx: Needs, actor: Actor): Promise<{ user: User }> {
  const { id, workspaceId } = accountOf(actor)
  await ctx.db.transaction().execute(async (tx) => {
    await holdAccountsOf(tx, workspaceId)
    const workspace = await holdWorkspace(tx, workspaceId)
    if (workspace === null || workspace.handoverTo !== id) throw new Problem('handover-not-found')
    await replaceAdmin(tx, workspaceId, id)
    await setMemberRole(tx, workspace.adminId, { workspaceId, memberRole: 'manager' })
    await tellBoth(ctx, tx, { workspace, adminId: id })
  })
  return { user: await readUser(ctx.db, ctx.config, id) }
}

async function tellBoth(
  ctx: Needs,
  tx: Kysely<Database>,
  { workspace, adminId }: { workspace: HeldWorkspace; adminId: string },
): Promise<void> {
  const members = await listMembers(tx, workspace.id)
  const admin = members.find(({ id }) => id === adminId) as Member
  for (const one of members.filter(({ id }) => id === adminId || id === workspace.adminId)) {
    const event = { event: 'handed-over', outcome: 'ok', accountId: one.id, address: one.email } as const
    await noteSecurityIn(tx, { ...event, facts: { from: workspace.adminId, to: adminId } })
    await queueMail(tx, ctx, {
      template: 'team-handed-over',
      to: one.email,
      language: languageOf(one),
      facts: {
        admin: { address: admin.email, name: admin.full_name },
        isReader: one.id === adminId,
        link: linkTo(ctx.config, one.id === adminId ? paths.team : paths.accountProfile),
      },
    })
  }
}
