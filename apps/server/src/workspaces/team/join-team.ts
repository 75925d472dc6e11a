import { plans } from '@waybill/contract/billing/plans'
import { Problem } from '@waybill/contract/core/problems'
import type { User } from '@waybill/contract/identity/profile-endpoints'
import type { SignedIn } from '@waybill/contract/identity/session-endpoints'
import { parseAddress } from '@waybill/contract/transfers/recipients'
import type { joinTeam as endpoint } from '@waybill/contract/workspaces/team-endpoints'
import type { Kysely } from 'kysely'
import { moveAllowances, noteSeats, readRole } from '../../billing/index.ts'
import { forgetBranding } from '../../branding/index.ts'
import { unshareContacts } from '../../contacts/index.ts'
import type { Context } from '../../context.ts'
import { releaseCurrent } from '../../domains/index.ts'
import {
  countMembers,
  ensureDevice,
  findAccount,
  hashPassword,
  insertAccount,
  knownTimeZone,
  languageOf,
  lockAccount,
  moveAccount,
  ownName,
} from '../../identity/accounts/index.ts'
import {
  type Browser,
  commitSignIn,
  readUser,
  repeatSignUp,
  requireGoodPassword,
  type SignInNeeds,
  signIn,
} from '../../identity/sessions/index.ts'
import { forgetMailDomain } from '../../mail-domains/index.ts'
import { forgetSoon } from '../../payments/index.ts'
import type { Database } from '../../platform/database/schema.ts'
import { type Actor, accountOf } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/bind.ts'
import type { Budget } from '../../platform/http/limits/rate-limits.ts'
import { hashToken, newId } from '../../platform/ids.ts'
import { linkTo, paths } from '../../platform/links.ts'
import { queueMail } from '../../platform/mail-transport/index.ts'
import { noteSecurityIn } from '../../platform/security-log/security-scope.ts'
import { moveUploads } from '../../uploads/index.ts'
import { endWorkspace, holdWorkspace } from '../index.ts'
import { forgetActivity } from './activity-store.ts'
import { acceptRow, hasAccepted, type InviteRow, withdrawAll } from './invite-store.ts'
import { readBond, requireInvite, requireInviting } from './open-invite.ts'

const joinsPerNetwork: Budget = { name: 'team-joins', points: 60, seconds: 3_600 }

type Needs = SignInNeeds & Pick<Context, 'limits'>
type Joining = Pick<Call<typeof endpoint>, 'body' | 'actor' | 'request' | 'reply'>

/**
 * Makes the account of an invitation's address in the team and signs it in: the link proves the address, for only its
 * reader has it. A browser that repeats the call gets a lost answer again.
 *
 * @throws Problem as the contract's `joinTeam` names them
 */
export async function joinTeam(ctx: Needs, joining: Joining): Promise<SignedIn> {
  const { body, actor, request, reply } = joining
  await ctx.limits.spend(joinsPerNetwork, actor.network)
  const browser: Browser = { actor, request, deviceId: await ensureDevice(ctx, request, reply) }
  try {
    return await makeMember(ctx, joining, browser)
  } catch (error) {
    const typed = parseAddress(body.newMemberEmail)
    const isGone = error instanceof Problem && error.code === 'invite-gone'
    if (!isGone || !('address' in typed)) throw error
    const { address: email } = typed
    if (!(await hasAccepted(ctx.db, hashToken(body.invite), email))) throw error
    const own = { email, password: body.password, browser }
    return await repeatSignUp(ctx, reply, own).catch((refused) => {
      throw refused instanceof Problem && refused.code === 'email-taken' ? error : refused
    })
  }
}

async function makeMember(ctx: Needs, { body, actor, reply }: Joining, browser: Browser): Promise<SignedIn> {
  const invite = await requireInvite(ctx.db, body.invite)
  const typed = parseAddress(body.newMemberEmail)
  if (!('address' in typed) || typed.address !== invite.address) throw new Problem('invite-elsewhere')
  const account = {
    email: invite.address,
    fullName: ownName(body.fullName, 'fullName'),
    company: (await requireInviting(ctx.db, invite)).company,
    language: body.lang ?? actor.language,
    timeZone: knownTimeZone(body.timeZone),
    referrer: null,
    referral: null,
  }
  requireGoodPassword(ctx, body.password, account)
  const passwordHash = await hashPassword(body.password)
  const id = newId()
  const signedIn = await commitSignIn(ctx, reply, async (tx) => {
    await takeSeat(ctx, tx, invite, account)
    const team = { workspaceId: invite.workspace_id, memberRole: invite.role }
    if ((await insertAccount(tx, { id, passwordHash, ...account, team })) === null) throw new Problem('email-taken')
    const facts = { by: 'owner' } as const
    await noteSecurityIn(tx, { event: 'account-made', outcome: 'ok', accountId: id, address: account.email, facts })
    await noteJoined(tx, id, invite)
    return signIn(ctx, tx, id, browser)
  })
  return signedIn as SignedIn
}

/**
 * The caller's account joins with all that it has: the workspace that it leaves ends. It needs no more than a session,
 * which took the password and the second factor.
 *
 * @throws Problem as the contract's `acceptInvite` names them
 */
export async function acceptInvite(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config' | 'limits'>,
  actor: Actor,
  token: string,
): Promise<{ user: User }> {
  const { id } = accountOf(actor)
  await ctx.limits.spend(joinsPerNetwork, actor.network)
  const invite = await requireInvite(ctx.db, token)
  await ctx.db.transaction().execute(async (tx) => {
    const own = (await lockAccount(tx, id)) ? await findAccount(tx, id) : null
    if (own === null) throw new Problem('unauthenticated')
    if (own.email !== invite.address) throw new Problem('invite-elsewhere')
    const { workspace_id: from } = own
    const to = invite.workspace_id
    // In one order: two admins may invite each other.
    for (const workspace of [from, to].sort()) await holdWorkspace(tx, workspace)
    const because = await readBond(tx, own)
    if (because !== null) throw new Problem('account-bound', { because })
    await takeSeat(ctx, tx, invite, { email: own.email, fullName: own.full_name })
    await withdrawAll(tx, from)
    await forgetActivity(tx, from)
    await forgetBranding(tx, from)
    await releaseCurrent(tx, from)
    await forgetMailDomain(tx, from)
    await endWorkspace(tx, from)
    await unshareContacts(tx, id)
    await moveAccount(tx, id, { workspaceId: to, memberRole: invite.role })
    await moveUploads(tx, id, { from, to })
    await moveAllowances(tx, from, to)
    await forgetSoon(tx, from)
    await noteJoined(tx, id, invite)
  })
  return { user: await readUser(ctx.db, ctx.config, id) }
}

/**
 * Uses the invitation up, where the plan still has a seat for it, and tells the admin who joins.
 *
 * @throws Problem 'invite-gone' | 'no-seat'
 */
async function takeSeat(
  ctx: Pick<Context, 'masterKey' | 'config'>,
  tx: Kysely<Database>,
  invite: InviteRow,
  joining: { email: string; fullName: string },
): Promise<void> {
  const workspace = await holdWorkspace(tx, invite.workspace_id)
  if (workspace === null || !(await acceptRow(tx, invite.id))) throw new Problem('invite-gone')
  const { seatLimit } = plans[await readRole(tx, workspace.id)]
  if ((await countMembers(tx, workspace.id)) >= seatLimit) throw new Problem('no-seat')
  const admin = await findAccount(tx, workspace.adminId)
  if (admin === null) throw new Problem('invite-gone')
  await queueMail(tx, ctx, {
    template: 'team-joined',
    to: admin.email,
    language: languageOf(admin),
    facts: { member: { address: joining.email, name: joining.fullName }, link: linkTo(ctx.config, paths.team) },
  })
}

async function noteJoined(tx: Kysely<Database>, accountId: string, invite: InviteRow): Promise<void> {
  await noteSeats(tx, invite.workspace_id, await readRole(tx, invite.workspace_id))
  const facts = { role: invite.role, workspace: invite.workspace_id }
  await noteSecurityIn(tx, { event: 'member-joined', outcome: 'ok', accountId, address: invite.address, facts })
}
