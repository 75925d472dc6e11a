import { type Kysely, sql } from 'kysely'
import { LIVE_CHANNEL } from '../../platform/database/live-channel.ts'
import type { Database } from '../../platform/database/schema.ts'

/** News for pages that look on, told to every process when the transaction is committed. Nothing depends on it. */
type Db = Kysely<Database>

/** The account's feed has a new end. */
export async function tellFeed(tx: Db, accountId: string, end: number): Promise<void> {
  await sql`select pg_notify(${LIVE_CHANNEL}, ${JSON.stringify({ a: accountId, f: end })})`.execute(tx)
}

/** Something moved on a transfer: bytes went out, or an entry was added. Of one without an account nobody is told. */
export async function notifyChanged(tx: Db, transferId: string): Promise<void> {
  await sql`
    select pg_notify(${LIVE_CHANNEL}, json_build_object('a', account_id, 't', id)::text)
    from transfer_facts where id = ${transferId} and account_id is not null`.execute(tx)
}
