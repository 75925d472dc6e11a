import { Problem } from '@waybill/contract/core/problems'
import type { ApiKey } from '@waybill/contract/identity/key-endpoints'
import type { KeyScope } from '@waybill/contract/identity/key-scopes'
import type { Kysely } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Database } from '../../../platform/database/schema.ts'
import type { Budget } from '../../../platform/http/limits/rate-limits.ts'
import { noteSecurityIn } from '../../../platform/security-log/security-scope.ts'
import { tellAccount } from '../sign-in/tell-account.ts'
import { insertApiKey, type NewApiKey } from './api-key-store.ts'
import { newKeyText } from './key-text.ts'
import { presentApiKey } from './list-api-keys.ts'

/** Per account, whatever its plan; revoked ones do not count. */
export const MAX_API_KEYS = 20
/** Each one sends a mail. */
const madePerAccount: Budget = { name: 'api-keys-made', points: 40, seconds: 86_400 }

/** @throws Problem 'too-many-requests' {retryAfterSeconds} */
export const spendMadeKey = ({ limits }: Pick<Context, 'limits'>, accountId: string): Promise<void> =>
  limits.spend(madePerAccount, accountId)

export interface MadeKey {
  apiKey: ApiKey
  /** The whole key, which is never shown again. */
  key: string
}

/**
 * Makes a key in the transaction of a caller that has locked the account, and tells the account by mail.
 *
 * @throws Problem 'too-many-keys' {limit}
 */
export async function makeApiKey(
  ctx: Pick<Context, 'masterKey' | 'config'>,
  tx: Kysely<Database>,
  wanted: Omit<NewApiKey, 'id' | 'secretHash'> & { scopes: KeyScope[] },
): Promise<MadeKey> {
  const { accountId, name, scopes } = wanted
  const { id, text, hash } = newKeyText()
  const row = await insertApiKey(tx, { ...wanted, id, secretHash: hash }, MAX_API_KEYS)
  if (row === null) throw new Problem('too-many-keys', { limit: MAX_API_KEYS })
  await tellAccount(ctx, tx, accountId, 'factor-changed', { change: 'key-made', passkeyName: name })
  await noteSecurityIn(tx, { event: 'key-made', outcome: 'ok', accountId, facts: { key: id, scopes } })
  return { apiKey: presentApiKey(row), key: text }
}
