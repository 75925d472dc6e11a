import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'

/** What the server notices by itself, to be put on record once. */
type Db = Kysely<Database>

/** Whether a stall of the recipient is on record since their last byte went out. */
export async function isStallNoted(tx: Db, recipientId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from recipient_facts r join event_facts e on e.transfer_id = r.transfer_id and e.recipient_id = r.id
    where r.id = ${recipientId} and e.kind = 'stalled'
      and e.at >= (select max(changed_at) from delivery_facts where recipient_id = r.id)
    limit 1`.execute(tx)
  return rows.length > 0
}
