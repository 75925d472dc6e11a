import { Problem } from '@waybill/contract/core/problems'
import type { revokeApiKey as endpoint } from '@waybill/contract/identity/key-endpoints'
import type { Kysely } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Database } from '../../../platform/database/schema.ts'
import type { Call } from '../../../platform/http/bind.ts'
import { noteSecurityIn } from '../../../platform/security-log/security-scope.ts'
import { forgetDeviceLogins } from '../device-logins/device-login-store.ts'
import { requireStepUp } from '../two-factor/require-step-up.ts'
import { revokeKeysOf } from './api-key-store.ts'

type Because = 'owner' | 'operator' | 'removed' | 'taken-back'

/** Revokes one key. @throws Problem 'key-not-found' for one that is not the account's, and as `requireStepUp` */
export async function revokeApiKey(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config'>,
  { request, params }: Pick<Call<typeof endpoint>, 'request' | 'params'>,
): Promise<undefined> {
  const { id: accountId } = await requireStepUp(ctx, request, {})
  await ctx.db.transaction().execute(async (tx) => {
    const revoked = await revoke(tx, accountId, params.key, 'owner')
    if (revoked.length === 0) throw new Problem('key-not-found')
  })
}

/** Revokes every key of the account, and what it has allowed to make one, with whatever else signs it out. */
export async function revokeApiKeys(
  tx: Kysely<Database>,
  accountId: string,
  because: Exclude<Because, 'owner'>,
): Promise<void> {
  await forgetDeviceLogins(tx, accountId)
  await revoke(tx, accountId, null, because)
}

async function revoke(tx: Kysely<Database>, accountId: string, id: string | null, because: Because): Promise<string[]> {
  const revoked = await revokeKeysOf(tx, accountId, id)
  for (const key of revoked)
    await noteSecurityIn(tx, { event: 'key-revoked', outcome: 'ok', accountId, facts: { key, because } })
  return revoked
}
