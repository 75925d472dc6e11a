import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'

/** Transfers that were sent by nobody's account: they wait for the one that proves their sender's address. */
type Db = Kysely<Database>

/** Makes those of the account's proven addresses the account's. Returns the uploads that brought their files. */
export async function adoptAnonymous(tx: Db, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ upload_id: string }>`
    update transfers set account_id = ${accountId}
    where account_id is null and sender_proven and deleted_at is null and bytes_removed_at is null
      and sender_address in (select address from account_addresses where account_id = ${accountId})
    returning upload_id`.execute(tx)
  return rows.map((row) => row.upload_id)
}

/** Whether this browser has sent one that still waits. */
export async function hasAnonymous(db: Db, deviceId: string): Promise<boolean> {
  const row = await db
    .selectFrom('transfers')
    .select('id')
    .where('device_id', '=', deviceId)
    .where('account_id', 'is', null)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
