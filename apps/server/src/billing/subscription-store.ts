import { newLifetimeCodes, showLifetimeCode } from '@waybill/contract/billing/lifetime'
import { MAX_LIFETIME_CODES, type Role } from '@waybill/contract/billing/plans'
import type { SubscriptionStatus } from '@waybill/contract/identity/profile-endpoints'
import type { LifetimeState } from '@waybill/contract/operating/desk-states'
import { type Kysely, sql } from 'kysely'
import { holdAccountsOf } from '../identity/accounts/index.ts'
import type { TimeCursor } from '../platform/cursor.ts'
import type { Bought } from '../platform/database/column-types.ts'
import { cursorInstant } from '../platform/database/cursor-instant.ts'
import { LIVE_CHANNEL } from '../platform/database/live-channel.ts'
import type { Database } from '../platform/database/schema.ts'
import { type HeldPlan, heldPlan } from './held-plan.ts'
import { noteSeats } from './note-seats.ts'

/** What a workspace pays for: its subscription, and its codes of the lifetime deal. */
type Db = Kysely<Database>

export interface SubscriptionChange {
  role?: Role | undefined
  status?: SubscriptionStatus | undefined
  /** What was read of the payment provider, for pages. Null: nothing is known any more. */
  bought?: Bought | null | undefined
}

/**
 * The only writer of what a workspace pays for: the role and the state of its subscription, where omitted fields stay,
 * and with them what applies together with its lifetime codes. Waits for transactions that lock an account of the
 * workspace, and locks the accounts until the transaction ends, so that nobody sends under a plan that has changed
 * meanwhile. Others read it in the view `account_facts`. Open pages of the workspace are told once it is committed.
 *
 * @returns what holds now
 */
export async function writeSubscription(
  tx: Db,
  workspaceId: string,
  { role, status, bought: read }: SubscriptionChange,
): Promise<HeldPlan> {
  await holdAccountsOf(tx, workspaceId)
  const before = await tx
    .selectFrom('subscriptions')
    .select(['role', 'bought_role', 'bought_status'])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  const bought: HeldPlan = {
    role: role ?? ((before?.bought_role ?? 'free') as Role),
    status: status ?? ((before?.bought_status ?? 'trialing') as SubscriptionStatus),
  }
  const held = heldPlan(bought, (await listLifetimeCodes(tx, workspaceId)).length)
  const details = read === undefined ? {} : { bought: read && JSON.stringify(read) }
  const row = { ...held, bought_role: bought.role, bought_status: bought.status, ...details }
  await tx
    .insertInto('subscriptions')
    .values({ workspace_id: workspaceId, ...row })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet({ ...row, changed_at: sql<Date>`now()` }))
    .execute()
  await sql`
    select pg_notify(${LIVE_CHANNEL}, json_build_object('a', id, 'p', true)::text)
    from account_facts where workspace_id = ${workspaceId} and deleted_at is null`.execute(tx)
  await noteSeats(tx, workspaceId, held.role, { roleBefore: before?.role as Role | undefined })
  return held
}

/** What was last read of the payment provider; null where nothing was. */
export async function readBought(db: Db, workspaceId: string): Promise<Bought | null> {
  const row = await db
    .selectFrom('subscriptions')
    .select('bought')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return row?.bought ?? null
}

/** Workspaces whose subscription runs, or that have paid ahead. */
export async function listBuyers(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select workspace_id as id from subscriptions
    where bought->>'subscription' is not null or bought->'prepaid'->>'role' is not null`.execute(db)
  return rows.map(({ id }) => id)
}

export interface SoldPlans {
  role: string
  period: 'monthly' | 'yearly'
  status: SubscriptionStatus
  subscriptions: number
  /** What they cost in a month before discounts and tax, in cents; a year counts a twelfth. */
  monthlyCents: number
}

/** Subscriptions that run, as they were last read of the payment provider. */
export async function listSold(db: Db): Promise<SoldPlans[]> {
  const { rows } = await sql<SoldPlans>`
    select view->>'role' as role, view->>'period' as period, view->>'status' as status, count(*)::int as subscriptions,
      round(sum((view->'amount'->>'minor')::numeric / case view->>'period' when 'yearly' then 12 else 1 end))::int
        as "monthlyCents"
    from (select bought->'view' as view from subscriptions where bought->>'subscription' is not null) s
    group by 1, 2, 3 order by 1, 2, 3`.execute(db)
  return rows
}

/** How many workspaces have paid ahead, and how many had bought something and have nothing now. */
export async function countOtherBuyers(db: Db): Promise<{ prepaid: number; churned: number }> {
  const { rows } = await sql<{ prepaid: number; churned: number }>`
    select count(*) filter (where bought->'prepaid'->>'role' is not null)::int as prepaid,
      count(*) filter (where bought->'prepaid'->>'role' is null)::int as churned
    from subscriptions where bought is not null and bought->>'subscription' is null`.execute(db)
  return rows[0] as { prepaid: number; churned: number }
}

/** The role that applies in a workspace. */
export async function readRole(db: Db, workspaceId: string): Promise<Role> {
  const row = await db
    .selectFrom('subscriptions')
    .select('role')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return (row?.role ?? 'free') as Role
}

/** Active lifetime codes of a workspace in order, as people read them. */
export async function listLifetimeCodes(db: Db, workspaceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('lifetime_codes')
    .select('code')
    .where('workspace_id', '=', workspaceId)
    .orderBy('place')
    .execute()
  return rows.map(({ code }) => code as string)
}

export interface MadeLifetimeCode {
  id: string
  /** Identifies the code when it is typed. */
  mac: Uint8Array
  /** Its last four symbols. */
  ending: string
  note: string
}

export async function insertLifetimeCodes(tx: Db, codes: readonly MadeLifetimeCode[]): Promise<void> {
  const rows = codes.map(({ mac, ...code }) => ({ ...code, mac: Buffer.from(mac) }))
  await tx.insertInto('lifetime_codes').values(rows).execute()
}

export interface Redemption {
  workspaceId: string
  /** As typed. */
  typed: readonly string[]
  /** The mac that identifies a folded code. */
  macOf(code: string): Uint8Array
}

/**
 * Gives a workspace the new ones of the typed codes: all of them, or none. Each code is given once, however many people
 * type it at the same time. Locks the accounts of the workspace, so that two concurrent sets make no ninth code.
 *
 * @returns all active codes of the workspace; null where nothing was given
 */
export async function giveLifetimeCodes(tx: Db, { workspaceId, typed, macOf }: Redemption): Promise<string[] | null> {
  await holdAccountsOf(tx, workspaceId)
  const active = await tx
    .selectFrom('lifetime_codes')
    .select(['code', 'place'])
    .where('workspace_id', '=', workspaceId)
    .execute()
  const fresh = newLifetimeCodes(
    typed,
    active.map(({ code }) => code as string),
  )
  if (fresh === null) return null
  const taken = new Set(active.map(({ place }) => place))
  const places = Array.from({ length: MAX_LIFETIME_CODES }, (_, nth) => nth + 1).filter((place) => !taken.has(place))
  const macs = fresh.map((code) => Buffer.from(macOf(code)))
  // In one order, so that two sets with common codes do not deadlock.
  const { rows } = await sql<{ id: string }>`
    with found as (
      select id, mac from lifetime_codes
      where mac = any(${macs}::bytea[]) and workspace_id is null and revoked_at is null and redeemed_at is null
      order by id for update
    ), given (mac, code, place) as (
      select * from unnest(${macs}::bytea[], ${fresh.map(showLifetimeCode)}::text[],
        ${places.slice(0, fresh.length)}::int[])
    )
    update lifetime_codes c set workspace_id = ${workspaceId}, code = given.code, place = given.place,
      redeemed_at = now()
    from found join given using (mac)
    where c.id = found.id and (select count(*) from found) = ${fresh.length} and c.workspace_id is null
    returning c.id`.execute(tx)
  if (rows.length < fresh.length) return null
  return listLifetimeCodes(tx, workspaceId)
}

export type LifetimeCodeName = { id: string } | { mac: Uint8Array }
type RevokedLifetimeCode = { ending: string; workspaceId: string | null }

/**
 * Revokes a code of the lifetime deal, also one that is redeemed meanwhile; with `isUnused` only one that never was.
 *
 * @returns the code's ending and its workspace, null where it had none; null where there is no such code, or it was
 *   already revoked
 */
export async function revokeLifetimeCode(
  tx: Db,
  code: LifetimeCodeName,
  { isUnused }: { isUnused: boolean },
): Promise<RevokedLifetimeCode | null> {
  // A code is redeemed once, so that its workspace changes at most once between the read and the write.
  return (await revokeAsRead(tx, code, isUnused)) ?? (await revokeAsRead(tx, code, isUnused))
}

/** Null also where the code was redeemed since it was read. */
async function revokeAsRead(tx: Db, code: LifetimeCodeName, isUnused: boolean): Promise<RevokedLifetimeCode | null> {
  const found = await tx
    .selectFrom('lifetime_codes')
    .select(['id', 'workspace_id', 'ending'])
    .where('revoked_at', 'is', null)
    .$if(isUnused, (query) => query.where('redeemed_at', 'is', null))
    .where((where) => ('id' in code ? where('id', '=', code.id) : where('mac', '=', Buffer.from(code.mac))))
    .executeTakeFirst()
  if (found === undefined) return null
  if (found.workspace_id !== null) await holdAccountsOf(tx, found.workspace_id)
  const row = await tx
    .updateTable('lifetime_codes')
    .set({ revoked_at: sql<Date>`now()`, workspace_id: null, place: null })
    .where('id', '=', found.id)
    .where('revoked_at', 'is', null)
    .where('workspace_id', 'is not distinct from', found.workspace_id)
    .returning('id')
    .executeTakeFirst()
  return row === undefined ? null : { ending: found.ending, workspaceId: found.workspace_id }
}

export interface ListedLifetimeCode {
  id: string
  ending: string
  note: string
  madeAt: Date
  redeemedAt: Date | null
  revokedAt: Date | null
  /** Of an account in its workspace; null where it has none, and where the account is gone. */
  email: string | null
}

/** Newest first. */
export async function listAllLifetimeCodes(db: Db): Promise<ListedLifetimeCode[]> {
  const { rows } = await sql<ListedLifetimeCode>`
    select id, ending, note, made_at as "madeAt", redeemed_at as "redeemedAt", revoked_at as "revokedAt", (
      select email from account_facts a where a.workspace_id = c.workspace_id and a.team_role = 'admin'
    ) as email
    from lifetime_codes c order by made_at desc, id`.execute(db)
  return rows
}

/** At most `take` codes of a state, newest first. */
export async function listLifetimePage(
  db: Db,
  { state, after, take }: { state: LifetimeState; after: TimeCursor | null; take: number },
): Promise<Array<ListedLifetimeCode & { madeMicros: number }>> {
  const { rows } = await sql<ListedLifetimeCode & { madeMicros: number }>`
    select id, ending, note, made_at as "madeAt", redeemed_at as "redeemedAt", revoked_at as "revokedAt", (
      select email from account_facts a where a.workspace_id = c.workspace_id and a.team_role = 'admin'
    ) as email, (extract(epoch from made_at) * 1000000)::int8 as "madeMicros"
    from lifetime_codes c
    where case when revoked_at is not null then 'revoked' when redeemed_at is not null then 'redeemed' else 'open' end
      = ${state}
      and ${after === null ? sql`true` : sql`(made_at, id) < (${cursorInstant(after.at)}, ${after.id}::text)`}
    order by made_at desc, id desc limit ${take}`.execute(db)
  return rows
}
