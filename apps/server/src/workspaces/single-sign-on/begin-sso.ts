import { createHash } from 'node:crypto'
import { isWithin } from '@waybill/contract/billing/lifts'
import { Problem } from '@waybill/contract/core/problems'
import { parseAddress } from '@waybill/contract/transfers/recipients'
import type { beginSso as endpoint } from '@waybill/contract/workspaces/sso-endpoints'
import type { Kysely } from 'kysely'
import { readRole } from '../../billing/index.ts'
import type { Context } from '../../context.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { Call } from '../../platform/http/bind.ts'
import type { Budget } from '../../platform/http/limits/rate-limits.ts'
import { newToken } from '../../platform/ids.ts'
import { findSsoOfDomain, type StoredSso } from '../index.ts'
import { keepAttempt } from './attempt.ts'
import { redirectUriOf } from './present-sso.ts'
import type { Providers } from './providers.ts'

export const triesPerNetwork: Budget = { name: 'sso-tries', points: 300, seconds: 3_600 }

type Needs = Pick<Context, 'db' | 'masterKey' | 'config' | 'limits' | 'clock'>

/** Where the address's company signs people in: an authorization request with PKCE. @throws Problem as in the contract */
export async function beginSso(
  ctx: Needs,
  providers: Providers,
  { body, actor, reply }: Pick<Call<typeof endpoint>, 'body' | 'actor' | 'reply'>,
): Promise<{ url: string }> {
  await ctx.limits.spend(triesPerNetwork, actor.network)
  const parsed = parseAddress(body.email)
  const address = 'address' in parsed ? parsed.address : ''
  const sso = await requireOnPlan(ctx.db, await findSsoOfDomain(ctx.db, address.slice(address.lastIndexOf('@') + 1)))
  const provider = await providers.find(sso.issuer)
  if (provider === null) throw new Problem('sso-unavailable')
  const [state, nonce, verifier] = [newToken(256), newToken(256), newToken(256)]
  keepAttempt(ctx, reply, { workspaceId: sso.workspaceId, issuer: sso.issuer, state, nonce, verifier })
  const url = new URL(provider.authorizationEndpoint)
  const asked = {
    response_type: 'code',
    client_id: sso.clientId,
    redirect_uri: redirectUriOf(ctx.config),
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    login_hint: address,
  }
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
  return { url: url.href }
}

/** @throws Problem 'sso-unknown' where there is none, or the workspace's plan has it no more */
export async function requireOnPlan(db: Kysely<Database>, sso: StoredSso | null): Promise<StoredSso> {
  if (sso === null || !isWithin('sso', await readRole(db, sso.workspaceId), 1)) throw new Problem('sso-unknown')
  return sso
}
