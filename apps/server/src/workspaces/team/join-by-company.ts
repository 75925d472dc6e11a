import { plans } from '@waybill/contract/billing/plans'
import { Problem } from '@waybill/contract/core/problems'
import type { InvitedRole } from '@waybill/contract/workspaces/member-roles'
import type { Kysely } from 'kysely'
import { noteSeats, readRole } from '../../billing/index.ts'
import type { Context } from '../../context.ts'
import { countMembers, findAccount, languageOf } from '../../identity/accounts/index.ts'
import type { Database } from '../../platform/database/schema.ts'
import { linkTo, paths } from '../../platform/links.ts'
import { queueMail } from '../../platform/mail-transport/index.ts'
import { noteSecurityIn } from '../../platform/security-log/security-scope.ts'
import { holdWorkspace } from '../index.ts'
import { countFreeSeats } from './invite-members.ts'
import { acceptRow, findInviteOf } from './invite-store.ts'

type Db = Kysely<Database>

/**
 * A seat for somebody whom the company's provider vouches for: that of their invitation where they have one, else a
 * free one. Locks the workspace. `company` is the team's.
 *
 * @throws Problem 'sso-refused' {because: 'seat'}; 'sso-unknown' where the workspace has ended
 */
export async function takeCompanySeat(
  tx: Db,
  { workspaceId, address }: { workspaceId: string; address: string },
): Promise<{ role: InvitedRole; company: string }> {
  const workspace = await holdWorkspace(tx, workspaceId)
  const admin = workspace && (await findAccount(tx, workspace.adminId))
  if (!admin) throw new Problem('sso-unknown')
  const plan = await readRole(tx, workspaceId)
  const invite = await findInviteOf(tx, workspaceId, address)
  const isFree =
    invite !== null && (await acceptRow(tx, invite.id))
      ? (await countMembers(tx, workspaceId)) < plans[plan].seatLimit
      : (await countFreeSeats(tx, workspaceId, plan)) > 0
  if (!isFree) throw new Problem('sso-refused', { because: 'seat' })
  return { role: invite?.role ?? 'member', company: admin.company }
}

/** The new member's account is there: the admin hears of it. */
export async function noteJoinedByCompany(
  ctx: Pick<Context, 'masterKey' | 'config'>,
  tx: Db,
  { accountId, workspaceId, role }: { accountId: string; workspaceId: string; role: InvitedRole },
): Promise<void> {
  const [member, workspace] = [await findAccount(tx, accountId), await holdWorkspace(tx, workspaceId)]
  const admin = workspace && (await findAccount(tx, workspace.adminId))
  if (!member || !admin) throw new Problem('sso-unknown')
  await noteSeats(tx, workspaceId, await readRole(tx, workspaceId))
  const facts = { role, workspace: workspaceId }
  await noteSecurityIn(tx, { event: 'member-joined', outcome: 'ok', accountId, address: member.email, facts })
  await queueMail(tx, ctx, {
    template: 'team-joined',
    to: admin.email,
    language: languageOf(admin),
    facts: { member: { address: member.email, name: member.full_name }, link: linkTo(ctx.config, paths.team) },
  })
}
