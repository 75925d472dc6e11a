import { type Kysely, sql } from 'kysely'
import type { Database } from '../platform/database/schema.ts'

/** Tickets of live streams. */
type Db = Kysely<Database>

const TICKET_SECONDS = 30

export interface TicketHolder {
  accountId: string
  sessionId: string
}

/** Keeps a ticket, and forgets those that are over. */
export async function keepTicket(db: Db, tokenHash: Uint8Array, { accountId, sessionId }: TicketHolder): Promise<void> {
  await sql`
    with over as (delete from live_tickets where expires_at < now())
    insert into live_tickets (token_hash, account_id, session_id, expires_at)
    values (${tokenHash}, ${accountId}, ${sessionId}, now() + make_interval(secs => ${TICKET_SECONDS}))`.execute(db)
}

/** Whose ticket it is; null for one that is unknown, over, or was taken before. */
export async function takeTicket(db: Db, tokenHash: Uint8Array): Promise<TicketHolder | null> {
  const { rows } = await sql<TicketHolder & { isGood: boolean }>`
    delete from live_tickets where token_hash = ${tokenHash}
    returning account_id as "accountId", session_id as "sessionId", expires_at > now() as "isGood"`.execute(db)
  const [ticket] = rows
  return ticket?.isGood ? { accountId: ticket.accountId, sessionId: ticket.sessionId } : null
}
