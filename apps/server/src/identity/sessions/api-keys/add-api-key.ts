import { Problem } from '@waybill/contract/core/problems'
import type { ApiKey, addApiKey as endpoint } from '@waybill/contract/identity/key-endpoints'
import { keyScopes } from '@waybill/contract/identity/key-scopes'
import type { Context } from '../../../context.ts'
import { accountOf } from '../../../platform/http/actor.ts'
import type { Call } from '../../../platform/http/bind.ts'
import type { Budget } from '../../../platform/http/limits/rate-limits.ts'
import { noteSecurityIn } from '../../../platform/security-log/security-scope.ts'
import { lockAccount } from '../../accounts/index.ts'
import { findSessionAccount } from '../caller-store.ts'
import { tellAccount } from '../sign-in/tell-account.ts'
import { requireStepUp } from '../two-factor/require-step-up.ts'
import { insertApiKey } from './api-key-store.ts'
import { requireNetworks } from './key-networks.ts'
import { newKeyText } from './key-text.ts'
import { presentApiKey } from './list-api-keys.ts'

/** Per account, whatever its plan; revoked ones do not count. */
export const MAX_API_KEYS = 20
/** Each one sends a mail. */
const madePerAccount: Budget = { name: 'api-keys-made', points: 40, seconds: 86_400 }

/**
 * Makes a key, which only this answer shows, and tells the account by mail.
 *
 * @throws Problem 'network-malformed' {position}, 'too-many-keys' {limit}, and as `requireStepUp`
 */
export async function addApiKey(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config' | 'limits'>,
  { request, body }: Pick<Call<typeof endpoint>, 'request' | 'body'>,
): Promise<{ apiKey: ApiKey; key: string }> {
  const networks = requireNetworks(body.networks)
  const { sessionId } = accountOf(request.actor)
  const { id: accountId } = await requireStepUp(ctx, request, body)
  await ctx.limits.spend(madePerAccount, accountId)
  const { id, text, hash } = newKeyText()
  const scopes = keyScopes.filter((scope) => body.scopes.includes(scope))
  const made = { id, accountId, name: body.name, secretHash: hash, scopes, networks, days: body.days }
  const row = await ctx.db.transaction().execute(async (tx) => {
    // What takes an account back locks it, and ends its sessions and keys. A call that waited for that makes no key.
    const isSignedIn = (await lockAccount(tx, accountId)) && (await findSessionAccount(tx, sessionId)) !== null
    if (!isSignedIn) throw new Problem('unauthenticated')
    const inserted = await insertApiKey(tx, made, MAX_API_KEYS)
    if (inserted === null) throw new Problem('too-many-keys', { limit: MAX_API_KEYS })
    await tellAccount(ctx, tx, accountId, 'factor-changed', { change: 'key-made', passkeyName: body.name })
    await noteSecurityIn(tx, { event: 'key-made', outcome: 'ok', accountId, facts: { key: id, scopes } })
    return inserted
  })
  return { apiKey: presentApiKey(row), key: text }
}
