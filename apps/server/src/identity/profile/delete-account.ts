import { Problem } from '@waybill/contract/core/problems'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { forgetBranding } from '../../branding/index.ts'
import { forgetContacts } from '../../contacts/index.ts'
import { forgetNewsRead } from '../../content/index.ts'
import type { Context } from '../../context.ts'
import { forgetConversations } from '../../conversations/index.ts'
import { releaseCurrent } from '../../domains/index.ts'
import { forgetMailDomain } from '../../mail-domains/index.ts'
import { forgetFeed } from '../../notifications/index.ts'
import { endPayments, forgetPayments } from '../../payments/index.ts'
import type { Database } from '../../platform/database/schema.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { queueMail } from '../../platform/mail-transport/index.ts'
import { noteSecurityIn } from '../../platform/security-log/security-scope.ts'
import { clearInboxOf, clearRequestsOf } from '../../requests/index.ts'
import { forgetCounts } from '../../tracking/ledger/index.ts'
import { forgetWebhooks } from '../../webhooks/index.ts'
import { holdWorkspace } from '../../workspaces/index.ts'
import { forgetActivity, leaveTeam, withdrawAll } from '../../workspaces/team/index.ts'
import {
  type Account,
  countMembers,
  endAccount,
  findAccount,
  holdAccountsOf,
  languageOf,
  lockAccount,
} from '../accounts/index.ts'
import { clearSessionCookie, forgetSignIn, requireStepUp, type Shown } from '../sessions/index.ts'
import { forgetPictures } from './picture-store.ts'

/**
 * Ends the account: nobody can sign in to it any more, and its identity is cleared at once. A job of the same
 * transaction deletes its links and files, of which there may be many. What a member of a team made stays in the team.
 * What the account pays for is ended at the payment provider before: where that does not answer, the account stays.
 *
 * @throws Problem as `requireStepUp`; 'payments-unavailable', 'team-has-members'
 */
export async function deleteAccount(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config' | 'payments'>,
  request: FastifyRequest,
  shown: Shown,
  reply: FastifyReply,
): Promise<undefined> {
  const { id: accountId } = await requireStepUp(ctx, request, shown)
  const leaving = await findAccount(ctx.db, accountId)
  if (leaving?.member_role === 'admin') {
    await closeTeam(ctx.db, leaving)
    await endPayments(ctx, leaving.workspace_id)
  }
  await ctx.db.transaction().execute(async (tx) => {
    const { account, wasMember: isMember } = await holdLeaving(tx, accountId)
    await forgetPayments(tx, account.workspace_id)
    await withdrawAll(tx, account.workspace_id)
    await forgetActivity(tx, account.workspace_id)
    await forgetBranding(tx, account.workspace_id)
    await releaseCurrent(tx, account.workspace_id)
    await forgetMailDomain(tx, account.workspace_id)
    await endAccount(tx, accountId)
    await noteSecurityIn(tx, { event: 'account-deleted', outcome: 'ok', accountId, address: account.email })
    await forgetSignIn(tx, accountId)
    await forgetContacts(tx, accountId)
    await forgetConversations(tx, accountId)
    await forgetNewsRead(tx, accountId)
    await forgetPictures(tx, accountId)
    await forgetFeed(tx, accountId)
    await forgetCounts(tx, accountId)
    await forgetWebhooks(tx, accountId)
    await clearRequestsOf(tx, accountId)
    await clearInboxOf(tx, accountId)
    await addJob(tx, 'delete-account-things', { accountId }, { key: `delete-account-things/${accountId}` })
    await queueMail(tx, ctx, {
      template: 'account-deleted',
      to: account.email,
      language: languageOf(account),
      facts: { address: account.email, isMember, supportEmail: ctx.config.supportEmail },
    })
  })
  clearSessionCookie(ctx.config, reply)
  return undefined
}

/**
 * Nobody can join from here on: a member who joins while the payments end would have a team without a plan.
 *
 * @throws Problem 'team-has-members'
 */
async function closeTeam(db: Kysely<Database>, admin: Account): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await holdWorkspace(tx, admin.workspace_id)
    await requireNoMembers(tx, admin)
    await withdrawAll(tx, admin.workspace_id)
  })
}

/** @throws Problem 'team-has-members' */
async function requireNoMembers(db: Kysely<Database>, account: Account): Promise<void> {
  if (account.member_role !== 'admin') return
  if ((await countMembers(db, account.workspace_id)) > 0) throw new Problem('team-has-members')
}

/**
 * The account, alone in its workspace and locked: what a member of a team made stays there, under the admin.
 *
 * @throws Problem 'unauthenticated' | 'team-has-members'
 */
async function holdLeaving(tx: Kysely<Database>, accountId: string): Promise<{ account: Account; wasMember: boolean }> {
  const workspaceId = (await findAccount(tx, accountId))?.workspace_id
  if (workspaceId !== undefined) await holdAccountsOf(tx, workspaceId)
  const account = (await lockAccount(tx, accountId)) ? await findAccount(tx, accountId) : null
  const workspace = account && (await holdWorkspace(tx, account.workspace_id))
  if (account === null || workspace === null) throw new Problem('unauthenticated')
  await requireNoMembers(tx, account)
  if (account.member_role === 'admin') return { account, wasMember: false }
  await leaveTeam(tx, { workspace, memberId: accountId, successorId: workspace.adminId })
  const facts = { by: 'owner', workspace: workspace.id } as const
  await noteSecurityIn(tx, { event: 'member-removed', outcome: 'ok', accountId, address: account.email, facts })
  return { account: (await findAccount(tx, accountId)) as Account, wasMember: true }
}
