import type { ApiKey } from '@waybill/contract/identity/key-endpoints'
import type { KeyScope } from '@waybill/contract/identity/key-scopes'
import type { Context } from '../../../context.ts'
import { type ApiKeyRow, listOwnKeys } from './api-key-store.ts'

/** The account's keys that are not revoked, the newest first; without what opens the account. */
export async function listApiKeys({ db }: Pick<Context, 'db'>, accountId: string): Promise<ApiKey[]> {
  return (await listOwnKeys(db, accountId)).map(presentApiKey)
}

export const presentApiKey = (row: ApiKeyRow): ApiKey => ({
  _id: row.id,
  name: row.name,
  scopes: row.scopes as KeyScope[],
  networks: row.networks,
  createdAt: row.created_at.toISOString(),
  endsAt: row.ends_at?.toISOString() ?? null,
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
})
