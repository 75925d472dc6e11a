import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'

/** What accounts want to be mailed about their transfers, and up to when their digests have told. */
type Db = Kysely<Database>

/** Holds the account's row until the transaction ends, so that each day is told by one digest. */
export async function holdDigest(tx: Db, accountId: string): Promise<void> {
  await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .where('deleted_at', 'is', null)
    .where('email', 'is not', null)
    .forNoKeyUpdate()
    .execute()
}

export async function noteDigested(tx: Db, accountId: string, until: Date): Promise<void> {
  await tx.updateTable('accounts').set({ digested_at: until }).where('id', '=', accountId).execute()
}

/** An account that wants a digest wants no mail from now on; false where there is no such account. */
export async function endDigest(tx: Db, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    update accounts set
      alerts_since = case when alert_mode = 'digest' then now() else alerts_since end,
      alert_mode = case when alert_mode = 'digest' then 'none' else alert_mode end
    where id = ${accountId} returning id`.execute(tx)
  return rows.length > 0
}
