import { type Kysely, sql } from 'kysely'
import type { Database } from '../../../platform/database/schema.ts'

type Db = Kysely<Database>

/** The account of an address that was created in this browser within ten minutes; null where there is none. */
export async function findNewAccount(db: Db, email: string, deviceId: string): Promise<string | null> {
  const row = await db
    .selectFrom('account_facts as accounts')
    .innerJoin('sessions', 'sessions.account_id', 'accounts.id')
    .select('accounts.id')
    .where('accounts.email', '=', email)
    .where('accounts.created_at', '>', sql<Date>`now() - interval '10 minutes'`)
    .where('sessions.device_id', '=', deviceId)
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}
