import { newKeyText } from '../../src/identity/sessions/api-keys/key-text.ts'
import type { TestApp } from '../app/test-app.ts'

/** A key of the account with every scope; its public id. */
export async function makeApiKey({ ctx }: TestApp, accountId: string): Promise<string> {
  const { id, hash } = newKeyText()
  const scopes = ['send', 'request', 'read', 'library']
  await ctx.db
    .insertInto('api_keys')
    .values({ id, account_id: accountId, name: 'Nightly', secret_hash: hash, scopes })
    .execute()
  return id
}
