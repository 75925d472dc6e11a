import { type Kysely, sql } from 'kysely'
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

/** Forgets the addresses that an account has proven at or after an instant, as the database writes it; one stays. */
export async function dropAddressesSince(
  tx: Kysely<Database>,
  { accountId, keptAddress, since }: { accountId: string; keptAddress: string; since: string },
): Promise<void> {
  await tx
    .deleteFrom('account_addresses')
    .where('account_id', '=', accountId)
    .where('address', '<>', keptAddress)
    .where('proven_at', '>=', sql<Date>`${since}::timestamptz`)
    .execute()
}
