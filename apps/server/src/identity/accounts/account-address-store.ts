import type { Kysely } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'

/** Whether the account has proven the address: its own, or one it had before. */
export async function isAccountAddress(db: Kysely<Database>, accountId: string, address: string): Promise<boolean> {
  const row = await db
    .selectFrom('account_addresses')
    .select('address')
    .where('account_id', '=', accountId)
    .where('address', '=', address)
    .executeTakeFirst()
  return row !== undefined
}
