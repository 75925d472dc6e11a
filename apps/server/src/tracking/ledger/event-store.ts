import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { type EventRow, readLedgerLength } from './ledger-store.ts'

type Db = Kysely<Database>

const ROWS_PER_FORGETTING = 10_000

/**
 * Whether the same kind of event of the same recipient, actor kind, device and file happened within the last `seconds`;
 * where `ip` is given, from no other address that is still stored.
 */
export async function hasRecentEvent(
  db: Db,
  event: Pick<EventRow, 'transfer_id' | 'recipient_id' | 'kind' | 'actor_kind' | 'device' | 'file_id'>,
  seconds: number,
  ip: string | null,
): Promise<boolean> {
  const row = await db
    .selectFrom('events')
    .select('id')
    .where('transfer_id', '=', event.transfer_id)
    .where('recipient_id', 'is not distinct from', event.recipient_id)
    .where('kind', '=', event.kind)
    .where('actor_kind', '=', event.actor_kind)
    .where('device', 'is not distinct from', event.device)
    .where('file_id', 'is not distinct from', event.file_id)
    .where('at', '>', sql<Date>`now() - make_interval(secs => ${seconds})`)
    .$if(ip !== null, (query) =>
      query.where(
        sql<boolean>`not exists (select from event_ips i where i.event_id = events.id and i.ip <> ${ip}::inet)`,
      ),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Whether a person opened a personal link before, but never with this device nor from this network, as far as addresses
 * are still stored: it has probably been forwarded. Each device is reported once.
 */
export async function looksForwarded(
  db: Db,
  seen: { transferId: string; recipientId: string; device: string | null; ip: string },
): Promise<boolean> {
  const { rows } = await sql<{ before: number; alike: number }>`
    select count(*)::int as before, count(*) filter (
      where e.device is not distinct from ${seen.device}
        or i.ip <<= set_masklen(${seen.ip}::inet, case family(${seen.ip}::inet) when 4 then 24 else 48 end)
    )::int as alike
    from events e left join event_ips i on i.event_id = e.id
    where e.transfer_id = ${seen.transferId} and e.recipient_id = ${seen.recipientId} and e.actor_kind = 'human'
      and e.kind in ('opened', 'begun', 'forwarded')`.execute(db)
  const { before = 0, alike = 0 } = rows[0] ?? {}
  return before > 0 && alike === 0
}

/** Deletes IP addresses older than `days`, with their salts; 0 deletes all. Returns how many. */
export async function forgetIpsBefore(db: Db, days: number): Promise<number> {
  for (let total = 0; ; ) {
    const { numDeletedRows } = await db
      .deleteFrom('event_ips')
      .where('event_id', 'in', (where) =>
        where
          .selectFrom('event_ips')
          .select('event_id')
          .where('at', '<=', sql<Date>`now() - make_interval(days => ${days})`)
          .limit(ROWS_PER_FORGETTING),
      )
      .executeTakeFirst()
    total += Number(numDeletedRows)
    if (numDeletedRows < ROWS_PER_FORGETTING) return total
  }
}

/** Deletes the IP addresses of everything done with these transfers. */
export async function forgetIps(tx: Db, transferIds: readonly string[]): Promise<void> {
  await sql`
    delete from event_ips using events
    where event_ips.event_id = events.id and events.transfer_id = any(${[...transferIds]}::text[])`.execute(tx)
}

// Visits of bots that are not on record yet.

export interface HeldVisit {
  transferId: string
  recipientId: string
  device: string
  reason: string
  ip: string
  userAgent: string | undefined
  isDoubtful: boolean
}

/**
 * Counts a visit among the held ones, where there are some; otherwise starts holding, with `visits` as the first
 * number. True where it started.
 */
export async function holdVisit(tx: Db, visit: HeldVisit, { visits, seconds }: { visits: number; seconds: number }) {
  const { rows } = await sql<{ is_new: boolean }>`
    insert into held_visits as h
      (recipient_id, device, transfer_id, reason, ip, user_agent, visits, is_doubtful, closes_at)
    values (${visit.recipientId}, ${visit.device}, ${visit.transferId}, ${visit.reason}, ${visit.ip},
      ${visit.userAgent ?? null}, ${visits}, ${visit.isDoubtful}, now() + make_interval(secs => ${seconds}))
    on conflict (recipient_id, device) do update set visits = h.visits + 1
    returning xmax = 0 as is_new`.execute(tx)
  return rows[0]?.is_new ?? false
}

interface TakenVisit extends HeldVisit {
  firstAt: Date
  visits: number
  isPersons: boolean
}

/** Takes the held visits for the caller that records them; undefined where they are not due yet. */
export async function takeHeldVisits(
  tx: Db,
  { recipientId, device }: Pick<HeldVisit, 'recipientId' | 'device'>,
): Promise<TakenVisit | undefined> {
  const { rows } = await sql<TakenVisit>`
    delete from held_visits h where recipient_id = ${recipientId} and device = ${device} and closes_at <= now()
    returning transfer_id as "transferId", first_at as "firstAt", recipient_id as "recipientId", device, reason, ip, user_agent as "userAgent",
      is_doubtful as "isDoubtful", visits, is_doubtful and exists (
        select from events e where e.transfer_id = h.transfer_id and e.recipient_id = h.recipient_id
          and e.actor_kind = 'human' and e.kind = 'opened' and coalesce(e.device, '') = h.device and e.at >= h.first_at
      ) as "isPersons"`.execute(tx)
  return rows.map((row) => ({ ...row, userAgent: row.userAgent ?? undefined }))[0]
}

/** Deletes visits to these transfers that are not on record yet. */
export async function forgetHeldVisits(tx: Db, transferIds: readonly string[]): Promise<void> {
  await sql`delete from held_visits where transfer_id = any(${[...transferIds]}::text[])`.execute(tx)
}

// Ledgers as their owners read them, with the names from beside the chain.

export interface LedgerQuery {
  before?: number | undefined
  take: number
  actorKind?: EventRow['actor_kind'] | undefined
  kind?: string | undefined
  recipient?: string | undefined
}

export interface ListedEntry extends EventRow {
  address: string | null
  /** The recipient's label: the address, or the device for an open link. */
  label: string | null
}

/**
 * How many entries the ledger of a transfer has that the account may read, even of a deleted one; null where there is no
 * such record.
 */
export async function findReadableLedger(db: Db, accountId: string, transferId: string): Promise<number | null> {
  const row = await db
    .selectFrom('transfer_facts')
    .select('id')
    .where('id', '=', transferId)
    .where(sql<boolean>`sees_transfer(id, ${accountId})`)
    .where('record_erased_at', 'is', null)
    .executeTakeFirst()
  return row === undefined ? null : readLedgerLength(db, transferId)
}

/** Newest first. */
export async function listEntries(db: Db, transferId: string, listQuery: LedgerQuery): Promise<ListedEntry[]> {
  const { rows } = await sql<ListedEntry>`
    select e.*, nullif(r.address, '') as address, recipient_label(r.address, r.device, r.city) as label
    from event_facts e
    left join recipient_facts r on r.id = e.recipient_id
    where e.transfer_id = ${transferId}
      and (${listQuery.before ?? null}::int is null or e.place < ${listQuery.before ?? null}::int)
      and (${listQuery.actorKind ?? null}::text is null or e.actor_kind = ${listQuery.actorKind ?? null})
      and (${listQuery.kind ?? null}::text is null or e.kind = ${listQuery.kind ?? null})
      and (${listQuery.recipient ?? null}::text is null or e.recipient_id = ${listQuery.recipient ?? null})
    order by e.place desc limit ${listQuery.take}`.execute(db)
  return rows
}
