import { type Kysely, sql } from 'kysely'
import type { Database } from '../platform/database/schema.ts'

/** How a visitor's conversation leaves its browser. */
type Db = Kysely<Database>

/** Locks the conversation of a browser. False where it has none. */
export async function holdOfBrowser(tx: Db, deviceId: string): Promise<boolean> {
  const { rows } = await sql`select from conversations where device_id = ${deviceId} for update`.execute(tx)
  return rows.length > 0
}

export async function moveToBrowser(tx: Db, { from, to }: { from: string; to: string }): Promise<void> {
  await sql`update conversations set device_id = ${to} where device_id = ${from}`.execute(tx)
}

/**
 * Makes a browser's conversation the account's, where the address that the visitor gave is one that the account has
 * proven, and the account has no conversation. False otherwise.
 */
export async function giveToAccount(
  tx: Db,
  { deviceId, accountId }: { deviceId: string; accountId: string },
): Promise<boolean> {
  const { rows } = await sql`
    update conversations c set account_id = ${accountId}, device_id = null, address = null
    where c.device_id = ${deviceId}
      and c.address in (select a.address from account_emails a where a.account_id = ${accountId})
      and not exists (select from conversations own where own.account_id = ${accountId})
    returning c.id`.execute(tx)
  return rows.length > 0
}
