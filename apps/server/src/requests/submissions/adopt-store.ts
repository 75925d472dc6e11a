import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import type { SupplierRow } from '../suppliers/supplier-store.ts'

/** What becomes of a browser's claim when it has proven the address: called with the request held. */
type Db = Kysely<Database>

/** The claims of a browser in the name of an address, with whose requests they answer. */
export async function listClaims(
  db: Db,
  { deviceId, address }: { deviceId: string; address: string },
): Promise<Array<{ id: string; request_id: string; account_id: string }>> {
  return db
    .selectFrom('request_suppliers')
    .innerJoin('requests', 'requests.id', 'request_suppliers.request_id')
    .select(['request_suppliers.id', 'request_suppliers.request_id', 'requests.account_id'])
    .where('request_suppliers.kind', '=', 'claimed')
    .where('request_suppliers.device_id', '=', deviceId)
    .where('request_suppliers.address', '=', address)
    .where('request_suppliers.removed_at', 'is', null)
    .execute()
}

/** A claim that is still one, of the address or of nobody; null where it became something else. */
export async function holdClaim(tx: Db, id: string, address: string): Promise<SupplierRow | null> {
  const row = await tx
    .selectFrom('request_suppliers')
    .selectAll()
    .where('id', '=', id)
    .where('kind', '=', 'claimed')
    .where('device_id', 'is not', null)
    .where('removed_at', 'is', null)
    .where((where) => where.or([where('address', 'is', null), where('address', '=', address)]))
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Whom the request knows by the address, also one that was taken off. */
export async function holdProven(tx: Db, requestId: string, address: string): Promise<SupplierRow | null> {
  const row = await tx
    .selectFrom('request_suppliers')
    .selectAll()
    .where('request_id', '=', requestId)
    .where('kind', '<>', 'claimed')
    .where('address', '=', address)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function makeProven(tx: Db, id: string, address: string): Promise<void> {
  await tx
    .updateTable('request_suppliers')
    .set({ kind: 'proven', address, device_id: null })
    .where('id', '=', id)
    .execute()
}

/** Files that somebody sent, in their order. */
export async function listSent(tx: Db, supplierId: string): Promise<Array<{ file_id: string; path: string }>> {
  const { rows } = await sql<{ file_id: string; path: string }>`
    select i.file_id, i.path from submission_files i join submissions b on b.id = i.submission_id
    where i.supplier_id = ${supplierId} order by b.arrived_at, b.id, i.position`.execute(tx)
  return rows
}

/**
 * Gives one person's submissions, begun and arrived, to another, the files under the paths given; and how far it
 * brought them.
 */
export async function giveAnswers(
  tx: Db,
  { from, to }: { from: string; to: string },
  files: ReadonlyArray<{ file_id: string; path: string }>,
): Promise<void> {
  await sql`
    update submission_files set supplier_id = ${to}, path = given.path
    from unnest(${files.map(({ file_id }) => file_id)}::text[], ${files.map(({ path }) => path)}::text[])
      as given (id, path) where submission_files.file_id = given.id`.execute(tx)
  await tx.updateTable('submissions').set({ supplier_id: to }).where('supplier_id', '=', from).execute()
  await tx.updateTable('submission_drafts').set({ supplier_id: to }).where('supplier_id', '=', from).execute()
  // What nobody has looked at yet makes the item one to look at.
  await sql`
    insert into request_progress as g (supplier_id, item_id, file_count, bytes, state, note)
    select ${to}, item_id, file_count, bytes, state, note from request_progress where supplier_id = ${from}
    on conflict (supplier_id, item_id) do update set file_count = g.file_count + excluded.file_count,
      bytes = g.bytes + excluded.bytes, changed_at = now(),
      state = case when 'arrived' in (g.state, excluded.state) then 'arrived'
        when 'accepted' in (g.state, excluded.state) then 'accepted' else 'sent-back' end,
      note = case when g.state = 'sent-back' and excluded.state = 'sent-back' then coalesce(nullif(g.note, ''), excluded.note)
        else '' end`.execute(tx)
  await tx.deleteFrom('request_progress').where('supplier_id', '=', from).execute()
  await sql`
    update request_suppliers p set file_count = p.file_count + own.file_count, bytes = p.bytes + own.bytes,
      last_answer_at = greatest(p.last_answer_at, own.last_answer_at),
      name = coalesce(nullif(p.name, ''), own.name), company = coalesce(nullif(p.company, ''), own.company)
    from request_suppliers own where p.id = ${to} and own.id = ${from}`.execute(tx)
  await sql`update request_suppliers set file_count = 0, bytes = 0, device_id = null where id = ${from}`.execute(tx)
}
