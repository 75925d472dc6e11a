import type { Rating } from '@waybill/contract/conversations/rules'
import type { Language } from '@waybill/contract/core/fields'
import { type Kysely, type Selectable, sql } from 'kysely'
import { LIVE_CHANNEL } from '../platform/database/live-channel.ts'
import type { ConversationMessagesTable, Database } from '../platform/database/schema.ts'
import { newId } from '../platform/ids.ts'

type Db = Kysely<Database>
export type MessageRow = Selectable<ConversationMessagesTable>

/** Whose conversation it is: an account's, or that of a visitor's browser. */
export type Customer = { accountId: string } | { deviceId: string }

/** How many of the newest messages a reader gets. */
const SHOWN = 200
/** The answering time is measured over so many days, and told from so many answers on. */
const MEASURED_DAYS = 90
const MIN_MEASURED = 5
/** The operator is mailed at once, and then no more often than this. */
const OPERATOR_PAUSE_SECONDS = 300

const owned = (customer: Customer) =>
  'accountId' in customer
    ? sql<boolean>`c.account_id = ${customer.accountId}`
    : sql<boolean>`c.device_id = ${customer.deviceId}`

/** The conversation of a customer, made where there is none. `address` null: it stays as it is. */
export async function openConversation(
  tx: Db,
  customer: Customer,
  { language, address }: { language: Language; address: string | null },
): Promise<string> {
  const [accountId, deviceId] = 'accountId' in customer ? [customer.accountId, null] : [null, customer.deviceId]
  const key =
    accountId === null ? sql`(device_id) where device_id is not null` : sql`(account_id) where account_id is not null`
  const { rows } = await sql<{ id: string }>`
    insert into conversations as c (id, account_id, device_id, address, language, state)
    values (${newId()}, ${accountId}, ${deviceId}, ${accountId === null ? address : null}, ${language}, 'open')
    on conflict ${key} do update set language = excluded.language, address = coalesce(excluded.address, c.address)
    returning id`.execute(tx)
  return (rows[0] as { id: string }).id
}

/** A message of the customer. */
export interface WrittenMessage {
  body: string
  rating?: Rating | null
  route?: string | null
  /** Who writes it; absent: a visitor. */
  writer?: { role: string; fullName: string; company: string } | undefined
  cameBy: 'page' | 'mail'
  mailHash?: Uint8Array
  hasLeftFiles?: boolean
}

/**
 * Adds a message of the customer, and says when the operator may be mailed again, in seconds from now. Null: the mail
 * that it came by has been taken before, or the conversation has ended.
 */
export async function addWritten(
  tx: Db,
  conversationId: string,
  message: WrittenMessage,
): Promise<{ message: MessageRow; pauseSeconds: number } | null> {
  if (message.mailHash && (await isTaken(tx, conversationId, message.mailHash))) return null
  const { rows } = await sql<{ length: number; pauseSeconds: number }>`
    update conversations set length = length + 1, state = 'open', last_at = now(),
      waiting_since = coalesce(waiting_since, now())
    where id = ${conversationId}
    returning length, greatest(0, coalesce(extract(epoch from
      operator_mailed_at + make_interval(secs => ${OPERATOR_PAUSE_SECONDS}) - now()), 0))::float8 as "pauseSeconds"`.execute(
    tx,
  )
  const [counted] = rows
  if (counted === undefined) return null
  const { writer } = message
  const row = await tx
    .insertInto('conversation_messages')
    .values({
      conversation_id: conversationId,
      place: counted.length,
      author: 'customer',
      body: message.body,
      rating: message.rating ?? null,
      route: message.route ?? null,
      role: writer?.role ?? null,
      full_name: writer?.fullName || null,
      company: writer?.company || null,
      came_by: message.cameBy,
      mail_hash: message.mailHash === undefined ? null : Buffer.from(message.mailHash),
      has_left_files: message.hasLeftFiles ?? false,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { message: row, pauseSeconds: counted.pauseSeconds }
}

/** Whether a mail is a message already. Locks the conversation: of two deliveries the second finds the first. */
export async function isTaken(tx: Db, conversationId: string, mailHash: Uint8Array): Promise<boolean> {
  await sql`select from conversations where id = ${conversationId} for update`.execute(tx)
  const { rows } = await sql`
    select from conversation_messages where conversation_id = ${conversationId} and mail_hash = ${mailHash}`.execute(tx)
  return rows.length > 0
}

export interface ConversationState {
  id: string
  /** That the visitor gave; an account has its own. */
  address: string | null
  customerSeen: number
}

/** Null: the customer has never written. */
export async function findOwnConversation(db: Db, customer: Customer): Promise<ConversationState | null> {
  const { rows } = await sql<ConversationState>`
    select c.id, c.address, c.customer_seen as "customerSeen" from conversations c where ${owned(customer)}`.execute(db)
  return rows[0] ?? null
}

/** The newest messages, oldest first. */
export async function listMessages(db: Db, conversationId: string): Promise<MessageRow[]> {
  const rows = await db
    .selectFrom('conversation_messages')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .orderBy('place', 'desc')
    .limit(SHOWN)
    .execute()
  return rows.toReversed()
}

/** Returns how many answers are left unseen. `place` beyond the end counts as the end. */
export async function markSeen(db: Db, customer: Customer, place: number): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    with marked as (
      update conversations c set customer_seen = greatest(customer_seen, least(${place}::int, length))
      where ${owned(customer)} returning id, customer_seen
    )
    select count(m.place)::int as unread from marked
    left join conversation_messages m on m.conversation_id = marked.id and m.author = 'operator'
      and m.place > marked.customer_seen`.execute(db)
  return rows[0]?.unread ?? 0
}

/** The median of how long customers waited, in seconds; null: too few answers to say. */
export async function medianWait(db: Db): Promise<number | null> {
  const { rows } = await sql<{ median: number | null }>`
    select case when count(*) >= ${MIN_MEASURED}
      then ceil(percentile_cont(0.5) within group (order by waited_seconds))::int end as median
    from conversation_messages
    where waited_seconds is not null and at > now() - make_interval(days => ${MEASURED_DAYS})`.execute(db)
  return rows[0]?.median ?? null
}

/** Whether the form has not opened at this count before; it counts as opened now. */
export async function claimOpening(db: Db, accountId: string, loginCount: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('feedback_openings')
    .values({ account_id: accountId, login_count: loginCount })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** Open pages of the account read the conversation again, once this commits. */
export async function tellConversation(tx: Db, accountId: string): Promise<void> {
  await sql`select pg_notify(${LIVE_CHANNEL}, ${JSON.stringify({ a: accountId, c: true })})`.execute(tx)
}

/** What the account has written and was answered, oldest first. */
export async function listOwnMessages(db: Db, accountId: string): Promise<MessageRow[]> {
  const own = await findOwnConversation(db, { accountId })
  if (own === null) return []
  return db
    .selectFrom('conversation_messages')
    .selectAll()
    .where('conversation_id', '=', own.id)
    .orderBy('place')
    .execute()
}

/** Deletes the conversation of an account that ends; conversations that were assigned to it are nobody's then. */
export async function forgetConversations(tx: Db, accountId: string): Promise<void> {
  await sql`update conversations set assignee_id = null where assignee_id = ${accountId}`.execute(tx)
  // An answer that is just being written must be over first, or its message would hold the conversation.
  await sql`select from conversations where account_id = ${accountId} for update`.execute(tx)
  await sql`delete from conversation_messages m using conversations c
    where c.id = m.conversation_id and c.account_id = ${accountId}`.execute(tx)
  await sql`delete from conversations where account_id = ${accountId}`.execute(tx)
  await sql`delete from feedback_openings where account_id = ${accountId}`.execute(tx)
}

/** Deletes conversations in which nothing was said for `days`. */
export async function forgetQuiet(tx: Db, days: number): Promise<void> {
  const quiet = sql`last_at < now() - make_interval(days => ${days})`
  await sql`select from conversations where ${quiet} order by id for update`.execute(tx)
  await sql`delete from conversation_messages m using conversations c
    where c.id = m.conversation_id and ${quiet}`.execute(tx)
  await sql`delete from conversations where ${quiet}`.execute(tx)
}
