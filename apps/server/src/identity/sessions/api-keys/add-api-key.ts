import { Problem } from '@waybill/contract/core/problems'
import type { addApiKey as endpoint } from '@waybill/contract/identity/key-endpoints'
import { keyScopes } from '@waybill/contract/identity/key-scopes'
import type { Context } from '../../../context.ts'
import { accountOf } from '../../../platform/http/actor.ts'
import type { Call } from '../../../platform/http/bind.ts'
import { lockAccount } from '../../accounts/index.ts'
import { findSessionAccount } from '../caller-store.ts'
import { requireStepUp } from '../two-factor/require-step-up.ts'
import { requireNetworks } from './key-networks.ts'
import { type MadeKey, makeApiKey, spendMadeKey } from './make-api-key.ts'

/**
 * Makes a key, which only this answer shows, and tells the account by mail.
 *
 * @throws Problem 'network-malformed' {position}, 'too-many-keys' {limit}, and as `requireStepUp`
 */
export async function addApiKey(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config' | 'limits'>,
  { request, body }: Pick<Call<typeof endpoint>, 'request' | 'body'>,
): Promise<MadeKey> {
  const networks = requireNetworks(body.networks)
  const { sessionId } = accountOf(request.actor)
  const { id: accountId } = await requireStepUp(ctx, request, body)
  await spendMadeKey(ctx, accountId)
  const scopes = keyScopes.filter((scope) => body.scopes.includes(scope))
  return ctx.db.transaction().execute(async (tx) => {
    // What takes an account back locks it, and ends its sessions and keys. A call that waited for that makes no key.
    const isSignedIn = (await lockAccount(tx, accountId)) && (await findSessionAccount(tx, sessionId)) !== null
    if (!isSignedIn) throw new Problem('unauthenticated')
    return makeApiKey(ctx, tx, { accountId, name: body.name, scopes, networks, days: body.days })
  })
}
