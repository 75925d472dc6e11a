import { Problem } from '@waybill/contract/core/problems'
import type { Team } from '@waybill/contract/workspaces/team-endpoints'
import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import { languageOf } from '../../identity/accounts/index.ts'
import { listWithFactor, lookAgain, requireStepUp, type Shown } from '../../identity/sessions/index.ts'
import type { Database } from '../../platform/database/schema.ts'
import { accountOf } from '../../platform/http/actor.ts'
import type { Budget } from '../../platform/http/limits/rate-limits.ts'
import { linkTo, paths } from '../../platform/links.ts'
import { queueMail } from '../../platform/mail-transport/index.ts'
import { noteSecurityIn } from '../../platform/security-log/security-scope.ts'
import { setRequiresSecondFactor } from '../index.ts'
import { holdTeam } from './manage-members.ts'
import { readTeam } from './read-team.ts'

/** Each time it is switched on, members get a mail. */
const changesPerWorkspace: Budget = { name: 'team-factor-rule', points: 10, seconds: 86_400 }

type Needs = Pick<Context, 'db' | 'masterKey' | 'config' | 'limits'>

/**
 * The admin requires a second factor of everybody in the team, or no longer. Sessions stay: members without a factor are
 * asked to set one up at once, on all open pages, and gets a mail.
 *
 * @throws Problem 'own-factor-first', 'admin-only', and as `requireStepUp`
 */
export async function requireSecondFactor(
  ctx: Needs,
  request: FastifyRequest,
  { isRequired, ...shown }: { isRequired: boolean } & Shown,
): Promise<{ team: Team }> {
  const admin = accountOf(request.actor)
  await requireOwnFactor(ctx.db, admin.id, isRequired)
  await requireStepUp(ctx, request, shown)
  await ctx.limits.spend(changesPerWorkspace, admin.workspaceId)
  await ctx.db.transaction().execute(async (tx) => {
    const { workspace, members, company } = await holdTeam(tx, admin)
    // The account is locked now: its last factor cannot be removed meanwhile.
    await requireOwnFactor(tx, admin.id, isRequired)
    if (!(await setRequiresSecondFactor(tx, workspace.id, isRequired))) return
    const facts = { isRequired, workspace: workspace.id }
    await noteSecurityIn(tx, { event: 'factor-required', outcome: 'ok', accountId: admin.id, facts })
    const ids = members.map(({ id }) => id)
    const withFactor = await listWithFactor(tx, ids)
    const lacking = members.filter(({ id }) => !withFactor.has(id))
    await lookAgain(
      tx,
      lacking.map(({ id }) => id),
    )
    if (!isRequired) return
    for (const member of lacking) {
      await queueMail(tx, ctx, {
        template: 'team-factor-required',
        to: member.email,
        language: languageOf(member),
        facts: {
          admin: { address: admin.email, name: admin.fullName },
          company,
          link: linkTo(ctx.config, paths.accountSecurity),
        },
      })
    }
  })
  return { team: await readTeam(ctx.db, admin.workspaceId) }
}

async function requireOwnFactor(db: Kysely<Database>, adminId: string, isRequired: boolean): Promise<void> {
  if (isRequired && !(await listWithFactor(db, [adminId])).has(adminId)) throw new Problem('own-factor-first')
}
