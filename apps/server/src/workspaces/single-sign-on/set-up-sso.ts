import { isWithin } from '@waybill/contract/billing/lifts'
import { Problem } from '@waybill/contract/core/problems'
import type { saveSso as endpoint, SsoSettings } from '@waybill/contract/workspaces/sso-endpoints'
import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { companyDomain } from '../../branding/index.ts'
import type { Context } from '../../context.ts'
import { requireStepUp, type Shown } from '../../identity/sessions/index.ts'
import { isUniqueViolation } from '../../platform/database/is-unique-violation.ts'
import type { Database } from '../../platform/database/schema.ts'
import { type ActorAccount, accountOf } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/bind.ts'
import type { Budget } from '../../platform/http/limits/rate-limits.ts'
import { noteSecurityIn } from '../../platform/security-log/security-scope.ts'
import { dropSso, findSso, saveSso as saveRow, setSsoOnly } from '../index.ts'
import { requireAdmin } from '../team/index.ts'
import { presentSso } from './present-sso.ts'
import type { Providers } from './providers.ts'

/** Each asks a provider. */
const savesPerWorkspace: Budget = { name: 'sso-saves', points: 60, seconds: 86_400 }

type Needs = Pick<Context, 'db' | 'masterKey' | 'config' | 'limits'>
type State = 'saved' | 'required' | 'optional' | 'removed'

export const secretPurpose = (workspaceId: string): string => `sso-secret/${workspaceId}`

/**
 * Sets single sign-on up for the domain of the admin's own address, which is proven, once the provider answers as it
 * must.
 *
 * @throws Problem as the contract's `saveSso` names them
 */
export async function saveSso(
  ctx: Needs,
  providers: Providers,
  request: FastifyRequest,
  { issuer, clientId, clientSecret, ...shown }: Call<typeof endpoint>['body'],
): Promise<SsoSettings> {
  const admin = accountOf(request.actor)
  requirePlan(admin)
  await requireStepUp(ctx, request, shown)
  await ctx.limits.spend(savesPerWorkspace, admin.workspaceId)
  const domain = companyDomain(admin.email)
  if (domain === null) throw new Problem('sso-domain-refused', { because: 'public' })
  const before = await findSso(ctx.db, admin.workspaceId)
  const isSame = before?.issuer === issuer && before.clientId === clientId
  // The secret of one provider is never sent to another one.
  if (clientId === '' || (clientSecret === '' && !isSame)) throw new Problem('sso-issuer-unfit', { because: 'secret' })
  const unfit = await providers.judge(issuer)
  if (unfit !== null) throw new Problem('sso-issuer-unfit', { because: unfit })
  const purpose = secretPurpose(admin.workspaceId)
  const sealedSecret = clientSecret === '' && before ? before.sealedSecret : ctx.masterKey.seal(purpose, clientSecret)
  await change(ctx, admin, 'saved', async (tx) => {
    const made = { workspaceId: admin.workspaceId, issuer, clientId, sealedSecret, domain }
    if (!(await saveRow(tx, made))) throw new Problem('sso-domain-refused', { because: 'taken' })
  }).catch((error) => {
    // Another workspace was faster.
    throw isUniqueViolation(error) ? new Problem('sso-domain-refused', { because: 'taken' }) : error
  })
  return presentSso(ctx, admin)
}

/**
 * Members at the domain sign in through the company alone, or no longer. The admin's password stays valid.
 *
 * @throws Problem as the contract's `requireSso` names them
 */
export async function requireSso(
  ctx: Needs,
  request: FastifyRequest,
  { isRequired, ...shown }: { isRequired: boolean } & Shown,
): Promise<SsoSettings> {
  const admin = accountOf(request.actor)
  if (isRequired) requirePlan(admin)
  await requireStepUp(ctx, request, shown)
  await change(ctx, admin, isRequired ? 'required' : 'optional', async (tx) => {
    const sso = await findSso(tx, admin.workspaceId)
    if (isRequired && !sso?.isTried) throw new Problem('sso-not-tried')
    await setSsoOnly(tx, admin.workspaceId, isRequired && sso ? sso.domain : null)
  })
  return presentSso(ctx, admin)
}

/** Sessions stay; members sign in with their passwords. @throws Problem as `requireStepUp`; 'admin-only' */
export async function removeSso(ctx: Needs, request: FastifyRequest, shown: Shown): Promise<SsoSettings> {
  const admin = accountOf(request.actor)
  await requireStepUp(ctx, request, shown)
  await change(ctx, admin, 'removed', async (tx) => {
    await dropSso(tx, admin.workspaceId)
  })
  return presentSso(ctx, admin)
}

function requirePlan({ role }: Pick<ActorAccount, 'role'>): void {
  if (!isWithin('sso', role, 1)) throw new Problem('sso-reserved')
}

async function change(
  { db }: Pick<Context, 'db'>,
  { id, workspaceId }: Pick<ActorAccount, 'id' | 'workspaceId'>,
  state: State,
  work: (tx: Kysely<Database>) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await requireAdmin(tx, { id, workspaceId })
    await work(tx)
    const facts = { state, workspace: workspaceId }
    await noteSecurityIn(tx, { event: 'sso-set', outcome: 'ok', accountId: id, facts })
  })
}
