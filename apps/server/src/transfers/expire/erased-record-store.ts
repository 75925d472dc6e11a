import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { forgetContacts, forgetIdentities, forgetIps } from '../../tracking/ledger/index.ts'

/** Records of deleted transfers, when their owner erases them. */
type Db = Kysely<Database>

/**
 * Clears who sent what to whom of these transfers, and marks their records as erased. The chains of their ledgers stay, and
 * say nobody's name: the salts of their digests go. The caller holds the account and the recipients.
 */
export async function clearRecords(tx: Db, ids: readonly string[]): Promise<void> {
  const these = sql`any(${[...ids]}::text[])`
  await forgetIdentities(tx, ids)
  await forgetContacts(tx, ids)
  await forgetIps(tx, ids)
  await sql`
    update recipients set address = case when address is not null then '' end, name = null, company = null,
      device_id = null, device = null, country = null, city = null
    where transfer_id = ${these}`.execute(tx)
  await sql`
    update mails set last_error = null
    where recipient_id in (select id from recipients where transfer_id = ${these})`.execute(tx)
  await sql`delete from held_looks where transfer_id = ${these}`.execute(tx)
  await sql`delete from askers where transfer_id = ${these}`.execute(tx)
  await sql`
    update transfers set record_erased_at = now(), sender_address = '', sender_name = null, sender_company = null,
      sender_time_zone = null, sender_country = null, sender_city = null, message = '', search_text = ''
    where id = ${these}`.execute(tx)
}
