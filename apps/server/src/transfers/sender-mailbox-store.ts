import { type Kysely, sql } from 'kysely'
import type { Database } from '../platform/database/schema.ts'

/**
 * Where mails for the sender go: to the account's present address, for a transfer can become another member's. Over
 * `transfers`, left joined to `accounts`.
 */
export const senderMailbox = sql<string>`coalesce(accounts.email, transfers.sender_address)`

export async function readSenderMailbox(db: Kysely<Database>, transferId: string): Promise<string> {
  const { rows } = await sql<{ address: string }>`
    select ${senderMailbox} as address
    from transfers left join account_facts as accounts on accounts.id = transfers.account_id
    where transfers.id = ${transferId}`.execute(db)
  return rows[0]?.address ?? ''
}
