import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/schema.ts'

/**
 * How mails end. One to a recipient or a supplier is part of a record, which says whether it was delivered, and stays
 * with it.
 */
type Db = Kysely<Database>

/**
 * Takes the mails to the recipients of these transfers out of their records, which are erased: they say no longer for
 * whom they were, and end like all others. Why they failed is deleted, because the reasons name addresses.
 */
export async function detachMailsOf(tx: Db, transferIds: readonly string[]): Promise<void> {
  await sql`
    update mails m set recipient_id = null, last_error = null from recipient_facts r
    where r.id = m.recipient_id and r.transfer_id = any(${[...transferIds]}::text[])`.execute(tx)
}

/** The same for the mails to these suppliers. */
export async function detachMailsTo(tx: Db, supplierIds: readonly string[]): Promise<void> {
  await sql`
    update mails set supplier_id = null, last_error = null
    where supplier_id = any(${[...supplierIds]}::text[])`.execute(tx)
}

/**
 * Deletes some mails that are older than `days`, were sent or given up, and belong to no record. One that another process
 * deletes at the same time is left to it.
 *
 * @returns how many
 */
export async function forgetMails(db: Db, days: number, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from mails where id in (
      select id from mails
      where recipient_id is null and supplier_id is null and created_at < now() - make_interval(days => ${days})
        and (accepted_at is not null or given_up_at is not null)
      order by created_at limit ${limit} for update skip locked
    ) returning id`.execute(db)
  return rows.length
}
