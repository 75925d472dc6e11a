import type { LedgerKind } from '@waybill/contract/tracking/endpoints'
import type { ArrivalState } from '@waybill/contract/transfers/arrival'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { KEPT } from '../../platform/database/kept-statements.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { ListPlace } from './list-cursor.ts'
import type { TransferSort } from './list-order.ts'
import type { Whose } from './whose.ts'

/**
 * A row of a list, for own or received transfers. A received one was mailed to an address that the account has proven;
 * the receiver sees what the mail and the link show, and only their own downloads; nothing about other recipients, not
 * even through a search. Contents behind a password stay hidden.
 */
type Db = Kysely<Database>

/** With fewer days left than this, it is expiring (specification section 9). */
export const EXPIRING_DAYS = 2.2
const SHOWN_PEOPLE = 3

export interface ListedRow {
  id: string
  slug: string
  /** Who sent it; null for received ones. */
  account_id: string | null
  send_as: 'email' | 'link'
  sent_at: Date
  expires_at: Date | null
  downloads: number
  first_path: string | null
  /** The folder that all its files are in; null: there is none. */
  folder: string | null
  title: string | null
  file_count: number
  bytes: number
  message: string
  sender_address: string
  sender_name: string | null
  /** The first of them; `person_count` counts all. */
  people: Array<{ email: string; name: string | null }>
  person_count: number
  /** Devices of its open link, and those of them that have everything. */
  device_count: number
  devices_finished: number
  /** All recipients have everything; on an open link, somebody has. */
  is_delivered: boolean
  /** Some evidence comes from a proxy; on an open link, all evidence of finished downloads does. */
  is_handed: boolean
  is_expired: boolean
  is_paused: boolean
  is_expiring: boolean
  is_protected: boolean
  is_blocked: boolean
  /** The scanner found malware in one of its current files. */
  is_infected: boolean
  /** The newest event that is not a bot's, nor the server's look at the stored files; null for received ones. */
  last_kind: LedgerKind | null
  last_at: Date | null
  /** Of a recipient for whom nothing else has happened since. */
  trouble: 'bounced' | 'stalled' | null
  /** Null: it is not deleted. */
  deleted_at: Date | null
  /** Null: it has been sent. */
  sends_at: Date | null
  sends_local: string | null
  sends_zone: string | null
  unsent_because: string | null
  /** Null: it was sent with all its files. */
  arrival: ArrivalState | null
  broke_off_at: Date | null
  whole_at: Date | null
  upload_id: string
}

/** The columns of every list, from `transfers t` and its first file. */
const listedColumns = sql`t.id, t.slug, t.send_as, t.sent_at, t.expires_at, t.deleted_at, t.file_count, t.bytes, t.title, t.sends_at, t.sends_local,
  t.sends_zone, t.unsent_because, t.arrival, t.broke_off_at, t.whole_at, t.upload_id,
  t.message, t.sender_address, t.sender_name, first.path as first_path,
  case when strpos(first.path, '/') > 0 and not exists (
    select from transfer_files f where f.transfer_id = t.id and f.removed_at is null
      and not starts_with(f.path, split_part(first.path, '/', 1) || '/')
  ) then split_part(first.path, '/', 1) end as folder, t.paused_at is not null as is_paused,
  (t.password_hash is not null or t.only_proven) as is_protected, t.blocked_at is not null as is_blocked,
  coalesce(t.expires_at <= now(), false) as is_expired,
  coalesce(t.expires_at > now() and t.expires_at < now() + make_interval(secs => ${sql.lit(EXPIRING_DAYS * 86_400)}), false)
    as is_expiring`

const firstFile = sql`left join lateral (
    select path from transfer_files where transfer_id = t.id and removed_at is null order by position limit 1
  ) first on true`

/** Further columns of the account's own lists, from `transfers t`. */
const ownColumns = sql`t.account_id, t.download_count as downloads, coalesce(named.people, '[]') as people,
  everybody.person_count, everybody.is_delivered, everybody.is_handed, coalesce(devices.came, 0) as device_count,
  coalesce(devices.finished, 0) as devices_finished, newest.kind as last_kind, newest.at as last_at,
  newest.trouble, exists (
    select from transfer_files f join stored_files s on s.id = f.file_id
    where f.transfer_id = t.id and f.removed_at is null and s.scan_state = 'infected'
  ) as is_infected`

/** Among so many of the latest events: bots may have come often since. */
const LATEST_EVENTS = 50
const newestEvent = sql`left join lateral (
    select (array_agg(kind order by place desc) filter (where kind <> 'checked'))[1] as kind,
      (array_agg(at order by place desc) filter (where kind <> 'checked'))[1] as at,
      (array_agg(kind order by place desc) filter (where is_last and kind in ('bounced', 'stalled') and exists (
        select from recipients r where r.id = recipient_id and r.removed_at is null
      )))[1] as trouble
    from (
      select *, place = max(place) over (partition by recipient_id) as is_last from (
        select kind, at, place, actor_kind, recipient_id from event_facts where transfer_id = t.id
        order by place desc limit ${sql.lit(LATEST_EVENTS)}
      ) newest where actor_kind = 'human'
    ) latest
  ) newest on true`

/** For a recipient: an entry says that they have a file, and that a proxy received it, or has sent it. */
const isHanded = (recipient: RawBuilder<unknown>) => sql`exists (
    select from event_facts e where e.recipient_id = ${recipient} and e.kind = 'finished' and e.actor_kind = 'human'
      and e.evidence in ('handed-over', 'sent-by-proxy')
  )`

/** For an open link: how many devices used it, and how many of them have everything. */
const devicesOf = sql`left join lateral (
    select count(d.opened_at)::int as came, count(d.finished_at)::int as finished,
      count(d.finished_at) filter (where ${isHanded(sql`d.id`)})::int as handed
    from recipients link join recipients d on d.link_id = link.id
    where link.transfer_id = t.id and link.address is null and link.link_id is null
  ) devices on t.send_as = 'link'`

const peopleOf = sql`${devicesOf} left join lateral (
    select json_agg(json_build_object('email', address, 'name', name) order by position) as people from (
      select address, name, position from recipients
      where transfer_id = t.id and removed_at is null and address is not null and link_id is null
      order by position limit ${sql.lit(SHOWN_PEOPLE)}
    ) person
  ) named on true
  cross join lateral (
    select count(address)::int as person_count,
      coalesce(bool_and(case when address is null then devices.finished > 0 or finished_at is not null
        else finished_at is not null end), false) as is_delivered,
      coalesce(bool_or(case when address is null then devices.finished > 0 and devices.finished = devices.handed
        else ${isHanded(sql`recipients.id`)} end), false) as is_handed
    from recipients where transfer_id = t.id and removed_at is null and link_id is null
  ) everybody`

/**
 * Whether a row of `t` is theirs; a workspace and one account have indexes that begin with it. Only a statement that
 * states the condition on bytes can use those of a workspace.
 */
export const isOf = ({ accountIds, workspaceId }: Whose): RawBuilder<unknown> => {
  if (workspaceId !== null) return sql`t.workspace_id = ${workspaceId} and t.bytes >= 0`
  return accountIds.length === 1 ? sql`t.account_id = ${accountIds[0]}` : isAmong({ accountIds })
}
/** The same by account alone. */
export const isAmong = ({ accountIds }: Pick<Whose, 'accountIds'>): RawBuilder<unknown> =>
  accountIds.length === 1 ? sql`account_id = ${accountIds[0]}` : sql`account_id = any(${[...accountIds]}::text[])`
const isAlways = { month: sql`month <> ''`, day: sql`day <> ''` }
/** Rows of counts by month or day; those of a workspace by its own index, whose condition is always true. */
export const isCounted = (whose: Whose, period: 'month' | 'day'): RawBuilder<unknown> =>
  whose.workspaceId === null ? isAmong(whose) : sql`workspace_id = ${whose.workspaceId} and ${isAlways[period]}`

/** Whether the account may read the transfer of a row of `t`. */
const isSeenBy = (readerId: string): RawBuilder<unknown> => sql`sees_transfer(t.id, ${readerId})`

/** Their transfers, or those that an account may read, in the order of `ids`; includes deleted ones with a record. */
export async function readListed(
  db: Db,
  whose: Whose | { readerId: string },
  ids: readonly string[],
): Promise<ListedRow[]> {
  if (ids.length === 0) return []
  const isReadable = 'readerId' in whose ? isSeenBy(whose.readerId) : isOf(whose)
  const { rows } = await sql<ListedRow>`${KEPT}
    select ${listedColumns}, ${ownColumns}
    from unnest(${[...ids]}::text[]) with ordinality as given (id, nth)
    join transfers t on t.id = given.id and ${isReadable} and t.record_erased_at is null
    ${firstFile} ${peopleOf} ${newestEvent}
    order by given.nth`.execute(db)
  return rows
}

/** The same for the transfers in `places`, a query of their ids and keys, each with its key as `told` writes it. */
export async function readListedAt<Key>(
  db: Db,
  whose: Whose,
  { places, told, order }: Record<'places' | 'told' | 'order', RawBuilder<unknown>>,
): Promise<Array<ListedRow & { key: Key }>> {
  const { rows } = await sql<ListedRow & { key: Key }>`${KEPT}
    select ${told} as key, ${listedColumns}, ${ownColumns}
    from (${places}) listed
    join transfers t on t.id = listed.id and ${isOf(whose)} and t.deleted_at is null
    ${firstFile} ${peopleOf} ${newestEvent}
    order by ${order}`.execute(db)
  return rows
}

/** A search, or an order other than by age, covers this many of the latest. */
const LATEST = 2_000

export interface ReceivedQuery {
  sort: TransferSort
  patterns: readonly string[]
  after: ListPlace | null
  skip: number
  take: number
}

export interface ReceivedRow extends ListedRow {
  recipient_id: string
  role: string
  is_locked: boolean
}

/** One link of each transfer, even where several addresses of the account have one. */
const received = (accountId: string, latest: RawBuilder<unknown>) => sql`
  select got.* from account_emails a cross join lateral (
    select r.id, r.transfer_id, r.received_at, r.address from recipients r
    where r.address = a.address and r.received_at is not null and not exists (
      select 1 from account_emails o join recipients other on other.address = o.address
      where o.account_id = ${accountId} and o.address <> a.address and other.transfer_id = r.transfer_id
        and other.received_at is not null and other.id < r.id
    ) ${latest}
  ) got where a.account_id = ${accountId}`

/** The next received transfers: recipients' ids. */
export function listReceivedPlaces(db: Db, accountId: string, listQuery: ReceivedQuery): Promise<ListPlace[]> {
  const isByAge = (listQuery.sort === 'new' || listQuery.sort === 'old') && listQuery.patterns.length === 0
  return isByAge ? byAge(db, accountId, listQuery) : amongLatest(db, accountId, listQuery)
}

async function byAge(db: Db, accountId: string, { sort, after, skip, take }: ReceivedQuery): Promise<ListPlace[]> {
  const [beyond, direction] = sort === 'old' ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`]
  const isBehind =
    after === null
      ? sql``
      : sql`and (r.received_at, r.id) ${beyond}
          ('epoch'::timestamptz + ${after.key ?? 0}::double precision * interval '1 microsecond', ${after.id})`
  const latest = sql`${isBehind} order by r.received_at ${direction}, r.id ${direction} limit ${skip + take}`
  const { rows } = await sql<ListPlace>`
    select id, (extract(epoch from received_at) * 1000000)::int8 as key from (${received(accountId, latest)}) listed
    order by listed.received_at ${direction}, listed.id ${direction} limit ${take} offset ${skip}`.execute(db)
  return rows
}

const sentKey = sql`(extract(epoch from got.received_at) * 1000000)::int8`
const keys: Record<TransferSort, RawBuilder<unknown>> = {
  new: sql`-${sentKey}`,
  old: sentKey,
  expiring: sql`(extract(epoch from case when t.expires_at > now() then t.expires_at end) * 1000000)::int8`,
  size: sql`-t.bytes`,
  downloads: sql`-(select count(*) from delivery_facts d where d.recipient_id = got.id and d.finished_at is not null)`,
}

/** Ordered by a number, ascending; null, for transfers that never expire or have expired, is the greatest. */
async function amongLatest(db: Db, accountId: string, listQuery: ReceivedQuery): Promise<ListPlace[]> {
  const { sort, patterns, after, skip, take } = listQuery
  const greatest = 2 ** 53 - 1
  const isBehind = after === null ? sql`true` : sql`(place, id) > (${after.key ?? greatest}::int8, ${after.id})`
  const latest = sql`order by r.received_at desc, r.id desc limit ${sql.lit(LATEST)}`
  const { rows } = await sql<ListPlace>`
    select id, nullif(place, ${greatest}::int8) as key from (
      select got.id, coalesce(${keys[sort]}, ${greatest}::int8) as place
      from (select * from (${received(accountId, latest)}) got order by received_at desc, id desc limit ${sql.lit(LATEST)}) got
      join transfers t on t.id = got.transfer_id
      where ${patterns.length === 0 ? sql`true` : fits(patterns)}
    ) listed where ${isBehind} order by place, id limit ${take} offset ${skip}`.execute(db)
  return rows
}

const fits = (patterns: readonly string[]) => sql`lower(concat_ws(E'\n', t.slug, t.sender_address, t.sender_name,
  case when t.password_hash is null then concat_ws(E'\n', t.title, (
    select string_agg(path, E'\n') from transfer_files where transfer_id = t.id and removed_at is null
  )) end)) like all(${[...patterns]}::text[])`

/** Received transfers by their recipients' ids, in that order. */
export async function readReceived(db: Db, accountId: string, ids: readonly string[]): Promise<ReceivedRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ReceivedRow>`
    select ${listedColumns}, null as account_id, r.id as recipient_id, t.role, t.password_hash is not null as is_locked,
      (select count(*)::int from delivery_facts d where d.recipient_id = r.id and d.finished_at is not null) as downloads,
      json_build_array(json_build_object('email', r.address, 'name', r.name)) as people, 1 as person_count, 0 as device_count, 0 as devices_finished,
      r.finished_at is not null as is_delivered, false as is_handed, null as last_kind, null as last_at, null as trouble,
      false as is_infected
    from unnest(${[...ids]}::text[]) with ordinality as given (id, nth)
    join recipients r on r.id = given.id and r.received_at is not null
    join account_emails a on a.address = r.address and a.account_id = ${accountId}
    join transfers t on t.id = r.transfer_id and t.deleted_at is null
    ${firstFile}
    order by given.nth`.execute(db)
  return rows
}
