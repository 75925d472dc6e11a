import type { ContactBookName } from '@waybill/contract/contacts/books'
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import type { ContactsTable, Database } from '../platform/database/schema.ts'
import { workspaceOf } from '../platform/database/workspace-of.ts'
import type { ActorAccount } from '../platform/http/actor.ts'

/**
 * The people an account sends to: its own book, and the shared one of its workspace. An address is one row per book,
 * lower case; every statement names its owner. What a caller sees of the shared book follows its live workspace.
 */
type Db = Kysely<Database>
export type ContactRow = Selectable<ContactsTable>
export type Keeper = Pick<ActorAccount, 'id' | 'memberRole'>

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

const inOwn = (accountId: string) => sql<boolean>`(contacts.account_id = ${accountId} and not contacts.is_shared)`
const inShared = (accountId: string) =>
  sql<boolean>`(contacts.workspace_id = ${workspaceOf(accountId)} and contacts.is_shared)`
/** In both books; of an address in both, the account's own row. */
const inBoth = (accountId: string) => sql<boolean>`(${inOwn(accountId)} or ${inShared(accountId)} and not exists (
    select from contacts own where own.account_id = ${accountId} and not own.is_shared and own.email = contacts.email
  ))`
/**
 * Whether the account is its team's admin, or a manager, at the time of the statement: an import may take a while, and
 * the account may join a team, or lose its role, meanwhile.
 */
const managesBook = (accountId: string) =>
  sql<boolean>`(select team_role <> 'member' from account_facts where id = ${accountId})`
/** What the account may change: its own book, and of the shared one what it added, or as admin or manager all. */
const changeable = (id: string) =>
  sql<boolean>`(${inOwn(id)} or ${inShared(id)} and (contacts.account_id = ${id} or ${managesBook(id)}))`
const isIn = (accountId: string, book: ContactBookName | null) =>
  book === null ? inBoth(accountId) : book === 'own' ? inOwn(accountId) : inShared(accountId)

export interface Asked {
  /** Null: both. */
  book: ContactBookName | null
  /** In any part of any field, ignoring case; null matches every contact. */
  q: string | null
}

const found = (accountId: string, { book, q }: Asked) => {
  if (q === null) return isIn(accountId, book)
  const pattern = `%${q.replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`${isIn(accountId, book)} and (contacts.email ilike ${pattern}
    or contacts.name ilike ${pattern} or contacts.company ilike ${pattern})`
}

/** By name or address, after `place`. */
export async function listContactRows(
  db: Db,
  accountId: string,
  { after, take, ...asked }: Asked & { after: ContactPlace | null; take: number },
): Promise<Array<ContactRow & { sorted_by: string }>> {
  const isAfter = after
    ? sql<boolean>`(${sortedBy}, contacts.email) > (${after.sortedBy}, ${after.email})`
    : sql<boolean>`true`
  return db
    .selectFrom('contacts')
    .selectAll()
    .select(sortedBy.as('sorted_by'))
    .where(found(accountId, asked))
    .where(isAfter)
    .orderBy(sortedBy)
    .orderBy('contacts.email')
    .limit(take)
    .execute()
}

export async function countContacts(
  db: Db,
  accountId: string,
  asked: Asked = { book: 'own', q: null },
): Promise<number> {
  const row = await db
    .selectFrom('contacts')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(found(accountId, asked))
    .executeTakeFirstOrThrow()
  return row.count
}

/** Everything in a book, or in both, by address, a page at a time. */
export const eachContactIn = (db: Db, accountId: string, book: ContactBookName | null): AsyncGenerator<ContactRow> =>
  eachRow(db, isIn(accountId, book))

/** What the account added to either book, by address, a page at a time. */
export const eachContact = (db: Db, accountId: string): AsyncGenerator<ContactRow> =>
  eachRow(db, sql<boolean>`contacts.account_id = ${accountId}`)

async function* eachRow(db: Db, which: RawBuilder<boolean>): AsyncGenerator<ContactRow> {
  for (let after = { email: '', id: '' }; ; ) {
    const rows = await db
      .selectFrom('contacts')
      .selectAll()
      .where(which)
      .where(sql<boolean>`(contacts.email, contacts.id) > (${after.email}, ${after.id})`)
      .orderBy('email')
      .orderBy('id')
      .limit(ROWS_PER_PAGE)
      .execute()
    yield* rows
    if (rows.length < ROWS_PER_PAGE) return
    after = rows.at(-1) ?? after
  }
}

/**
 * One writer at a time in the shared book: its limit holds, and no two wait for each other. Lock the account before.
 */
export async function holdSharedBook(tx: Db, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('shared-book/' || ${workspaceOf(accountId)}, 0))`.execute(tx)
}

/**
 * Adds contacts with different addresses to a book. A known one gets the given name and company, and the later of the
 * two times; `isNew` distinguishes them. What the keeper may not change stays and is not returned.
 */
export async function upsertContacts(
  tx: Db,
  keeper: Pick<Keeper, 'id'>,
  book: ContactBookName,
  contacts: readonly NewContact[],
): Promise<Array<ContactRow & { isNew: boolean }>> {
  const accountId = keeper.id
  const key = book === 'own' ? sql`(account_id, email) where not is_shared` : sql`(workspace_id, email) where is_shared`
  const mayChange = book === 'own' ? sql`true` : sql`(known.account_id = ${accountId} or ${managesBook(accountId)})`
  const { rows } = await sql<ContactRow & { isNew: boolean }>`
    insert into contacts as known (id, account_id, workspace_id, is_shared, email, name, company, last_sent_at)
    select given.id, ${accountId}, ${workspaceOf(accountId)}, ${book === 'shared'}, given.email, given.name,
      given.company, given.last_sent_at
    from unnest(
      ${contacts.map(({ id }) => id)}::text[],
      ${contacts.map(({ email }) => email)}::text[],
      ${contacts.map(({ name }) => name)}::text[],
      ${contacts.map(({ company }) => company)}::text[],
      ${contacts.map(({ lastSentAt = null }) => lastSentAt?.toISOString() ?? null)}::timestamptz[]
    ) as given (id, email, name, company, last_sent_at)
    on conflict ${key} do update set
      name = coalesce(nullif(excluded.name, ''), known.name),
      company = coalesce(nullif(excluded.company, ''), known.company),
      last_sent_at = greatest(known.last_sent_at, excluded.last_sent_at)
      where ${mayChange}
    returning known.*, (known.xmax = 0) as "isNew"`.execute(tx)
  return rows
}

/** Notes in the shared book that something was sent to these addresses. */
export async function noteSharedSends(
  tx: Db,
  accountId: string,
  sends: ReadonlyArray<{ email: string; at: Date }>,
): Promise<void> {
  await sql`update contacts set last_sent_at = greatest(last_sent_at, sent.at)
    from unnest(${sends.map(({ email }) => email)}::text[], ${sends.map(({ at }) => at.toISOString())}::timestamptz[])
      as sent (email, at)
    where ${inShared(accountId)} and contacts.email = sent.email`.execute(tx)
}

/** Which of these addresses are in the book. */
export async function knownAddresses(
  db: Db,
  accountId: string,
  book: ContactBookName,
  addresses: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ email: string }>`
    select email from contacts where ${isIn(accountId, book)} and email = any(${[...addresses]}::text[])`.execute(db)
  return new Set(rows.map(({ email }) => email))
}

/**
 * Undefined where the keeper may not change it. Throws the unique violation where its book already has the new address.
 */
export async function changeContact(
  tx: Db,
  keeper: Pick<Keeper, 'id'>,
  id: string,
  change: { email?: string | undefined; name?: string | undefined; company?: string | undefined },
): Promise<ContactRow | undefined> {
  return tx
    .updateTable('contacts')
    .set((row) => ({
      email: change.email ?? row.ref('email'),
      name: change.name ?? row.ref('name'),
      company: change.company ?? row.ref('company'),
    }))
    .where('id', '=', id)
    .where(changeable(keeper.id))
    .returningAll()
    .executeTakeFirst()
}

/** Whether the account may read it: it is in its book, or in the shared one. */
export async function seesContact(db: Db, accountId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from contacts where id = ${id} and (${inOwn(accountId)} or ${inShared(accountId)})`.execute(db)
  return rows.length > 0
}

/**
 * Moves what the keeper may change into the other book, as the keeper's; without addresses that are there already.
 * Returns how many.
 */
export async function moveRows(
  tx: Db,
  keeper: Pick<Keeper, 'id'>,
  ids: readonly string[],
  book: ContactBookName,
): Promise<number> {
  const { rows } = await sql`update contacts set is_shared = ${book === 'shared'}, account_id = ${keeper.id}
    where id = any(${[...ids]}::text[]) and is_shared = ${book === 'own'} and ${changeable(keeper.id)}
      and email <> all(array(select there.email from contacts there where ${
        book === 'own'
          ? sql`there.account_id = ${keeper.id} and not there.is_shared`
          : sql`there.workspace_id = ${workspaceOf(keeper.id)} and there.is_shared`
      }))
    returning id`.execute(tx)
  return rows.length
}

/** Returns how many of them there were that the keeper may change. */
export async function removeContacts(tx: Db, keeper: Pick<Keeper, 'id'>, ids: readonly string[]): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('contacts')
    .where(changeable(keeper.id))
    .where('id', 'in', [...ids])
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Every contact of an account that ends. */
export async function forgetContacts(tx: Db, accountId: string): Promise<void> {
  await tx.deleteFrom('contacts').where('account_id', '=', accountId).execute()
}

/**
 * The contacts of one account become another's, of the same workspace; where both have an address, the other's stays.
 * What it shared stays shared.
 */
export async function handOverContacts(tx: Db, from: string, to: string): Promise<void> {
  await sql`delete from contacts c where account_id = ${from} and not is_shared
    and exists (select from contacts o where o.account_id = ${to} and not o.is_shared and o.email = c.email)`.execute(
    tx,
  )
  await tx.updateTable('contacts').set({ account_id: to }).where('account_id', '=', from).execute()
}

/** An account that moves alone takes its shared book along as its own: the book of the team stays as it is. */
export async function unshareContacts(tx: Db, accountId: string): Promise<void> {
  await sql`delete from contacts c where account_id = ${accountId} and is_shared
    and exists (select from contacts o where o.account_id = ${accountId} and not o.is_shared and o.email = c.email)`.execute(
    tx,
  )
  await sql`update contacts set is_shared = false where account_id = ${accountId} and is_shared`.execute(tx)
}
