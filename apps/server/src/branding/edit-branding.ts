import { isWithin } from '@waybill/contract/billing/lifts'
import type { Branding, editBranding as endpoint } from '@waybill/contract/branding/endpoints'
import { Problem } from '@waybill/contract/core/problems'
import { posesAsBrand } from '@waybill/contract/identity/brand-names'
import type { z } from 'zod'
import type { Context } from '../context.ts'
import type { ActorAccount } from '../platform/http/actor.ts'
import type { Budget } from '../platform/http/limits/rate-limits.ts'
import { saveBranding } from './branding-store.ts'
import { readBranding } from './read-branding.ts'

type Body = z.output<NonNullable<(typeof endpoint)['body']>>

const changesPerWorkspace: Budget = { name: 'branding', points: 120, seconds: 3_600 }

/**
 * Changes the given fields. Anything can be taken away under any plan.
 *
 * @throws Problem 'branding-reserved' {limit} | 'company-name-refused' | 'too-many-requests'
 */
export async function editBranding(
  ctx: Pick<Context, 'db' | 'limits'>,
  admin: ActorAccount,
  body: Body,
): Promise<{ branding: Branding }> {
  const name = body.name?.trim()
  const welcome = body.welcome?.trim()
  if (body.showsPoweredBy === false) requirePlan(admin, 'no-mark')
  if (name || welcome || body.accent) requirePlan(admin, 'branding')
  if (name && posesAsBrand(name, admin.email)) throw new Problem('company-name-refused')
  await ctx.limits.spend(changesPerWorkspace, admin.workspaceId)
  await saveBranding(ctx.db, admin.workspaceId, { ...body, name, welcome })
  return readBranding(ctx, admin)
}

/** @throws Problem 'branding-reserved' {limit} */
export function requirePlan({ role }: Pick<ActorAccount, 'role'>, limit: 'branding' | 'no-mark'): void {
  if (!isWithin(limit, role, 1)) throw new Problem('branding-reserved', { limit })
}
