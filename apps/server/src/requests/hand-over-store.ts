import { type Kysely, sql } from 'kysely'
import type { Database } from '../platform/database/schema.ts'
import { dropRequestSharesOf } from './share/request-share-store.ts'

type Db = Kysely<Database>

/** Requests, submissions and templates of one account become another's, of the same workspace. */
export async function handOverRequests(tx: Db, from: string, to: string): Promise<void> {
  await tx.updateTable('requests').set({ account_id: to }).where('account_id', '=', from).execute()
  await tx.updateTable('submissions').set({ account_id: to }).where('account_id', '=', from).execute()
  await dropRequestSharesOf(tx, { from, to })
  // Two templates of one account differ in their names.
  await sql`update request_templates t set account_id = ${to}, name = case when exists (
      select from request_templates o where o.account_id = ${to} and o.name = t.name
    ) then t.name || ' (' || left(t.id, 6) || ')' else t.name end
    where account_id = ${from}`.execute(tx)
}

/** How many requests the account has. */
export async function countOwnRequests(db: Db, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('requests')
    .select(sql<number>`count(*)::int`.as('requests'))
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.requests ?? 0
}
