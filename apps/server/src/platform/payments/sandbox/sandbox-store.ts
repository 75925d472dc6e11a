import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database/schema.ts'
import type { Books, CustomerRow, PriceFacts, PromotionRow, SandboxEventRow } from './books.ts'

/** All SQL of the sandbox. Its clock is the database's, ahead by what `passTime` has added. */
type Db = Kysely<Database>

/** What names the customer whose books are to be opened, and a promotion that is wanted beside those that they name. */
export type Of = ({ customer: string } | { subscription: string } | { checkout: string } | { invoice: string }) & {
  promotion?: string
}

const clock = sql<Date>`(now() + make_interval(secs => coalesce((select ahead_seconds from sandbox_clock), 0)))`

export async function sandboxNow(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select ${clock} as now`.execute(db)
  return (rows[0] as { now: Date }).now
}

/** Has the time of the sandbox pass at once. */
export async function passTime(db: Db, seconds: number): Promise<void> {
  await db
    .insertInto('sandbox_clock')
    .values({ ahead_seconds: seconds })
    .onConflict((conflict) =>
      conflict.column('is_only').doUpdateSet({
        ahead_seconds: sql<number>`sandbox_clock.ahead_seconds + excluded.ahead_seconds`,
      }),
    )
    .execute()
}

/** 'ours': do it, and `keepCallAnswer` in the same transaction. Waits for another process that does it. */
export async function takeCall(
  tx: Db,
  key: string,
  requestHash: Buffer,
): Promise<{ kind: 'ours' } | { kind: 'mismatch' } | { kind: 'answered'; answer: unknown }> {
  const taken = await tx
    .insertInto('sandbox_calls')
    .values({ key, request_hash: requestHash })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (taken !== undefined) return { kind: 'ours' }
  const row = await tx.selectFrom('sandbox_calls').selectAll().where('key', '=', key).executeTakeFirstOrThrow()
  if (!row.request_hash.equals(requestHash)) return { kind: 'mismatch' }
  return { kind: 'answered', answer: row.answer }
}

export async function keepCallAnswer(tx: Db, key: string, answer: unknown): Promise<void> {
  await tx
    .updateTable('sandbox_calls')
    .set({ answer: JSON.stringify(answer) })
    .where('key', '=', key)
    .execute()
}

export async function insertCustomer(tx: Db, row: Pick<CustomerRow, 'id' | 'account' | 'email' | 'language'>) {
  await tx
    .insertInto('sandbox_customers')
    .values({ ...row, created_at: clock })
    .execute()
}

/**
 * Opens the books of one customer; null where nothing has that name. To 'change' them locks them until the transaction
 * ends.
 */
export async function openBooks(
  tx: Db,
  of: Of,
  { priceOf, to }: { priceOf: (price: string) => PriceFacts; to: 'read' | 'change' },
): Promise<Books | null> {
  const id = await customerOf(tx, of)
  const found = tx.selectFrom('sandbox_customers').selectAll().where('id', '=', id)
  const one = to === 'change' ? found.forUpdate() : found
  const customer = id === null ? undefined : await one.executeTakeFirst()
  if (customer === undefined) return null
  const cards = await tx.selectFrom('sandbox_cards').selectAll().where('customer_id', '=', id).execute()
  const subscriptions = await tx
    .selectFrom('sandbox_subscriptions')
    .selectAll()
    .where('customer_id', '=', id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const invoices = await tx
    .selectFrom('sandbox_invoices')
    .selectAll()
    .where('customer_id', '=', id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const checkouts = await tx.selectFrom('sandbox_checkouts').selectAll().where('customer_id', '=', id).execute()
  const rows = { cards, subscriptions, invoices, checkouts }
  const named = [...rows.subscriptions, ...rows.checkouts].flatMap(({ promotion_id }) => promotion_id ?? [])
  const promotions = await promotionsNamed(tx, of.promotion === undefined ? named : [...named, of.promotion], to)
  return { now: await sandboxNow(tx), priceOf, customer, ...rows, promotions, events: [] }
}

async function customerOf(db: Db, of: Of): Promise<string | null> {
  if ('customer' in of) return of.customer
  const [table, id] =
    'subscription' in of
      ? (['sandbox_subscriptions', of.subscription] as const)
      : 'checkout' in of
        ? (['sandbox_checkouts', of.checkout] as const)
        : (['sandbox_invoices', of.invoice] as const)
  const row = await db.selectFrom(table).select('customer_id').where('id', '=', id).executeTakeFirst()
  return row?.customer_id ?? null
}

async function promotionsNamed(tx: Db, named: string[], to: 'read' | 'change'): Promise<PromotionRow[]> {
  if (named.length === 0) return []
  // One parameter, however many there are.
  const isNamed = sql<boolean>`id = any(${[...new Set(named)]}::text[])`
  const rows = tx.selectFrom('sandbox_promotions').selectAll().where(isNamed).orderBy('id')
  return (to === 'change' ? rows.forUpdate() : rows).execute()
}

/** Each row as it was when its books were opened. */
export type Unchanged = ReadonlyMap<object, string>

export const unchangedRows = ({ customer, promotions, cards, subscriptions, invoices, checkouts }: Books): Unchanged =>
  new Map(
    [customer, ...promotions, ...cards, ...subscriptions, ...invoices, ...checkouts].map((row) => [
      row,
      JSON.stringify(row),
    ]),
  )

/** Rows of one statement: PostgreSQL takes 65,535 parameters, and the widest table has 17 columns. */
const CHUNK_ROWS = 1_000

function* chunksOf<T>(rows: readonly T[]): Generator<T[]> {
  for (let from = 0; from < rows.length; from += CHUNK_ROWS) yield rows.slice(from, from + CHUNK_ROWS)
}

/** Writes the rows that are new or have changed; events are added. */
export async function saveBooks(tx: Db, books: Books, before: Unchanged): Promise<void> {
  const changed = <T extends object>(rows: readonly T[]) =>
    rows.filter((row) => before.get(row) !== JSON.stringify(row))
  for (const { id, company, ...rest } of changed([books.customer])) {
    const set = { ...rest, company: company && JSON.stringify(company) }
    await tx.updateTable('sandbox_customers').set(set).where('id', '=', id).execute()
  }
  for (const { id, redemptions } of changed(books.promotions)) {
    await tx.updateTable('sandbox_promotions').set({ redemptions }).where('id', '=', id).execute()
  }
  for (const rows of chunksOf(changed(books.cards))) {
    const insert = tx.insertInto('sandbox_cards').values(rows)
    await insert.onConflict((conflict) => conflict.column('id').doUpdateSet(given(rows))).execute()
  }
  for (const rows of chunksOf(changed(books.subscriptions))) {
    const insert = tx.insertInto('sandbox_subscriptions').values(rows)
    await insert.onConflict((conflict) => conflict.column('id').doUpdateSet(given(rows))).execute()
  }
  for (const chunk of chunksOf(changed(books.invoices))) {
    const rows = chunk.map((row) => ({ ...row, company: row.company && JSON.stringify(row.company) }))
    const insert = tx.insertInto('sandbox_invoices').values(rows)
    await insert.onConflict((conflict) => conflict.column('id').doUpdateSet(given(rows))).execute()
  }
  for (const rows of chunksOf(changed(books.checkouts))) {
    const insert = tx.insertInto('sandbox_checkouts').values(rows)
    await insert.onConflict((conflict) => conflict.column('id').doUpdateSet(given(rows))).execute()
  }
  for (const rows of chunksOf(books.events)) await tx.insertInto('sandbox_events').values(rows).execute()
}

/** For rows that are there already: every column as it was given. */
const given = (rows: readonly object[]) =>
  Object.fromEntries(Object.keys(rows[0] ?? {}).map((column) => [column, sql.ref(`excluded.${column}`)]))

/** Removes what was kept of a customer beside ids and sums. */
export async function forgetCards(tx: Db, customer: string): Promise<void> {
  await tx
    .updateTable('sandbox_checkouts')
    .set({ card_id: null })
    .where('customer_id', '=', customer)
    .where('card_id', 'is not', null)
    .execute()
  await tx.deleteFrom('sandbox_cards').where('customer_id', '=', customer).execute()
}

export type NewPromotion = Pick<
  PromotionRow,
  'id' | 'code' | 'percent_off' | 'off_cents' | 'months' | 'redeem_by' | 'max_redemptions'
>

export async function insertPromotion(tx: Db, row: NewPromotion): Promise<void> {
  await tx
    .insertInto('sandbox_promotions')
    .values({ ...row, created_at: clock })
    .execute()
}

/** Codes are compared without case. */
export async function findPromotionRow(db: Db, by: { id: string } | { code: string }): Promise<PromotionRow | null> {
  const all = db.selectFrom('sandbox_promotions').selectAll()
  const found = 'id' in by ? all.where('id', '=', by.id) : all.where('code', '=', by.code.toUpperCase())
  // An ended one leaves its code to another.
  const newest = found.orderBy(sql`ended_at is null`, 'desc').orderBy('created_at', 'desc').orderBy('id', 'desc')
  return (await newest.limit(1).executeTakeFirst()) ?? null
}

/** Newest first, at most 100. */
export async function listPromotionRows(db: Db): Promise<PromotionRow[]> {
  const rows = db.selectFrom('sandbox_promotions').selectAll()
  return rows.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(100).execute()
}

export async function endPromotion(db: Db, id: string): Promise<void> {
  const open = db.updateTable('sandbox_promotions').set({ ended_at: clock })
  await open.where('id', '=', id).where('ended_at', 'is', null).execute()
}

/** Customers of whom something is due, for the job that has time pass: at most `limit`, by id, from behind `after`. */
export async function listDueCustomers(db: Db, { after, limit }: { after: string; limit: number }): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (select customer_id as id from sandbox_subscriptions
      where (status in ('trialing', 'active') and period_ends_at <= ${clock})
        or (status = 'past_due' and retry_at <= ${clock})
        or (status = 'unpaid' and is_ending and period_ends_at <= ${clock})
    union select customer_id from sandbox_checkouts
      where (status = 'open' and expires_at <= ${clock}) or (status = 'processing' and confirms_at <= ${clock})
    union select customer_id from sandbox_invoices where status = 'open' and expires_at <= ${clock}) due
    where id > ${after} order by id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Events that the webhook has not taken yet, oldest first. */
export async function listUntold(db: Db, limit: number): Promise<SandboxEventRow[]> {
  return db
    .selectFrom('sandbox_events')
    .selectAll()
    .where('told_at', 'is', null)
    .orderBy('at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function markTold(db: Db, id: string): Promise<void> {
  await db.updateTable('sandbox_events').set({ told_at: clock }).where('id', '=', id).execute()
}

/** Deletes calls and finished checkouts that are older than so many days. */
export async function forgetOldRows(db: Db, days: number): Promise<void> {
  const long = sql`make_interval(days => ${days})`
  await db.deleteFrom('sandbox_calls').where('created_at', '<', sql<Date>`now() - ${long}`).execute()
  await db
    .deleteFrom('sandbox_checkouts')
    .where('status', 'in', ['paid', 'failed', 'expired'])
    .where('expires_at', '<', sql<Date>`${clock} - ${long}`)
    .execute()
}
