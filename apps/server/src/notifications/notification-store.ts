import { type EvidenceKind, weakestOnRecord } from '@waybill/contract/tracking/evidence'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../platform/database/schema.ts'
import { newId } from '../platform/ids.ts'

/**
 * Notifications of accounts in their dashboards, numbered per account in the order of commits, and tickets of live
 * streams.
 */
type Db = Kysely<Database>

export interface NotificationRow {
  id: string
  place: number
  kind: string
  slug: string
  title: string | null
  transfer_title: string | null
  supplier: string | null
  address: string | null
  file_name: string | null
  file_count: number
  files_there: number | null
  is_sealed: boolean
  country: string | null
  city: string | null
  device: string | null
  evidence: EvidenceKind | null
  doubt_bytes: number
  at: Date
  is_read: boolean
}

/**
 * An entry of a ledger, or several of one kind and recipient that happened together: the first of them and their
 * number; or a submission to a request.
 */
export interface NotableEntry {
  event_id: string
  account_id: string
  transfer_id: string | null
  recipient_id: string | null
  request_id: string | null
  supplier_id: string | null
  kind: string
  file_name: string | null
  file_count: number
  /** For news about an upload: how many of `file_count` files are there. */
  files_there: number | null
  country: string | null
  city: string | null
  device: string | null
  /** The weakest evidence for what was finished; null where it is not on record, or nothing was finished. */
  evidence: EvidenceKind | null
  doubt_bytes: number
  at: Date
}

/**
 * The entries of `kinds` between two positions of a ledger, several of one kind and recipient combined. Only a
 * recipient's first opening counts, and only what people did.
 */
export async function readNotable(
  db: Db,
  { transferId, from, to }: { transferId: string; from: number; to: number },
  kinds: readonly string[],
): Promise<NotableEntry[]> {
  const isCount = sql`e.kind in ('broke_off', 'arrived', 'dropped') and e.detail ~ '^[0-9]+/[0-9]+$'`
  // The last word about a transfer that is deleted because no file of it arrived; its sender has not deleted it.
  const isLast = sql`(e.kind = 'dropped' and not exists (
    select 1 from event_facts before where before.transfer_id = e.transfer_id and before.place < e.place
      and before.kind = 'deleted'))`
  const { rows } = await sql<NotableEntry & { evidences: Array<EvidenceKind | null> | null }>`
    select (array_agg(e.id order by e.place))[1] as event_id, t.account_id, e.transfer_id, e.recipient_id,
      null as request_id, null as supplier_id, e.kind, (array_agg(coalesce(e.path, e.files -> 0 ->> 'path') order by e.place))[1] as file_name,
      coalesce(min(split_part(e.detail, '/', 2)::int) filter (where ${isCount}),
        sum(coalesce(jsonb_array_length(e.files), 1))::int) as file_count,
      min(split_part(e.detail, '/', 1)::int) filter (where ${isCount}) as files_there,
      min(e.country) as country, min(e.city) as city, min(e.device) as device, max(e.at) as at,
      array_agg(distinct e.evidence) filter (where e.kind = 'finished') as evidences,
      coalesce(sum(e.doubt_bytes) filter (where e.kind = 'finished'), 0)::int8 as doubt_bytes
    from event_facts e
    join transfer_facts t on t.id = e.transfer_id and t.account_id is not null and (t.deleted_at is null or ${isLast})
    where e.transfer_id = ${transferId} and e.place between ${from} and ${to} and e.actor_kind = 'human'
      and e.kind = any(${[...kinds]}::text[])
      and (e.kind <> 'opened' or not exists (
        select 1 from event_facts before where before.transfer_id = e.transfer_id and before.place < e.place
          and before.recipient_id = e.recipient_id and before.actor_kind = 'human' and before.kind = 'opened'
      ))
    group by t.account_id, e.transfer_id, e.recipient_id, e.kind order by min(e.place)`.execute(db)
  return rows.map(({ evidences, ...entry }) => ({ ...entry, evidence: weakestOnRecord(evidences ?? []) }))
}

/** Adds new entries to the account's feed; returns the feed's new end, null where there was nothing new. */
export async function addToFeed(tx: Db, accountId: string, entries: readonly NotableEntry[]): Promise<number | null> {
  const { rows } = await sql<{ length: number }>`
    insert into feeds as f (account_id, length) values (${accountId}, ${entries.length})
    on conflict (account_id) do update set length = f.length + excluded.length returning length`.execute(tx)
  const end = rows[0]?.length ?? 0
  const added = await tx
    .insertInto('notifications')
    .values(
      entries.map(({ account_id, ...entry }, nth) => ({
        ...entry,
        account_id,
        file_name: entry.file_name?.split('/').at(-1) ?? null,
        place: end - entries.length + nth + 1,
        id: newId(),
      })),
    )
    .onConflict((conflict) => conflict.column('event_id').doNothing())
    .returning('place')
    .execute()
  return added.length > 0 ? end : null
}

/** A supplier's unproven claim of an address is shown to nobody as theirs. */
const selected = sql`
  select n.id, n.place, n.kind, coalesce(t.slug, q.slug) as slug, q.title,
    t.title as transfer_title,
    case when n.kind = 'shared' then coalesce(nullif(t.sender_name, ''), t.sender_address,
        requester_name(n.request_id, n.account_id))
      else coalesce(nullif(q.company, ''), nullif(q.name, '')) end as supplier,
    coalesce(nullif(r.address, ''), q.address) as address,
    n.file_name, n.file_count, n.files_there, n.kind = 'answered' and coalesce(q.is_sealed, false) as is_sealed, n.country, n.city, n.device,
    n.evidence, n.doubt_bytes, n.at, n.read_at is not null as is_read
  from notifications n left join transfer_facts t on t.id = n.transfer_id left join recipient_facts r on r.id = n.recipient_id
    left join lateral request_facts(n.request_id, n.supplier_id) q on true`

/** The newest first. */
export async function listBefore(
  db: Db,
  accountId: string,
  {
    before,
    take,
    about,
    member,
  }: { before: number | null; take: number; about: 'all' | 'shared'; member: string | null },
): Promise<NotificationRow[]> {
  const owner = sql`owner_of_news(n.transfer_id, n.request_id)`
  const { rows } = await sql<NotificationRow>`
    ${selected} where n.account_id = ${accountId} and (${before}::int is null or n.place < ${before}::int)
      ${about === 'shared' ? sql`and ${owner} <> n.account_id` : sql``}
      ${member === null ? sql`` : sql`and ${owner} = ${member}`}
    order by n.place desc limit ${take}`.execute(db)
  return rows
}

/** Those after a given one, oldest first. */
export async function listAfter(
  db: Db,
  accountId: string,
  { after, take }: { after: number; take: number },
): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`
    ${selected} where n.account_id = ${accountId} and n.place > ${after} order by n.place limit ${take}`.execute(db)
  return rows
}

export async function countUnread(db: Db, accountId: string): Promise<number> {
  const { unread } = await db
    .selectFrom('notifications')
    .select(sql<number>`count(*)::int`.as('unread'))
    .where('account_id', '=', accountId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return unread
}

/** The number of the newest notification ever. */
export async function feedEnd(db: Db, accountId: string): Promise<number> {
  const row = await db.selectFrom('feeds').select('length').where('account_id', '=', accountId).executeTakeFirst()
  return row?.length ?? 0
}

export async function markAllRead(db: Db, accountId: string): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ read_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('read_at', 'is', null)
    .execute()
}

/** One of the account's, or all of them. */
export async function removeNotifications(db: Db, accountId: string, id: string | 'all'): Promise<void> {
  await db
    .deleteFrom('notifications')
    .where('account_id', '=', accountId)
    .$if(id !== 'all', (query) => query.where('id', '=', id))
    .execute()
}

/** These accounts do not read the request any more: what they were told of it names its files. */
export async function forgetRequest(tx: Db, requestId: string, accountIds: readonly string[]): Promise<void> {
  if (accountIds.length === 0) return
  await sql`
    delete from notifications
    where account_id = any(${[...accountIds]}::text[]) and request_id = ${requestId}`.execute(tx)
}

/** These accounts do not read the transfer any more: what they were told of the share names its files. */
export async function forgetShared(tx: Db, transferId: string, accountIds: readonly string[]): Promise<void> {
  if (accountIds.length === 0) return
  await sql`
    delete from notifications
    where account_id = any(${[...accountIds]}::text[]) and transfer_id = ${transferId} and kind = 'shared'`.execute(tx)
}

/** Deletes all the account's notifications; its feed ends. */
export async function forgetFeed(tx: Db, accountId: string): Promise<void> {
  for (const table of ['notifications', 'feeds', 'live_tickets'] as const) {
    await tx.deleteFrom(table).where('account_id', '=', accountId).execute()
  }
}

/** Deletes notifications older than `days`. */
export async function forgetBefore(db: Db, days: number): Promise<void> {
  await sql`delete from notifications where created_at < now() - make_interval(days => ${days})`.execute(db)
}

/** Whether any of the account's news goes to one of its webhooks. */
export async function isHeard(tx: Db, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ isHeard: boolean }>`
    select has_listening_webhook(${accountId}) as "isHeard"`.execute(tx)
  return rows[0]?.isHeard ?? false
}

const TICKET_SECONDS = 30

export interface TicketHolder {
  accountId: string
  sessionId: string
}

/** Stores a ticket, and deletes expired ones. */
export async function keepTicket(db: Db, tokenHash: Uint8Array, { accountId, sessionId }: TicketHolder): Promise<void> {
  await sql`
    with over as (delete from live_tickets where expires_at < now())
    insert into live_tickets (token_hash, account_id, session_id, expires_at)
    values (${tokenHash}, ${accountId}, ${sessionId}, now() + make_interval(secs => ${TICKET_SECONDS}))`.execute(db)
}

/** The ticket's account; null for an unknown, expired or used one. */
export async function takeTicket(db: Db, tokenHash: Uint8Array): Promise<TicketHolder | null> {
  const { rows } = await sql<TicketHolder & { isGood: boolean }>`
    delete from live_tickets where token_hash = ${tokenHash}
    returning account_id as "accountId", session_id as "sessionId", expires_at > now() as "isGood"`.execute(db)
  const [ticket] = rows
  return ticket?.isGood ? { accountId: ticket.accountId, sessionId: ticket.sessionId } : null
}
