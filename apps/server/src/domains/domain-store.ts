import { type DomainFound, QUARANTINE_DAYS, WRONG_DAYS } from '@waybill/contract/domains/endpoints'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Database, DomainsTable } from '../platform/database/schema.ts'
import type { Change, LiveStatus } from './domain-state.ts'

/**
 * Custom hosts. A workspace has at most one current host. It holds a host that was proven: until it is released or
 * turned off, and then 30 days more. Everything that may change who holds a host takes the lock of its name first.
 */
type Db = Kysely<Database>
export type DomainRow = Selectable<DomainsTable>

const isCurrent = sql<boolean>`status <> 'released'`
const quarantined = sql<Date>`now() + make_interval(days => ${QUARANTINE_DAYS}::int)`

/** One change after the other of who holds the host, until the transaction ends. */
export async function lockHost(tx: Db, host: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`domain/${host}`}, 0))`.execute(tx)
}

export async function findCurrent(db: Db, workspaceId: string): Promise<DomainRow | null> {
  const row = await db
    .selectFrom('domains')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where(isCurrent)
    .executeTakeFirst()
  return row ?? null
}

/** The current host for its admin's copy of their data, without the secret of its record; null where there is none. */
export async function exportDomain(db: Db, workspaceId: string) {
  const row = await findCurrent(db, workspaceId)
  return row && { host: row.host, status: row.status, createdAt: row.created_at, verifiedAt: row.verified_at }
}

/** Whether another workspace uses the host, or did within the quarantine. */
export async function isHeldElsewhere(db: Db, host: string, workspaceId: string): Promise<boolean> {
  const row = await db
    .selectFrom('domains')
    .select('id')
    .where('host', '=', host)
    .where('workspace_id', '<>', workspaceId)
    .where('held_until', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row !== undefined
}

export interface Claim {
  id: string
  workspaceId: string
  host: string
  token: string
  /** Proven by its name: the operator's own DNS points it here. */
  isUnderBase: boolean
}

/**
 * Makes the host the workspace's current one; a host that it held before stays held as long. The caller has locked the
 * name, and released the host before.
 */
export async function insertClaim(tx: Db, { id, workspaceId, host, token, isUnderBase }: Claim): Promise<void> {
  const status = isUnderBase ? 'verified' : 'pending'
  await sql`
    with gone as (
      delete from domains where host = ${host} and status = 'released'
        and (workspace_id = ${workspaceId} or held_until <= now())
      returning workspace_id, held_until
    )
    insert into domains (id, workspace_id, host, token, status, verified_at, held_until, next_check_at)
    select ${id}, ${workspaceId}, ${host}, ${token}, ${status},
      case when ${isUnderBase} then now() end,
      case when ${isUnderBase} then 'infinity'::timestamptz
        else (select held_until from gone where workspace_id = ${workspaceId} and held_until > now()) end,
      case when ${isUnderBase} then 'infinity'::timestamptz else now() + interval '1 minute' end`.execute(tx)
}

/** Whether links and mails use the current host while it is proven. */
export async function chooseHost(db: Db, workspaceId: string, isChosen: boolean): Promise<void> {
  await db
    .updateTable('domains')
    .set({ is_chosen: isChosen })
    .where('workspace_id', '=', workspaceId)
    .where(isCurrent)
    .execute()
}

/** Ends the current host; one that was proven stays held for the quarantine. Returns it, null where there is none. */
export async function releaseCurrent(tx: Db, workspaceId: string): Promise<DomainRow | null> {
  const row = await tx
    .selectFrom('domains')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where(isCurrent)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) return null
  if (row.held_until === null) await tx.deleteFrom('domains').where('id', '=', row.id).execute()
  else {
    await tx
      .updateTable('domains')
      .set({ status: 'released', wrong_since: null, off_at: null })
      .set({ held_until: row.status === 'pending' ? row.held_until : quarantined })
      .where('id', '=', row.id)
      .execute()
  }
  return row
}

export interface HeldDomain {
  id: string
  host: string
  workspaceId: string
  status: LiveStatus
  /** All clear answers of the last three days were wrong. */
  isOverdue: boolean
}

/** The claim with this token, locked; null where it was released or made again meanwhile. */
export async function holdDomain(tx: Db, { id, token }: Pick<DomainRow, 'id' | 'token'>): Promise<HeldDomain | null> {
  const row = await tx
    .selectFrom('domains')
    .select(['id', 'host', 'workspace_id as workspaceId', 'status'])
    .select(
      sql<boolean>`coalesce(wrong_since <= now() - make_interval(days => ${WRONG_DAYS}::int), false)`.as('isOverdue'),
    )
    .where('id', '=', id)
    .where('token', '=', token)
    .where(isCurrent)
    .forUpdate()
    .executeTakeFirst()
  return row === undefined ? null : { ...row, status: row.status as LiveStatus }
}

/** Hourly while it fails, daily while it works; a new claim at first every few minutes, for its owner waits. */
const nextCheck = sql<Date>`now() + case status
  when 'verified' then interval '1 day' when 'failing' then interval '1 hour'
  else greatest(interval '5 minutes', least(interval '6 hours', (now() - created_at) / 10)) end`

/** Writes what a check found, and what follows. The caller has locked the row, and for 'verified' the name. */
export async function saveCheck(tx: Db, id: string, found: DomainFound, change: Change): Promise<void> {
  const changed =
    change === 'verified'
      ? { status: 'verified' as const, held_until: sql<Date>`'infinity'`, wrong_since: null, off_at: null }
      : change === 'failing'
        ? { status: 'failing' as const, wrong_since: sql<Date>`now()` }
        : { status: 'pending' as const, held_until: quarantined, wrong_since: null, off_at: sql<Date>`now()` }
  if (change === 'verified') {
    // What is held no longer makes room.
    await sql`update domains set held_until = null where status = 'pending' and held_until <= now()
      and host = (select host from domains where id = ${id}) and id <> ${id}`.execute(tx)
    await sql`delete from domains where status = 'released' and held_until <= now()
      and host = (select host from domains where id = ${id})`.execute(tx)
  }
  await tx
    .updateTable('domains')
    .set({ found: JSON.stringify(found), checked_at: sql<Date>`now()` })
    .$if(change !== null, (query) => query.set(changed))
    .$if(change === 'verified', (query) => query.set({ verified_at: sql<Date>`coalesce(verified_at, now())` }))
    .where('id', '=', id)
    .execute()
  await tx.updateTable('domains').set({ next_check_at: nextCheck }).where('id', '=', id).execute()
}

/** Takes hosts that are due for a check; another process gets others, and these again where this one dies. */
export async function takeDue(db: Db, most: number): Promise<Pick<DomainRow, 'id' | 'host' | 'token'>[]> {
  const { rows } = await sql<Pick<DomainRow, 'id' | 'host' | 'token'>>`
    update domains set next_check_at = now() + interval '10 minutes'
    where id in (
      select id from domains where ${isCurrent} and next_check_at <= now()
      order by next_check_at limit ${most}::int for update skip locked
    ) returning id, host, token`.execute(db)
  return rows
}

/** Ends quarantines that are over, and claims that nobody proved within 90 days. */
export async function forgetOldDomains(db: Db): Promise<void> {
  await sql`delete from domains where status = 'released' and held_until <= now()`.execute(db)
  await sql`delete from domains where status = 'pending' and coalesce(off_at, created_at) < now() - interval '90 days'
    and coalesce(held_until, now()) <= now()`.execute(db)
}
