import { type Kysely, sql } from 'kysely'
import type { Database } from '../platform/database/schema.ts'
import { settleCurrentAnswers } from './answer-store.ts'
import { giveComments } from './comments/comment-store.ts'
import type { SupplierRow } from './supplier-store.ts'

/** Who answers a request, identified by a link's token, their browser, or a proven address. */
type Db = Kysely<Database>

const PASS_HOURS = 24

/** The invited supplier with this token. */
export async function findSupplierByToken(
  db: Db,
  requestId: string,
  tokenHash: Uint8Array,
): Promise<SupplierRow | null> {
  const row = await db
    .selectFrom('request_suppliers')
    .selectAll()
    .where('request_id', '=', requestId)
    .where('token_hash', '=', Buffer.from(tokenHash))
    .where('kind', '<>', 'claimed')
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** The supplier whom this browser or account has proven to be, else whom this browser was before. */
export async function findByBrowser(
  db: Db,
  requestId: string,
  { deviceId, addresses }: { deviceId: string | null; addresses: readonly string[] },
): Promise<SupplierRow | null> {
  const { rows } = await sql<SupplierRow>`
    select p.* from request_suppliers p
    where p.request_id = ${requestId} and p.removed_at is null and (
      (p.kind = 'claimed' and p.device_id = ${deviceId})
      or (p.kind <> 'claimed' and p.address = any(${[...addresses]}::text[])))
    order by p.kind = 'claimed', p.last_answer_at desc nulls last, p.created_at limit 1`.execute(db)
  return rows[0] ?? null
}

export async function findByAddress(db: Db, requestId: string, address: string): Promise<SupplierRow | null> {
  const row = await db
    .selectFrom('request_suppliers')
    .selectAll()
    .where('request_id', '=', requestId)
    .where('kind', '<>', 'claimed')
    .where('address', '=', address)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** A supplier's current name for themselves; the requester's names for invited ones stay. */
export async function renameSupplier(
  tx: Db,
  id: string,
  said: { name: string; company: string; address: string | null },
): Promise<void> {
  await sql`
    update request_suppliers set
      name = case when kind = 'claimed' or name = '' then coalesce(nullif(${said.name}, ''), name) else name end,
      company = case when kind = 'claimed' or company = '' then coalesce(nullif(${said.company}, ''), company)
        else company end,
      address = case when kind = 'claimed' then coalesce(${said.address}::text, address) else address end
    where id = ${id}`.execute(tx)
}

/** The supplier in any state, with their row locked. */
export async function holdSupplier(tx: Db, id: string): Promise<(SupplierRow & { is_late: boolean }) | null> {
  const row = await tx
    .selectFrom('request_suppliers')
    .selectAll()
    .select(sql<boolean>`coalesce(due_at < now(), false)`.as('is_late'))
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Records for a day that a browser has entered the password. */
export async function keepRequestPass(db: Db, requestId: string, deviceId: string): Promise<void> {
  const life = { created_at: sql<Date>`now()`, expires_at: sql<Date>`now() + make_interval(hours => ${PASS_HOURS})` }
  await sql`delete from request_passes where ctid in (
    select ctid from request_passes where expires_at < now() limit 100 for update skip locked
  )`.execute(db)
  await db
    .insertInto('request_passes')
    .values({ request_id: requestId, device_id: deviceId, ...life })
    .onConflict((conflict) => conflict.columns(['request_id', 'device_id']).doUpdateSet(life))
    .execute()
}

/** Whether a browser has entered the request's current password. */
export async function hasRequestPass(db: Db, requestId: string, deviceId: string | null): Promise<boolean> {
  const { rows } = await sql`
    select from request_passes p join requests r on r.id = p.request_id
    where p.request_id = ${requestId} and p.device_id = ${deviceId} and p.expires_at > now()
      and p.created_at >= coalesce(r.locked_at, p.created_at)`.execute(db)
  return rows.length > 0
}

/** The claims of a browser under an address, with the owners of the requests. */
export async function listAdoptedClaims(
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

/** The request's supplier with this address, even a removed one. */
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

/** A supplier's files, in order. */
export async function listSent(tx: Db, supplierId: string): Promise<Array<{ file_id: string; path: string }>> {
  const { rows } = await sql<{ file_id: string; path: string }>`
    select i.file_id, i.path from submission_files i join submissions b on b.id = i.submission_id
    where i.supplier_id = ${supplierId} order by b.arrived_at, b.id, i.position`.execute(tx)
  return rows
}

/**
 * Moves one supplier's submissions, pending and complete, to another, with the files under the given paths; and their
 * progress.
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
  await sql`update submission_answers set supplier_id = ${to}, is_current = false where supplier_id = ${from}`.execute(
    tx,
  )
  await tx.updateTable('submissions').set({ supplier_id: to }).where('supplier_id', '=', from).execute()
  await tx.updateTable('submission_drafts').set({ supplier_id: to }).where('supplier_id', '=', from).execute()
  await settleCurrentAnswers(tx, to)
  await giveComments(tx, { from, to })
  // Unreviewed files make the item one to review.
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

/** How many of these suppliers the request has. */
export async function countSuppliers(db: Db, requestId: string, ids: readonly string[]): Promise<number> {
  const { count } = await db
    .selectFrom('request_suppliers')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('request_id', '=', requestId)
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .executeTakeFirstOrThrow()
  return count
}

/** Suppliers, a page after `afterId`. */
export async function listTokens(
  db: Db,
  afterId: string,
  limit: number,
): Promise<Array<{ id: string; token_hash: Buffer }>> {
  return db
    .selectFrom('request_suppliers')
    .select(['id', 'token_hash'])
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute()
}
