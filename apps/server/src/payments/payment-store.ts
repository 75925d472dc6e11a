import { createHash } from 'node:crypto'
import type { CompanyView } from '@waybill/contract/billing/company-shapes'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../platform/database/schema.ts'
import { newId } from '../platform/ids.ts'
import type { PaymentEvent } from '../platform/payments/payment-provider.ts'
import { deleteCardLinks } from './card-link/card-link-store.ts'
import { deleteNews } from './news/news-store.ts'

/** Workspaces as a payment provider knows them, the keys of our calls to it, and its events. */
type Db = Kysely<Database>
export type ProviderKind = 'sandbox' | 'stripe'

export interface Customer {
  workspaceId: string
  provider: ProviderKind
  /** The provider's id. */
  customer: string
  /** Grows with every write of what was read. */
  version: number
}

const columns = ['workspace_id as workspaceId', 'provider', 'customer', 'version'] as const

export async function findCustomer(db: Db, workspaceId: string, provider: ProviderKind): Promise<Customer | null> {
  const row = await db
    .selectFrom('payment_customers')
    .select(columns)
    .where('workspace_id', '=', workspaceId)
    .where('provider', '=', provider)
    .executeTakeFirst()
  return row ?? null
}

/** Whom invoices are made out to, as it was last read; null: nothing was read yet. */
export async function readCompanyRow(db: Db, workspaceId: string, provider: ProviderKind): Promise<CompanyView | null> {
  const row = await db
    .selectFrom('payment_customers')
    .select('company')
    .where('workspace_id', '=', workspaceId)
    .where('provider', '=', provider)
    .executeTakeFirst()
  return row?.company ?? null
}

/** The same of every provider that a workspace is known to. */
export async function listCompanies(db: Db, workspaceId: string): Promise<CompanyView[]> {
  const rows = await db
    .selectFrom('payment_customers')
    .select('company')
    .where('workspace_id', '=', workspaceId)
    .orderBy('provider')
    .execute()
  return rows.flatMap(({ company }) => company ?? [])
}

/** Writes what was read of the provider. */
export async function keepCompany(tx: Db, { workspaceId, provider }: Customer, company: CompanyView | null) {
  await tx
    .updateTable('payment_customers')
    .set({ company: company && JSON.stringify(company) })
    .where('workspace_id', '=', workspaceId)
    .where('provider', '=', provider)
    .execute()
}

/** The workspace of a provider's customer; null for an unknown customer. */
export async function findWorkspaceOf(db: Db, provider: ProviderKind, customer: string): Promise<string | null> {
  const row = await db
    .selectFrom('payment_customers')
    .select('workspace_id')
    .where('provider', '=', provider)
    .where('customer', '=', customer)
    .executeTakeFirst()
  return row?.workspace_id ?? null
}

/** Of two at once, the first stays. */
export async function insertPaymentCustomer(db: Db, row: Omit<Customer, 'version'>): Promise<void> {
  await db
    .insertInto('payment_customers')
    .values({ workspace_id: row.workspaceId, provider: row.provider, customer: row.customer })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Has another customer take the place of one whom the provider does not have any more. Pages that were made for the
 * former can be paid no more; checkouts without a page are made for the new one. Of two at once, one does it.
 */
export async function exchangeCustomer(
  db: Db,
  { workspaceId, provider }: Pick<Customer, 'workspaceId' | 'provider'>,
  { gone, fresh }: { gone: string; fresh: string },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('payment_customers')
      .set((customer) => ({ customer: fresh, version: customer('version', '+', 1) }))
      .where('workspace_id', '=', workspaceId)
      .where('provider', '=', provider)
      .where('customer', '=', gone)
      .returning('version')
      .executeTakeFirst()
    if (row === undefined) return
    await tx
      .updateTable('payment_checkouts')
      .set({ state: 'expired' })
      .where('workspace_id', '=', workspaceId)
      .where('provider', '=', provider)
      .where('state', '=', 'open')
      .where('session', 'is not', null)
      .execute()
  })
}

/** Counts a write; false where another has written since the customer was read. */
export async function countWrite(tx: Db, { workspaceId, provider, version }: Customer): Promise<boolean> {
  const row = await tx
    .updateTable('payment_customers')
    .set({ version: version + 1 })
    .where('workspace_id', '=', workspaceId)
    .where('provider', '=', provider)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst()
  return row !== undefined
}

export async function listCustomers(db: Db, workspaceId: string): Promise<Customer[]> {
  return db.selectFrom('payment_customers').select(columns).where('workspace_id', '=', workspaceId).execute()
}

/** The account that buys for a workspace: its admin. Null: it is deleted, or has left the workspace for a team. */
export async function findOwner(db: Db, workspaceId: string): Promise<{ id: string; email: string } | null> {
  const row = await db
    .selectFrom('account_facts')
    .select(['id', 'email'])
    .where('workspace_id', '=', workspaceId)
    .where('team_role', '=', 'admin')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row === undefined ? null : { id: row.id as string, email: row.email as string }
}

/** How long a call that has not ended is asked again under its key: providers forget keys after a day. */
const KEY_HOURS = 20

/**
 * The key for a call, committed before it is made. The same wish that has not ended has the same key, also after a
 * crash and for calls at the same time.
 */
export async function openCall(db: Db, call: { workspaceId: string; verb: string; wish: unknown }): Promise<string> {
  const { workspaceId, verb } = call
  const wish_hash = createHash('sha256').update(JSON.stringify(call.wish)).digest()
  await db
    .updateTable('payment_calls')
    .set({ ended_at: sql<Date>`now()` })
    .where('workspace_id', '=', workspaceId)
    .where('ended_at', 'is', null)
    .where('created_at', '<', sql<Date>`now() - make_interval(hours => ${KEY_HOURS})`)
    .execute()
  const row = await db
    .insertInto('payment_calls')
    .values({ key: `${verb}-${newId()}`, workspace_id: workspaceId, verb, wish_hash })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'verb', 'wish_hash'])
        .where('ended_at', 'is', null)
        .doUpdateSet({ verb: sql<string>`excluded.verb` }),
    )
    .returning('key')
    .executeTakeFirstOrThrow()
  return row.key
}

export async function endCall(db: Db, key: string): Promise<void> {
  await db.updateTable('payment_calls').set({ ended_at: sql<Date>`now()` }).where('key', '=', key).execute()
}

/** Keeps an event. False where it came before. */
export async function insertEvent(tx: Db, provider: ProviderKind, event: PaymentEvent): Promise<boolean> {
  const { id, kind, at, customer } = event
  const row = await tx
    .insertInto('payment_events')
    .values({ provider, id, kind, at, customer })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes events and ended keys that are older than so many days. */
export async function forgetOldCalls(db: Db, days: number): Promise<void> {
  const long = sql<Date>`now() - make_interval(days => ${days})`
  await db.deleteFrom('payment_events').where('received_at', '<', long).execute()
  await db.deleteFrom('payment_calls').where('created_at', '<', long).execute()
}

/** The database's time. */
export async function readNow(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db)
  return (rows[0] as { now: Date }).now
}

/** Removes all that is kept of a workspace's purchases. @returns its customers */
export async function deletePurchases(tx: Db, workspaceId: string): Promise<string[]> {
  const deleted = await tx
    .deleteFrom('payment_customers')
    .where('workspace_id', '=', workspaceId)
    .returning('customer')
    .execute()
  await tx.deleteFrom('payment_calls').where('workspace_id', '=', workspaceId).execute()
  await tx.deleteFrom('payment_checkouts').where('workspace_id', '=', workspaceId).execute()
  await tx.deleteFrom('prepaid_periods').where('workspace_id', '=', workspaceId).execute()
  // A mail that is being written holds its news: the link that it makes is deleted too.
  await deleteNews(tx, workspaceId)
  await deleteCardLinks(tx, workspaceId)
  return deleted.map(({ customer }) => customer)
}
