import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { forgetIdentities } from '../../tracking/ledger/index.ts'

/** What is left of an account that was deleted, a page at a time. */
type Db = Kysely<Database>

const ROWS_PER_PAGE = 200

export async function standingTransfersOf(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('transfers')
    .select('id')
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .limit(ROWS_PER_PAGE)
    .execute()
  return rows.map(({ id }) => id)
}

export async function keptFilesOf(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('files')
    .innerJoin('uploads', 'uploads.id', 'files.upload_id')
    .select('files.id')
    .where('uploads.account_id', '=', accountId)
    .where('uploads.state', '=', 'complete')
    .where('files.deleted_at', 'is', null)
    .limit(ROWS_PER_PAGE)
    .execute()
  return rows.map(({ id }) => id)
}

/** Clears who sent what to whom of a page of the account's transfers and uploads; false once all are. */
export async function clearWordsOf(db: Db, accountId: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select id from transfers where account_id = ${accountId} and sender_address <> ''
      limit ${ROWS_PER_PAGE}`.execute(tx)
    const ids = rows.map(({ id }) => id)
    await sql`
      update recipients set address = case when address is not null then '' end, name = null, company = null,
        device_id = null, device = null, country = null, city = null
      where transfer_id = any(${ids}::text[])`.execute(tx)
    await sql`
      update transfers set sender_address = '', sender_name = null, sender_company = null, sender_time_zone = null,
        sender_country = null, sender_city = null, message = '', search_text = ''
      where id = any(${ids}::text[])`.execute(tx)
    await forgetIdentities(tx, ids)
    // With what they asked for.
    await sql`delete from askers where transfer_id = any(${ids}::text[])`.execute(tx)
    const uploads = await sql`
      update uploads set owner_address = '' where id in (
        select id from uploads where account_id = ${accountId} and owner_address <> '' limit ${ROWS_PER_PAGE}
      ) returning id`.execute(tx)
    return ids.length > 0 || uploads.rows.length > 0
  })
}
