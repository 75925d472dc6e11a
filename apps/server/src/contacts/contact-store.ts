import { type Kysely, type Selectable, sql } from 'kysely'
import type { ContactsTable, Database } from '../platform/database/schema.ts'
import { workspaceOf } from '../platform/database/workspace-of.ts'

/** The people an account sends to. An address is one row per account, lower case; every statement names its owner. */
type Db = Kysely<Database>
export type ContactRow = Selectable<ContactsTable>

const ROWS_PER_PAGE = 1_000

export interface NewContact {
  id: string
  email: string
  name: string
  company: string
  /** Null or absent: never. */
  lastSentAt?: Date | null
}

/** The end of a page: the sort key of its last row. */
export interface ContactPlace {
  sortedBy: string
  email: string
}

/** A contact without a name is sorted by its address. */
const sortedBy = sql<string>`lower(case when contacts.name = '' then contacts.email else contacts.name end)`

/** `typed` in any part of any field, ignoring case; null matches every contact. */
const found = (accountId: string, typed: string | null) => {
  if (typed === null) return sql<boolean>`contacts.account_id = ${accountId}`
  const pattern = `%${typed.replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`contacts.account_id = ${accountId} and (contacts.email ilike ${pattern}
    or contacts.name ilike ${pattern} or contacts.company ilike ${pattern})`
}

/** By name or address, after `place`. */
export async function listContactRows(
  db: Db,
  accountId: string,
  { q, after, take }: { q: string | null; after: ContactPlace | null; take: number },
): Promise<Array<ContactRow & { sorted_by: string }>> {
  const isAfter = after
    ? sql<boolean>`(${sortedBy}, contacts.email) > (${after.sortedBy}, ${after.email})`
    : sql<boolean>`true`
  return db
    .selectFrom('contacts')
    .selectAll()
    .select(sortedBy.as('sorted_by'))
    .where(found(accountId, q))
    .where(isAfter)
    .orderBy(sortedBy)
    .orderBy('contacts.email')
    .limit(take)
    .execute()
}

export async function countContacts(db: Db, accountId: string, q: string | null = null): Promise<number> {
  const row = await db
    .selectFrom('contacts')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(found(accountId, q))
    .executeTakeFirstOrThrow()
  return row.count
}

/** Every contact by address, a page at a time. */
export async function* eachContact(db: Db, accountId: string): AsyncGenerator<ContactRow> {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('contacts')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('email', '>', after)
      .orderBy('email')
      .limit(ROWS_PER_PAGE)
      .execute()
    yield* rows
    if (rows.length < ROWS_PER_PAGE) return
    after = rows.at(-1)?.email ?? ''
  }
}

/**
 * Adds contacts with different addresses. A known one gets the given name and company, and the later of the two times;
 * `isNew` distinguishes them.
 */
export async function upsertContacts(
  tx: Db,
  accountId: string,
  contacts: readonly NewContact[],
): Promise<Array<ContactRow & { isNew: boolean }>> {
  const { rows } = await sql<ContactRow & { isNew: boolean }>`
    insert into contacts as known (id, account_id, workspace_id, email, name, company, last_sent_at)
    select given.id, ${accountId}, ${workspaceOf(accountId)}, given.email, given.name, given.company, given.last_sent_at
    from unnest(
      ${contacts.map(({ id }) => id)}::text[],
      ${contacts.map(({ email }) => email)}::text[],
      ${contacts.map(({ name }) => name)}::text[],
      ${contacts.map(({ company }) => company)}::text[],
      ${contacts.map(({ lastSentAt = null }) => lastSentAt?.toISOString() ?? null)}::timestamptz[]
    ) as given (id, email, name, company, last_sent_at)
    on conflict (account_id, email) do update set
      name = coalesce(nullif(excluded.name, ''), known.name),
      company = coalesce(nullif(excluded.company, ''), known.company),
      last_sent_at = greatest(known.last_sent_at, excluded.last_sent_at)
    returning known.*, (known.xmax = 0) as "isNew"`.execute(tx)
  return rows
}

/** Which of these addresses the account has. */
export async function knownAddresses(db: Db, accountId: string, addresses: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ email: string }>`
    select email from contacts where account_id = ${accountId} and email = any(${[...addresses]}::text[])`.execute(db)
  return new Set(rows.map(({ email }) => email))
}

/**
 * Undefined where the account has no such contact. Throws the unique violation where it already has the new address.
 */
export async function changeContact(
  db: Db,
  accountId: string,
  id: string,
  change: { email?: string | undefined; name?: string | undefined; company?: string | undefined },
): Promise<ContactRow | undefined> {
  return db
    .updateTable('contacts')
    .set((row) => ({
      email: change.email ?? row.ref('email'),
      name: change.name ?? row.ref('name'),
      company: change.company ?? row.ref('company'),
    }))
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returningAll()
    .executeTakeFirst()
}

/** Returns how many of them there were. */
export async function removeContacts(db: Db, accountId: string, ids: readonly string[]): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('contacts')
    .where('account_id', '=', accountId)
    .where('id', 'in', [...ids])
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Every contact of an account that ends. */
export async function forgetContacts(tx: Db, accountId: string): Promise<void> {
  await tx.deleteFrom('contacts').where('account_id', '=', accountId).execute()
}

/** The contacts of one account become another's, of the same workspace; where both have an address, the other's stays. */
export async function handOverContacts(tx: Db, from: string, to: string): Promise<void> {
  await sql`delete from contacts c where account_id = ${from}
    and exists (select from contacts o where o.account_id = ${to} and o.email = c.email)`.execute(tx)
  await tx.updateTable('contacts').set({ account_id: to }).where('account_id', '=', from).execute()
}
