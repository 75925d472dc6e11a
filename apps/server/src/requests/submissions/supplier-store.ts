import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import type { SupplierRow } from '../suppliers/supplier-store.ts'

/** Who answers a request, and what their browser has shown. */
type Db = Kysely<Database>

const PASS_HOURS = 24

/** Whom the token of a link names, of those who are asked. */
export async function findByToken(db: Db, requestId: string, tokenHash: Uint8Array): Promise<SupplierRow | null> {
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

/** Whom this browser or account has proven to be, else who this browser was before. */
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

/** What somebody calls themselves now; what a requester wrote of those they asked stays. */
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

/** The supplier whatever became of them, their row held. */
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

/** Keeps that a browser has shown the password, for a day. */
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

/** Whether a browser has shown the password that the request has now. */
export async function hasRequestPass(db: Db, requestId: string, deviceId: string | null): Promise<boolean> {
  const { rows } = await sql`
    select from request_passes p join requests r on r.id = p.request_id
    where p.request_id = ${requestId} and p.device_id = ${deviceId} and p.expires_at > now()
      and p.created_at >= coalesce(r.locked_at, p.created_at)`.execute(db)
  return rows.length > 0
}
