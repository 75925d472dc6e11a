import { type Kysely, sql } from 'kysely'
import { LIVE_CHANNEL } from '../../platform/database/live-channel.ts'
import type { Database } from '../../platform/database/schema.ts'

/** Families of refresh tokens. They end after 7 days without use, or after 30 days, by the database's clock. */
type Db = Kysely<Database>

const IDLE_DAYS = 7
const OLDEST_DAYS = 30
const MOST_LIVE = 20

/** Of a row of `sessions`. */
export const isLive = sql<boolean>`sessions.ended_at is null and sessions.expires_at > now()
  and sessions.last_used_at > now() - make_interval(days => ${sql.lit(IDLE_DAYS)})`

/** Why a session ended early; null in the row where it did not. */
export type SessionEnd =
  | 'signed-out'
  | 'signed-out-elsewhere'
  | 'replaced'
  | 'crowded'
  | 'reuse'
  | 'password'
  | 'operator'
  | 'removed'
  | 'deleted'

export interface NewSession {
  id: string
  accountId: string
  salt: Uint8Array
  device: string
  deviceId?: string
  country: string | null
  city: string | null
  ip: string
}

/** Returns when it began. */
export async function insertSession(tx: Db, { accountId, deviceId, ...made }: NewSession): Promise<Date> {
  const row = await tx
    .insertInto('sessions')
    .values({
      ...made,
      account_id: accountId,
      device_id: deviceId ?? null,
      expires_at: sql<Date>`now() + make_interval(days => ${sql.lit(OLDEST_DAYS)})`,
    })
    .returning('created_at')
    .executeTakeFirstOrThrow()
  return row.created_at
}

/** Ends live sessions of an account above the limit, those unused for longest first. */
export async function endCrowdedSessions(tx: Db, accountId: string): Promise<void> {
  await endWhere(
    tx,
    'crowded',
    sql`id in (select id from sessions where account_id = ${accountId} and ${isLive}
      order by last_used_at desc, created_at desc, id offset ${sql.lit(MOST_LIVE)})`,
  )
}

/** A session in its final state. */
export interface EndedSession {
  accountId: string
  /** Of its browser. */
  deviceId: string | null
}

/** Ends one session of the account; null where it is not one of its live ones. */
export async function endSessionOf(
  db: Db,
  accountId: string,
  id: string,
  because: SessionEnd,
): Promise<EndedSession | null> {
  const [ended] = await endWhere(db, because, sql`account_id = ${accountId} and id = ${id} and ${isLive}`)
  return ended ?? null
}

/** Ends every session of the account but `keptId`. */
export async function endSessionsOf(
  tx: Db,
  accountId: string,
  because: SessionEnd,
  keptId: string | null = null,
): Promise<void> {
  await endWhere(tx, because, sql`account_id = ${accountId} and id is distinct from ${keptId}`)
}

/** Ends every session of an ended account, and deletes where it was signed in. */
export async function forgetSessions(tx: Db, accountId: string): Promise<void> {
  await endSessionsOf(tx, accountId, 'deleted')
  await tx
    .updateTable('sessions')
    .set({ device: '', device_id: null, country: null, city: null, ip: null })
    .where('account_id', '=', accountId)
    .execute()
}

async function endWhere(db: Db, because: SessionEnd, where: ReturnType<typeof sql>): Promise<EndedSession[]> {
  // Open pages of the account look whether they are still signed in, on every process, once this is committed.
  const { rows } = await sql<EndedSession>`
    with ended as (
      update sessions set ended_at = now(), ended_because = ${because} where ended_at is null and ${where}
      returning account_id, device_id)
    select account_id as "accountId", device_id as "deviceId",
      pg_notify(${LIVE_CHANNEL}, json_build_object('a', account_id)::text) from ended`.execute(db)
  return rows
}

export interface LiveSession {
  id: string
  device: string
  country: string | null
  city: string | null
  createdAt: Date
  lastUsedAt: Date
}

/** Last used first. */
export async function listLiveSessions(db: Db, accountId: string): Promise<LiveSession[]> {
  return db
    .selectFrom('sessions')
    .select(['id', 'device', 'country', 'city', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('account_id', '=', accountId)
    .where(isLive)
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute()
}

/** Whether the account was signed in to in this browser before. */
export async function isFamiliarDevice(db: Db, accountId: string, deviceId: string | null): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('account_id', '=', accountId)
    .where('device_id', '=', deviceId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The accounts that somebody is signed in to in this browser. */
export async function listSignedInOn(db: Db, deviceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('sessions')
    .select('account_id')
    .distinct()
    .where('device_id', '=', deviceId)
    .where(isLive)
    .execute()
  return rows.map(({ account_id }) => account_id)
}

/** How long the token before the last still gets its successor: answers get lost, and tabs call at once. */
const GRACE_SECONDS = 10

/** How long after the database lost its leader a browser may ask for what that leader did not answer; once. */
const FAILOVER_SECONDS = 60
const seconds = (count: number) => sql`make_interval(secs => ${count}::float8)`
/** When the leader before this one ended; null where the database never changed its leader. */
const leaderLostAt = sql`pg_last_xact_replay_timestamp()`
/**
 * The grace counts from when the generation was made. If the database lost its leader within the grace, the answer was
 * lost too, and a standby takes longer than the grace to take over.
 */
const isRecent = sql<boolean>`sessions.rotated_at > now() - ${seconds(GRACE_SECONDS)}`
const isInGrace = (claimed: number) => sql<boolean>`sessions.generation = ${claimed}::int + 1
  and (${isRecent}
    or coalesce(${leaderLostAt} > now() - ${seconds(FAILOVER_SECONDS)}
      and sessions.rotated_at between ${leaderLostAt} - ${seconds(GRACE_SECONDS)} and ${leaderLostAt}, false))`

/** The salt for a session's tokens, live or not; null where there is no session with this id. */
export async function findSalt(db: Db, sessionId: string): Promise<Uint8Array | null> {
  const row = await db.selectFrom('sessions').select('salt').where('id', '=', sessionId).executeTakeFirst()
  return row?.salt ?? null
}

/** Makes the generation after `claimed`; false where that one is not the newest, or the session has ended. */
export async function makeNextGeneration(db: Db, sessionId: string, claimed: number): Promise<boolean> {
  const row = await db
    .updateTable('sessions')
    .set((session) => ({
      generation: session('generation', '+', 1),
      rotated_at: sql<Date>`now()`,
      last_used_at: sql<Date>`now()`,
    }))
    .where('id', '=', sessionId)
    .where('generation', '=', claimed)
    .where(isLive)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Uses the grace of the generation before the newest; false where it has none. What has one only since the leader was
 * lost has its answer now, and no more than the usual grace left.
 */
export async function spendGrace(db: Db, sessionId: string, claimed: number): Promise<boolean> {
  const row = await db
    .updateTable('sessions')
    .set({ rotated_at: sql<Date>`case when ${isRecent} then sessions.rotated_at else now() end` })
    .where('id', '=', sessionId)
    .where(isInGrace(claimed))
    .where(isLive)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Ends a session whose token was reused; returns its state, once, else null. */
export async function endReused(
  tx: Db,
  sessionId: string,
  claimed: number,
): Promise<(EndedSession & { device: string; endedAt: Date }) | null> {
  const row = await tx
    .updateTable('sessions')
    .set({ ended_at: sql<Date>`now()`, ended_because: 'reuse' })
    .where('id', '=', sessionId)
    .where('generation', '>', claimed)
    .where(sql<boolean>`not (${isInGrace(claimed)})`)
    .where(isLive)
    .returning(['account_id as accountId', 'device_id as deviceId', 'device', sql<Date>`now()`.as('endedAt')])
    .executeTakeFirst()
  return row ?? null
}

/** Ends the session of an authentic token, of any generation, and returns it. Null where it had ended. */
export async function endTokenSession(
  db: Db,
  sessionId: string,
  because: 'signed-out' | 'replaced',
): Promise<EndedSession | null> {
  const row = await db
    .updateTable('sessions')
    .set({ ended_at: sql<Date>`now()`, ended_because: because })
    .where('id', '=', sessionId)
    .where(isLive)
    .returning(['account_id as accountId', 'device_id as deviceId'])
    .executeTakeFirst()
  return row ?? null
}

const SESSION_DAYS = 90

export async function forgetOver(db: Db): Promise<void> {
  await sql`delete from sessions
    where least(coalesce(ended_at, expires_at), expires_at) < now() - make_interval(days => ${sql.lit(SESSION_DAYS)})`.execute(
    db,
  )
  await sql`delete from take_backs where expires_at < now() - interval '1 day'`.execute(db)
  await sql`delete from challenges where expires_at < now() - interval '1 day'`.execute(db)
  await sql`delete from reset_tokens where created_at < now() - interval '1 day'`.execute(db)
}

/** Deletes the addresses from which sessions older than `days` were opened. */
export async function forgetSessionAddresses(db: Db, days: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ip: null })
    .where('ip', 'is not', null)
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .execute()
}
