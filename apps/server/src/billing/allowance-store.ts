import { OVER_SEATS_DAYS, plans } from '@waybill/contract/billing/plans'
import type { Standing } from '@waybill/contract/billing/standing'
import { Problem } from '@waybill/contract/core/problems'
import { type Kysely, sql } from 'kysely'
import { pinWorkspace, shareAccount } from '../identity/accounts/index.ts'
import { KEPT } from '../platform/database/kept-statements.ts'
import { LIVE_CHANNEL } from '../platform/database/live-channel.ts'
import type { Database } from '../platform/database/schema.ts'
import { workspaceOf } from '../platform/database/workspace-of.ts'

/**
 * What senders may still use. One row per key: 'address:…' and 'device:…' count for ever, 'network:…:YYYY-MM-DD' counts
 * one UTC day, 'workspace:…' holds what a workspace stores: deleting files returns its bytes; 'links:…' counts what
 * uploads through an account's open links have reserved, and no completed ones; 'mails:…' is explained in
 * `mail-limit-store.ts`. 'sends:{workspace}:{YYYY-MM}' counts the transfers of a month, 'requests:{workspace}:{YYYY-MM}'
 * its requests; months are UTC, by the database's clock. Every change is one conditional statement per key, in the
 * order of the keys, so that concurrent calls neither exceed a limit nor deadlock.
 */
type Db = Kysely<Database>

/** The key for a workspace's storage. */
export const workspaceKey = (workspaceId: string): string => `workspace:${workspaceId}`

/**
 * The key for the storage of the account's workspace, in which the account stays until the transaction ends.
 *
 * @throws Problem 'unauthenticated' for an unknown account
 */
export async function holdStorageKey(tx: Db, accountId: string): Promise<string> {
  const workspaceId = await pinWorkspace(tx, accountId)
  if (workspaceId === null) throw new Problem('unauthenticated')
  return workspaceKey(workspaceId)
}

/** The key for uploads through an account's open links, in addition to its storage, until they end. */
export const linkKey = (accountId: string): string => `links:${accountId}`

/** The keys among `changed` whose used bytes differ now; notifies the pages of their workspaces' accounts. */
const toldOfChanged = sql`
  select key, (
    select count(pg_notify(${LIVE_CHANNEL}, json_build_object('a', a.id, 's', true)::text)::text)
    from account_facts a where key = ${workspaceKey('')}::text || a.workspace_id
      and a.workspace_id = substr(key, length(${workspaceKey('')}::text) + 1) and a.deleted_at is null
  ) as told
  from changed`

/** Distinct keys in the one order in which rows are locked. */
const inLockOrder = (keys: readonly string[]): string[] => [...new Set(keys)].sort()

/**
 * Reserves `bytes` under every key, or under none: call it inside a transaction, which the Problem rolls back.
 *
 * @throws Problem 'storage-full' {limitBytes} when a key would hold more than `limitBytes`, used and reserved together
 */
export async function reserveBytes(tx: Db, keys: readonly string[], bytes: number, limitBytes: number): Promise<void> {
  for (const key of inLockOrder(keys)) {
    const { rows } = await sql`
      insert into allowances (key, reserved_bytes)
      select ${key}::text, ${bytes}::bigint where ${bytes}::bigint <= ${limitBytes}::bigint
      on conflict (key) do update set reserved_bytes = allowances.reserved_bytes + excluded.reserved_bytes
      where allowances.used_bytes + allowances.reserved_bytes + excluded.reserved_bytes <= ${limitBytes}::bigint
      returning key`.execute(tx)
    if (rows.length === 0) throw new Problem('storage-full', { limitBytes })
  }
}

/** Returns reserved bytes: the upload was given up or expired. Call it once per reservation. */
export async function releaseBytes(tx: Db, keys: readonly string[], bytes: number): Promise<void> {
  for (const key of inLockOrder(keys)) {
    await sql`update allowances set reserved_bytes = reserved_bytes - ${bytes}::bigint where key = ${key}`.execute(tx)
  }
}

/**
 * Turns reserved bytes into used ones: the upload was sent. Call it once per reservation. Where `limitBytes` is given,
 * it is checked again: the plan may have changed since the reservation.
 *
 * @throws Problem 'storage-full' {limitBytes} when a key would use more than `limitBytes`
 */
export async function useBytes(tx: Db, keys: readonly string[], bytes: number, limitBytes?: number): Promise<void> {
  for (const key of inLockOrder(keys)) {
    if (key.startsWith(linkKey(''))) {
      await releaseBytes(tx, [key], bytes)
      continue
    }
    const { rows } = await sql`
      with changed as (
        update allowances
        set reserved_bytes = reserved_bytes - ${bytes}::bigint, used_bytes = used_bytes + ${bytes}::bigint
        where key = ${key} and used_bytes + ${bytes}::bigint <= coalesce(${limitBytes ?? null}::bigint, used_bytes + ${bytes}::bigint)
        returning key
      ) ${toldOfChanged}`.execute(tx)
    if (rows.length === 0 && limitBytes !== undefined) throw new Problem('storage-full', { limitBytes })
  }
}

/** Returns used bytes: files were deleted. Call it once per file, in the transaction that deletes it. */
export async function freeBytes(tx: Db, key: string, bytes: number): Promise<void> {
  if (bytes === 0) return
  await sql`
    with changed as (update allowances set used_bytes = used_bytes - ${bytes}::bigint where key = ${key} returning key)
    ${toldOfChanged}`.execute(tx)
}

/**
 * Counts bytes that are already stored as used: files are restored.
 *
 * @throws Problem 'storage-full' {limitBytes} when the key would hold more than `limitBytes`
 */
export async function takeBytes(tx: Db, key: string, bytes: number, limitBytes: number): Promise<void> {
  if (bytes === 0) return
  const { rows } = await sql`
    with changed as (
      update allowances set used_bytes = used_bytes + ${bytes}::bigint
      where key = ${key} and used_bytes + reserved_bytes + ${bytes}::bigint <= ${limitBytes}::bigint
      returning key
    ) ${toldOfChanged}`.execute(tx)
  if (rows.length === 0) throw new Problem('storage-full', { limitBytes })
}

/** How far `bytes` more would exceed the key's `limitBytes`; 0 where they fit. */
export async function missingRoom(tx: Db, key: string, bytes: number, limitBytes: number): Promise<number> {
  const row = await tx
    .selectFrom('allowances')
    .select(['used_bytes', 'reserved_bytes'])
    .where('key', '=', key)
    .executeTakeFirst()
  return Math.max(0, (row?.used_bytes ?? 0) + (row?.reserved_bytes ?? 0) + bytes - limitBytes)
}

/**
 * Counts bytes that are already stored as used, whatever the limit: files that were sent before the account existed
 * join it.
 */
export async function adoptBytes(tx: Db, key: string, bytes: number): Promise<void> {
  if (bytes === 0) return
  await sql`
    with changed as (
      insert into allowances (key, used_bytes) values (${key}, ${bytes}::bigint)
      on conflict (key) do update set used_bytes = allowances.used_bytes + excluded.used_bytes
      returning key
    ) ${toldOfChanged}`.execute(tx)
}

/** Adds sends to the key unless it would exceed `limit`. Resolves to whether they were added. */
export async function addSend(tx: Db, key: string, limit: number, count = 1): Promise<boolean> {
  const { rows } = await sql`
    insert into allowances (key, sends) select ${key}::text, ${count}::int where ${count}::int <= ${limit}::int
    on conflict (key) do update set sends = allowances.sends + excluded.sends
    where allowances.sends + excluded.sends <= ${limit}::int
    returning key`.execute(tx)
  return rows.length > 0
}

/** The keys among `keys` with `limit` sends or more. */
export async function spentKeys(db: Db, keys: readonly string[], limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('allowances')
    .select('key')
    .where('key', 'in', [...keys])
    .where('sends', '>=', limit)
    .execute()
  return rows.map(({ key }) => key)
}

/** The UTC day of the database's clock, 'YYYY-MM-DD'. */
export async function databaseDay(db: Db): Promise<string> {
  const { rows } = await sql<{ day: string }>`select to_char(now() at time zone 'utc', 'YYYY-MM-DD') as day`.execute(db)
  return (rows[0] as { day: string }).day
}

/** How many requests were counted for each workspace, over all months. */
export async function sumRequests(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ workspace: string; requests: number }>`
    select split_part(key, ':', 2) as workspace, sum(sends)::int as requests
    from allowances where starts_with(key, 'requests:') group by 1`.execute(db)
  return new Map(rows.map(({ workspace, requests }) => [workspace, requests]))
}

export interface Allowance {
  key: string
  reservedBytes: number
  usedBytes: number
  sends: number
}

/** Every row, for the consistency check. */
export async function listAllowances(db: Db): Promise<Allowance[]> {
  const rows = await db.selectFrom('allowances').selectAll().orderBy('key').execute()
  return rows.map(({ key, reserved_bytes, used_bytes, sends }) => ({
    key,
    reservedBytes: reserved_bytes,
    usedBytes: used_bytes,
    sends,
  }))
}

/** How many days an account counts as new. */
const NEW_DAYS = 7

/** What an account's workspace uses currently. */
export interface Usage {
  usedBytes: number
  /** Of uploads in progress. */
  reservedBytes: number
  /** Saved transfers, forwards and link sends of this UTC month. */
  monthTransfers: number
}

/** An account's current state. */
export interface LiveAccount extends Usage, Standing {
  id: string
  workspaceId: string
  email: string
  /** In its first week. */
  isNew: boolean
  /** Whether the admin of its workspace is. */
  isAdminNew: boolean
  /** The UTC day, 'YYYY-MM-DD'. */
  day: string
  /** Since when its workspace has more members than seats; null where it has not. */
  overSeatsSince: Date | null
}

/** The key for a workspace's transfers of one UTC month; `month` is 'YYYY-MM'. */
export const monthKey = (workspaceId: string, month: string): string => `sends:${workspaceId}:${month}`
/** The key for a workspace's requests of one UTC month; `month` is 'YYYY-MM'. */
export const requestsKey = (workspaceId: string, month: string): string => `requests:${workspaceId}:${month}`
/** The month of a day. */
export const monthOf = (day: string): string => day.slice(0, 7)

const counters = sql`coalesce(storage.used_bytes, 0) as "usedBytes",
  coalesce(storage.reserved_bytes, 0) as "reservedBytes", coalesce(month.sends, 0) as "monthTransfers"`

const countersOf = (accountId: string) => sql`
  (select to_char(now() at time zone 'utc', 'YYYY-MM-DD') as day, ${workspaceOf(accountId)} as workspace) as today
  left join allowances as storage on storage.key = ${workspaceKey('')} || today.workspace
  left join allowances as month on month.key = 'sends:' || today.workspace || ':' || left(today.day, 7)`

/** Month and day are by the database's clock. */
export async function readUsage(db: Db, accountId: string): Promise<Usage> {
  const { rows } = await sql<Usage>`select ${counters} from ${countersOf(accountId)}`.execute(db)
  return rows[0] as Usage
}

/** Saved transfers, forwards and link sends of this UTC month only, of the account's workspace. */
export const readMonthTransfers = (db: Db, accountId: string): Promise<number> => readMonth(db, 'sends:', accountId)

/** Requests of this UTC month, of the account's workspace. */
export const readMonthRequests = (db: Db, accountId: string): Promise<number> => readMonth(db, 'requests:', accountId)

async function readMonth(db: Db, keyStart: string, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('allowances')
    .modifyFront(KEPT)
    .select('sends')
    .where(
      'key',
      '=',
      sql<string>`${keyStart} || ${workspaceOf(accountId)} || ':' || to_char(now() at time zone 'utc', 'YYYY-MM')`,
    )
    .executeTakeFirst()
  return row?.sends ?? 0
}

/**
 * The account's live row with its usage; null where it is gone. With `hold` locks the row until the transaction ends:
 * call it before any other lock.
 */
export async function readLiveAccount(
  db: Db,
  accountId: string,
  { hold = false }: { hold?: boolean } = {},
): Promise<LiveAccount | null> {
  if (hold) await shareAccount(db, accountId)
  const { rows } = await sql<Omit<LiveAccount, 'hasLostSeat'> & { seatsBefore: number | null }>`
    select a.id, a.workspace_id as "workspaceId", a.email, a.role, a.subscription, a.suspended_at is not null as "isSuspended", today.day,
      a.created_at > now() - make_interval(days => ${NEW_DAYS}) as "isNew",
      (select o.created_at > now() - make_interval(days => ${NEW_DAYS}) from account_facts o
        where o.workspace_id = a.workspace_id and o.team_role = 'admin') is true as "isAdminNew", ${counters}, ${seatsBefore} as "seatsBefore",
      a.over_seats_since as "overSeatsSince"
    from account_facts a cross join ${countersOf(accountId)}
    where a.id = ${accountId} and a.deleted_at is null`.execute(db)
  const [row] = rows
  if (row === undefined) return null
  const { seatsBefore: taken, ...live } = row
  return { ...live, hasLostSeat: taken !== null && taken >= plans[live.role].seatLimit }
}

/**
 * How many members of the account's workspace joined before it, where the time of those above the seats is over; null
 * for the admin and in any other workspace. The row of the account is `a`.
 */
const seatsBefore = sql<number | null>`case when a.team_role <> 'admin'
    and a.over_seats_since < now() - make_interval(days => ${OVER_SEATS_DAYS}::int) then (
  select count(*)::int from account_facts o
  where o.workspace_id = a.workspace_id and o.deleted_at is null and o.team_role <> 'admin'
    and (o.joined_at, o.id) < (a.joined_at, a.id)
) end`
