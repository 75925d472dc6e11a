import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'

/** Of the transfer that a link's recipient stands for, the recipient with this address: of an email link only itself. */
export async function findListed(db: Kysely<Database>, recipientId: string, address: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select listed.id from recipient_facts via join recipient_facts listed on listed.transfer_id = via.transfer_id
    where via.id = ${recipientId} and listed.address = ${address} and listed.removed_at is null
      and (via.address is null or listed.id = via.id)`.execute(db)
  return rows[0]?.id ?? null
}
