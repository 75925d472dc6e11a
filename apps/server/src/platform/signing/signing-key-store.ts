import { type Kysely, type Selectable, sql } from 'kysely'
import type { Database } from '../database/schema.ts'

/** The keys that sign receipts, heads of ledgers and anchors. A unique index ensures that one is in use. */
type Db = Kysely<Database>
export type ReceiptKeyRow = Selectable<Database['receipt_keys']>

/** For a statement of another module: the id of the current key. */
export const keyInUse = sql<string>`(select id from receipt_keys where retired_at is null)`

/** Makes concurrent changes of the keys wait for each other until the transaction ends. */
export async function lockReceiptKeys(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('receipt-keys', 0))`.execute(tx)
}

export async function findKeyInUse(db: Db): Promise<ReceiptKeyRow | null> {
  const row = await db.selectFrom('receipt_keys').selectAll().where('retired_at', 'is', null).executeTakeFirst()
  return row ?? null
}

export async function insertKey(
  tx: Db,
  key: { id: string; publicKey: Uint8Array; mac: Uint8Array; sealed: Uint8Array },
): Promise<ReceiptKeyRow> {
  return tx
    .insertInto('receipt_keys')
    .values({ id: key.id, public_key: key.publicKey, mac: key.mac, sealed: key.sealed })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Retires the key with this `mac` and deletes its private half; does nothing for a key younger than `days`. Returns its
 * id.
 */
export async function retireKey(tx: Db, mac: Uint8Array, days: number): Promise<string | null> {
  const row = await tx
    .updateTable('receipt_keys')
    .set({ retired_at: sql<Date>`clock_timestamp()`, sealed: null, mac })
    .where('retired_at', 'is', null)
    // By the time at which the lock was obtained: the key may have been made while this transaction waited for it.
    .where('created_at', '<=', sql<Date>`clock_timestamp() - make_interval(days => ${days})`)
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Every key on record, newest first. */
export async function listKeyRows(db: Db): Promise<ReceiptKeyRow[]> {
  return db.selectFrom('receipt_keys').selectAll().orderBy('created_at', 'desc').orderBy('id').execute()
}

export async function findKey(db: Db, id: string): Promise<ReceiptKeyRow | undefined> {
  return db.selectFrom('receipt_keys').selectAll().where('id', '=', id).executeTakeFirst()
}
