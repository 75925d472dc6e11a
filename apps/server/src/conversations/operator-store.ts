import type { Rating, StateOfConversation } from '@waybill/contract/conversations/rules'
import { type Kysely, sql } from 'kysely'
import type { TimeCursor } from '../platform/cursor.ts'
import { cursorInstant } from '../platform/database/cursor-instant.ts'
import type { Database } from '../platform/database/schema.ts'
import { isTaken, type MessageRow } from './conversation-store.ts'

/** What operators read and change: the conversations of all customers. */
type Db = Kysely<Database>

export interface ListedConversation {
  id: string
  state: StateOfConversation
  /** Null: a visitor. */
  accountId: string | null
  /** Null: a visitor who gave none. */
  address: string | null
  fullName: string
  company: string
  role: string | null
  language: 'en' | 'zh'
  assigneeId: string | null
  /** By name or address. */
  assignee: string | null
  lastAt: Date
  /** The same in microseconds, for the cursor. */
  lastMicros: number
  waitingSince: Date | null
  /** The newest message. */
  lastAuthor: 'customer' | 'operator'
  lastBody: string
  rating: Rating | null
  length: number
}

const listed = sql`
  select c.id, c.state, c.account_id as "accountId", coalesce(a.email, c.address) as address,
    coalesce(a.full_name, '') as "fullName", coalesce(a.company, '') as company, a.role, c.language,
    c.assignee_id as "assigneeId", coalesce(nullif(o.full_name, ''), o.email) as assignee, c.last_at as "lastAt",
    (extract(epoch from c.last_at) * 1000000)::int8 as "lastMicros", c.waiting_since as "waitingSince",
    m.author as "lastAuthor", m.body as "lastBody", m.rating, c.length
  from conversations c left join account_facts a on a.id = c.account_id left join account_facts o on o.id = c.assignee_id
    join conversation_messages m on m.conversation_id = c.id and m.place = c.length`

/** The latest first; `state` null: all. */
export async function listConversations(
  db: Db,
  { state, after = null, take }: { state: StateOfConversation | null; after?: TimeCursor | null; take: number },
): Promise<ListedConversation[]> {
  const { rows } = await sql<ListedConversation>`
    ${listed} where ${state === null ? sql`true` : sql`c.state = ${state}`}
      and ${after === null ? sql`true` : sql`(c.last_at, c.id) < (${cursorInstant(after.at)}, ${after.id}::text)`}
    order by c.last_at desc, c.id desc limit ${take}`.execute(db)
  return rows
}

export async function findConversation(db: Db, id: string): Promise<ListedConversation | null> {
  const { rows } = await sql<ListedConversation>`${listed} where c.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** An answer of the operator. Null: there is no such conversation, or the mail was taken before. */
export async function addAnswer(
  tx: Db,
  conversationId: string,
  answer: { body: string; cameBy: MessageRow['came_by']; mailHash?: Uint8Array; hasLeftFiles?: boolean },
): Promise<{ accountId: string | null; place: number } | null> {
  const mailHash = answer.mailHash === undefined ? null : Buffer.from(answer.mailHash)
  if (mailHash !== null && (await isTaken(tx, conversationId, mailHash))) return null
  const { rows } = await sql<{ accountId: string | null; place: number; waited: number | null }>`
    update conversations c set length = length + 1, state = 'answered', last_at = now(), waiting_since = null
    from (select id, waiting_since from conversations where id = ${conversationId} for update) before
    where c.id = before.id
    returning c.account_id as "accountId", c.length as place,
      ceil(extract(epoch from now() - before.waiting_since))::int as waited`.execute(tx)
  const [counted] = rows
  if (counted === undefined) return null
  await tx
    .insertInto('conversation_messages')
    .values({
      conversation_id: conversationId,
      place: counted.place,
      author: 'operator',
      body: answer.body,
      came_by: answer.cameBy,
      mail_hash: mailHash,
      has_left_files: answer.hasLeftFiles ?? false,
      waited_seconds: counted.waited,
    })
    .execute()
  return counted
}

/** Returns whether there is such a conversation. The next message opens a closed one again. */
export async function closeRow(tx: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    update conversations set state = 'closed', waiting_since = null where id = ${id} returning id`.execute(tx)
  return rows.length > 0
}

/** Null: nobody's. Returns whether there is such a conversation. */
export async function assignRow(tx: Db, id: string, accountId: string | null): Promise<boolean> {
  const { rows } = await sql`
    update conversations set assignee_id = ${accountId} where id = ${id} returning id`.execute(tx)
  return rows.length > 0
}

export interface Untold {
  accountId: string | null
  address: string | null
  language: 'en' | 'zh'
  messages: MessageRow[]
}

/** What the operator has not been mailed, which counts as mailed from now on. Null: nothing. */
export async function takeForOperator(tx: Db, id: string, take: number): Promise<Untold | null> {
  const { rows } = await sql<Omit<Untold, 'messages'> & { mailed: number }>`
    update conversations c set operator_mailed = length, operator_mailed_at = now()
    from (select id, operator_mailed as mailed from conversations where id = ${id} for update) before
    where c.id = before.id and before.mailed < c.length
    returning c.account_id as "accountId", coalesce((select email from account_facts where id = c.account_id), c.address) as address,
      c.language, before.mailed`.execute(tx)
  return withMessages(tx, id, rows[0], 'customer', take)
}

/** What the customer has neither seen nor been mailed, which counts as mailed from now on. Null: nothing. */
export async function takeForCustomer(tx: Db, id: string, take: number): Promise<Untold | null> {
  const { rows } = await sql<Omit<Untold, 'messages'> & { mailed: number }>`
    update conversations c set customer_mailed = length
    from (select id, greatest(customer_mailed, customer_seen) as mailed from conversations where id = ${id} for update) before
    where c.id = before.id and before.mailed < c.length
    returning c.account_id as "accountId", coalesce((select email from account_facts where id = c.account_id), c.address)
      as address, coalesce((select language from account_facts where id = c.account_id), c.language) as language,
      before.mailed`.execute(tx)
  return withMessages(tx, id, rows[0], 'operator', take)
}

async function withMessages(
  tx: Db,
  id: string,
  row: (Omit<Untold, 'messages'> & { mailed: number }) | undefined,
  author: 'customer' | 'operator',
  take: number,
): Promise<Untold | null> {
  if (row === undefined) return null
  const messages = await tx
    .selectFrom('conversation_messages')
    .selectAll()
    .where('conversation_id', '=', id)
    .where('author', '=', author)
    .where('place', '>', row.mailed)
    .orderBy('place', 'desc')
    .limit(take)
    .execute()
  return messages.length === 0 ? null : { ...row, messages: messages.toReversed() }
}
