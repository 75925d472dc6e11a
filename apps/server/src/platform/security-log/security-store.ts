import { type Kysely, sql } from 'kysely'
import type { TimeCursor } from '../cursor.ts'
import { cursorInstant } from '../database/cursor-instant.ts'
import type { Database } from '../database/schema.ts'
import type { SecurityEventName } from './security-events.ts'

/** The rows of the security log. */
type Db = Kysely<Database>

const KEPT_DAYS = 365
const ROWS_AT_ONCE = 5_000

export interface SecurityRow {
  id: string
  event: SecurityEventName
  outcome: string
  accountId: string | null
  address: string | null
  network: string | null
  requestId: string | null
  facts: Record<string, unknown>
  count: number
  /** Repeats with the same key share a row; null: a separate row. */
  foldKey: Buffer | null
  /** Whether its line is in the log of the process that noted it. */
  isTold: boolean
}

export type ReadSecurityRow = Omit<SecurityRow, 'foldKey' | 'isTold'> & { at: Date; lastAt: Date }

/** Stores rows; adds those with an existing key to that row. Two processes may write the same key at once. */
export async function keepSecurityRows(db: Db, rows: readonly SecurityRow[]): Promise<void> {
  const ordered = rows.toSorted((one, other) => Buffer.compare(one.foldKey ?? NONE, other.foldKey ?? NONE))
  const values = ordered.map((row) => ({
    id: row.id,
    event: row.event,
    outcome: row.outcome,
    account_id: row.accountId,
    address: row.address,
    network: row.network,
    request_id: row.requestId,
    facts: JSON.stringify(row.facts),
    count: row.count,
    fold_key: row.foldKey,
    is_told: row.isTold,
  }))
  await db
    .insertInto('security_events')
    .values(values)
    .onConflict((clash) =>
      clash
        .column('fold_key')
        .where('fold_key', 'is not', null)
        .doUpdateSet({ count: sql`security_events.count + excluded.count`, last_at: sql`now()` }),
    )
    .execute()
}
const NONE = Buffer.alloc(0)

const columns = [
  'id',
  'at',
  'last_at as lastAt',
  'event',
  'outcome',
  'account_id as accountId',
  'address',
  'network',
  'request_id as requestId',
  'facts',
  'count',
] as const

/** Rows that no process has logged yet, for the first caller. */
export async function takeUntold(db: Db): Promise<ReadSecurityRow[]> {
  const rows = await db
    .updateTable('security_events')
    .set({ is_told: true })
    .where('is_told', '=', false)
    .returning(columns)
    .execute()
  return (rows as ReadSecurityRow[]).toSorted((one, other) => one.at.getTime() - other.at.getTime())
}

/** `secondsAgo` is by the database's clock. */
type SearchedTime = Date | { secondsAgo: number }

const timeOf = (time: SearchedTime) =>
  time instanceof Date ? sql<Date>`${time}` : sql<Date>`now() - make_interval(secs => ${time.secondsAgo})`

export interface SecuritySearch {
  /** Events of the account itself, and attempts in its name. */
  accountId?: string | undefined
  address?: string | undefined
  network?: string | undefined
  event?: SecurityEventName | undefined
  outcome?: string | undefined
  since?: SearchedTime | undefined
  until?: SearchedTime | undefined
  limit: number
}

/** The newest matching rows, oldest first. */
export async function findSecurityRows(db: Db, search: SecuritySearch): Promise<ReadSecurityRow[]> {
  const { accountId, address, network, event, outcome, since, until, limit } = search
  const rows = await db
    .selectFrom('security_events')
    .select(columns)
    .where((row) =>
      row.and([
        ...(accountId === undefined && address === undefined
          ? []
          : [row.or([row('account_id', '=', accountId ?? null), row('address', '=', address ?? null)])]),
        ...(network === undefined ? [] : [row('network', '=', network)]),
        ...(event === undefined ? [] : [row('event', '=', event)]),
        ...(outcome === undefined ? [] : [row('outcome', '=', outcome)]),
        ...(since === undefined ? [] : [row('last_at', '>=', timeOf(since))]),
        ...(until === undefined ? [] : [row('at', '<', timeOf(until))]),
      ]),
    )
    .orderBy('at', 'desc')
    .limit(limit)
    .execute()
  return (rows as ReadSecurityRow[]).toReversed()
}

/** At most `take` rows, newest first; `who` is an account's id or an address. */
export async function listSecurityRows(
  db: Db,
  search: { who?: string | undefined; event?: string | undefined; outcome?: string | undefined },
  { after, take }: { after: TimeCursor | null; take: number },
): Promise<Array<ReadSecurityRow & { atMicros: number }>> {
  const { who, event, outcome } = search
  const micros = sql<number>`(extract(epoch from at) * 1000000)::int8`
  const rows = await db
    .selectFrom('security_events')
    .select(columns)
    .select(micros.as('atMicros'))
    .where((row) =>
      row.and([
        ...(who === undefined ? [] : [row.or([row('account_id', '=', who), row('address', '=', who)])]),
        ...(event === undefined ? [] : [row('event', '=', event)]),
        ...(outcome === undefined ? [] : [row('outcome', '=', outcome)]),
        ...(after === null ? [] : [sql<boolean>`(at, id) < (${cursorInstant(after.at)}, ${after.id}::text)`]),
      ]),
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(take)
    .execute()
  return rows as Array<ReadSecurityRow & { atMicros: number }>
}

/** Stores the current settings; returns those that differed or were missing. */
export async function keepKnownSettings(
  db: Db,
  settings: ReadonlyArray<{ name: string; mac: Uint8Array }>,
): Promise<Array<{ name: string; isNew: boolean }>> {
  const { rows } = await sql<{ name: string; isNew: boolean }>`
    insert into known_settings as k (name, mac)
    select * from unnest(${settings.map(({ name }) => name)}::text[], ${settings.map(({ mac }) => Buffer.from(mac))}::bytea[])
      as given (name, mac) order by name
    on conflict (name) do update set mac = excluded.mac, changed_at = now() where k.mac <> excluded.mac
    returning name, xmax = 0 as "isNew"`.execute(db)
  return rows
}

/**
 * Deletes the network of rows older than `days`, and the address where there is no account. Returns how many; call
 * again until there are none.
 */
export async function forgetNetworks(db: Db, days: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update security_events set network = null, fold_key = null,
      address = case when account_id is not null then address end where id in (
      select id from security_events where at < now() - make_interval(days => ${days}::int)
        and (network is not null or fold_key is not null) limit ${ROWS_AT_ONCE})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Also deletes an ended account's address from older rows. Returns how many rows. */
export async function forgetEndedAddresses(db: Db, days: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update security_events set address = null, facts = facts - 'from' where id in (
      select e.id from security_events e join account_facts a on a.id = e.account_id
      where a.deleted_at is not null and e.at < now() - make_interval(days => ${days}::int)
        and (e.address is not null or e.facts ? 'from')
      limit ${ROWS_AT_ONCE})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** A key only serves the minute it was made for. */
export async function forgetFoldKeys(db: Db): Promise<void> {
  await sql`update security_events set fold_key = null
    where fold_key is not null and at < now() - interval '1 hour'`.execute(db)
}

/** Deletes rows older than a year. Returns how many; call again until there are none. */
export async function forgetSecurityRows(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from security_events where id in (
      select id from security_events where at < now() - make_interval(days => ${KEPT_DAYS}::int)
      limit ${ROWS_AT_ONCE})`.execute(db)
  return Number(numAffectedRows ?? 0)
}
