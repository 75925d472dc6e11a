import { Problem } from '@waybill/contract/core/problems'
import type { answerDeviceLogin as endpoint } from '@waybill/contract/identity/device-endpoints'
import type { Context } from '../../../context.ts'
import { accountOf } from '../../../platform/http/actor.ts'
import type { Call } from '../../../platform/http/bind.ts'
import { noteSecurityIn } from '../../../platform/security-log/security-scope.ts'
import { lockAccount } from '../../accounts/index.ts'
import { listApiKeys } from '../api-keys/list-api-keys.ts'
import { MAX_API_KEYS, spendMadeKey } from '../api-keys/make-api-key.ts'
import { findSessionAccount } from '../caller-store.ts'
import { requireStepUp } from '../two-factor/require-step-up.ts'
import { answerAsked } from './device-login-store.ts'
import { requireAsked } from './read-device-login.ts'

/**
 * The press of a signed-in person. To allow a program, which then acts for the account, they prove again who they are.
 *
 * @throws Problem 'device-code-unknown', also where it has been answered; 'invalid-input' for scopes that were not asked
 *   for; 'too-many-keys' {limit}, and as `requireStepUp`
 */
export async function answerDeviceLogin(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config' | 'limits'>,
  { request, actor, body }: Pick<Call<typeof endpoint>, 'request' | 'actor' | 'body'>,
): Promise<undefined> {
  const { id: accountId, sessionId } = accountOf(actor)
  const { codeHash, asked } = await requireAsked(ctx, actor, body.userCode)
  const { isAllowed, scopes: typed = asked.scopes } = body
  if (!typed.every((scope) => asked.scopes.includes(scope))) {
    throw new Problem('invalid-input', { where: 'body', field: 'scopes', reason: 'was not asked for' })
  }
  // Once each, and in the order of every key's scopes.
  const scopes = asked.scopes.filter((scope) => typed.includes(scope))
  if (isAllowed) {
    await requireStepUp(ctx, request, body)
    if ((await listApiKeys(ctx, accountId)).length >= MAX_API_KEYS) {
      throw new Problem('too-many-keys', { limit: MAX_API_KEYS })
    }
    await spendMadeKey(ctx, accountId)
  }
  await ctx.db.transaction().execute(async (tx) => {
    const isSignedIn = (await lockAccount(tx, accountId)) && (await findSessionAccount(tx, sessionId)) !== null
    if (!isSignedIn) throw new Problem('unauthenticated')
    if (!(await answerAsked(tx, codeHash, { accountId, isAllowed, scopes }))) throw new Problem('device-code-unknown')
    const event = isAllowed ? 'device-allowed' : 'device-denied'
    await noteSecurityIn(tx, { event, outcome: 'ok', accountId, facts: { scopes } })
  })
}
