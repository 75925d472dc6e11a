import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/schema.ts'
import { isPresent } from '../database/starting/presence.ts'
import { hashToken } from '../ids.ts'

/**
 * What is kept of calls: idempotency keys with their answers; counts of tries under a name, in a window that begins with
 * the first counted one; and proofs of work. One statement counts and compares, so that any number of concurrent calls in
 * any number of processes stays within the limit. Names are stored as hashes.
 */
type Db = Kysely<Database>

export type KeyState =
  | { kind: 'ours' }
  | { kind: 'busy' }
  | { kind: 'mismatch' }
  | { kind: 'answered'; status: number; reply: Buffer }

interface KeyedCall {
  /** The calling process. */
  nodeId: string
  scope: string
  key: string
  requestHash: Buffer
}

/**
 * Takes the key for this call, or says who holds it. The key of a dead holder is free at once, and every key after a
 * minute; the use case itself finds what the holder did, and is safe to run again.
 */
export async function takeKey(db: Db, call: KeyedCall): Promise<KeyState> {
  const { rows } = await sql<{ taken: boolean }>`
    insert into idempotency_keys (scope, key, request_hash, taken_until, node_id)
    values (${call.scope}, ${call.key}, ${call.requestHash}, now() + interval '1 minute', ${call.nodeId})
    on conflict (scope, key) do update set taken_until = excluded.taken_until, node_id = excluded.node_id
      where idempotency_keys.status is null and idempotency_keys.request_hash = excluded.request_hash
        and (idempotency_keys.taken_until < now() or not ${isPresent(sql<string>`idempotency_keys.node_id`)})
    returning true as taken`.execute(db)
  if (rows.length > 0) return { kind: 'ours' }
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'status', 'reply'])
    .where('scope', '=', call.scope)
    .where('key', '=', call.key)
    .executeTakeFirst()
  if (!row) return { kind: 'busy' }
  if (!row.request_hash.equals(call.requestHash)) return { kind: 'mismatch' }
  if (row.status === null || row.reply === null) return { kind: 'busy' }
  return { kind: 'answered', status: row.status, reply: row.reply }
}

/** Stores the answer, so that a retry gets the same one. */
export async function keepAnswer(db: Db, call: KeyedCall, status: number, reply: Uint8Array): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({ status, reply })
    .where('scope', '=', call.scope)
    .where('key', '=', call.key)
    .execute()
}

/** Releases the key: the call failed, and a retry should really run. */
export async function dropKey(db: Db, call: KeyedCall): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('scope', '=', call.scope)
    .where('key', '=', call.key)
    .where('status', 'is', null)
    .execute()
}

/** Deletes keys older than a day. */
export async function forgetKeys(db: Db): Promise<void> {
  await sql`delete from idempotency_keys where created_at < now() - interval '24 hours'`.execute(db)
}

/** What a row of `tallies as t` becomes with one more: a new window begins where the last is over. */
const ONE_MORE = sql`
  count = 1 + case when t.ends_at > clock_timestamp() then t.count else 0 end,
  ends_at = case when t.ends_at > clock_timestamp() then t.ends_at else excluded.ends_at end`

/** A window is named by its end, to the microsecond. */
const WINDOW = sql<string>`extract(epoch from ends_at)::text`

const SECONDS_LEFT = sql<number>`ceil(extract(epoch from ends_at - clock_timestamp()))::int`

export interface Counted {
  /** Whether fewer than `most` had been counted in the window; otherwise nothing is written. */
  isCounted: boolean
  /** Until the window ends. */
  secondsLeft: number
  /** How many more the window has room for. */
  left: number
  /** What names the window to `uncount`; null where nothing was counted. */
  window: string | null
}

/** Counts one more where that is no more than `most` in the window. */
export async function countBelow(
  db: Db,
  name: string,
  { most, seconds }: { most: number; seconds: number },
): Promise<Counted> {
  const key = hashToken(name)
  const { rows } = await sql<Counted>`
    with added as (
      insert into tallies as t (key, count, ends_at)
      values (${key}, 1, clock_timestamp() + make_interval(secs => ${seconds}::int))
      on conflict (key) do update set ${ONE_MORE}
      where t.ends_at <= clock_timestamp() or t.count < ${most}::int
      returning t.ends_at, t.count
    )
    select true as "isCounted", ${SECONDS_LEFT} as "secondsLeft", ${most}::int - count as "left", ${WINDOW} as "window"
    from added
    union all
    select false, ${SECONDS_LEFT}, 0, null from tallies where key = ${key} and not exists (select from added)`.execute(
    db,
  )
  const { isCounted = false, secondsLeft = 0, left = 0, window = null } = rows[0] ?? {}
  // Others may have begun the window after this statement looked: then all of it is left.
  return { isCounted, secondsLeft: secondsLeft > 0 ? secondsLeft : seconds, left, window }
}

/** What was counted in the window that is not over; zeros where there is none. */
export async function readTally(db: Db, name: string): Promise<{ count: number; secondsLeft: number }> {
  const { rows } = await sql<{ count: number; secondsLeft: number }>`
    select count, ${SECONDS_LEFT} as "secondsLeft"
    from tallies where key = ${hashToken(name)} and ends_at > clock_timestamp()`.execute(db)
  return rows[0] ?? { count: 0, secondsLeft: 0 }
}

/** Takes one count back from the window in which it was counted; a window that began since keeps all of its own. */
export async function uncount(db: Db, name: string, window: string | null): Promise<void> {
  await sql`update tallies set count = count - 1
    where key = ${hashToken(name)} and count > 0 and ${WINDOW} = ${window}::text`.execute(db)
}

export async function clearTally(db: Db, name: string): Promise<void> {
  await sql`delete from tallies where key = ${hashToken(name)}`.execute(db)
}

/** Deletes windows that have ended. Skips locked rows: a call that counts in two windows must not wait for this. */
export async function forgetTallies(db: Db): Promise<void> {
  await sql`delete from tallies where key in
    (select key from tallies where ends_at < now() for update skip locked)`.execute(db)
}

const MISSES_PER_MINUTE = 20
const MISSES_PER_HOUR = 300

export interface MissCount {
  /** The network had used its hour's misses before this look. */
  isOver: boolean
  /** Seconds until the minute ends, where this miss exceeds the minute's limit. */
  waitSeconds: number | null
}

/**
 * Counts a miss and returns the state of its network; a hit only returns it. Where the network has used its hour's
 * misses, nothing is written, and hit and miss take the same steps.
 */
export async function countMiss(db: Db, network: string, isMiss: boolean): Promise<MissCount> {
  const [minute, hour] = ['minute', 'hour'].map((window) => hashToken(`link-misses-of-${window}/${network}`))
  const { rows } = await sql<MissCount>`
    with known as (
      select from tallies where key = ${hour}::bytea and ends_at > clock_timestamp() and count >= ${MISSES_PER_HOUR}::int
    ), added as (
      insert into tallies as t (key, count, ends_at)
      select key, 1, clock_timestamp() + make_interval(secs => seconds)
      from (values (${minute}::bytea, 60), (${hour}::bytea, 3600)) as windows (key, seconds)
      where ${isMiss}::boolean and not exists (select from known)
      on conflict (key) do update set ${ONE_MORE}
      returning t.key, t.count, t.ends_at
    )
    select
      -- Of many at once, those that were counted beyond it are over it too.
      exists (select from known)
        or exists (select from added where key = ${hour}::bytea and count > ${MISSES_PER_HOUR}::int) as "isOver",
      (select greatest(1, ${SECONDS_LEFT}) from added
        where key = ${minute}::bytea and count > ${MISSES_PER_MINUTE}::int) as "waitSeconds"`.execute(db)
  return rows[0] as MissCount
}

export const PASS_SECONDS = 600
/** The looks that the least work buys. */
const LEAST_LOOKS = 20

export interface NewProof {
  challengeHash: Uint8Array
  endsAtSeconds: number
  passHash: Uint8Array
  /** The multiple of the least work: a power of two. */
  times: number
}

/** Stores a proof. False where its challenge has expired or was answered before. */
export async function insertProof(
  db: Db,
  { challengeHash, endsAtSeconds, passHash, times }: NewProof,
): Promise<boolean> {
  const { rows } = await sql`
    insert into proofs (challenge_hash, pass_hash, misses_left, expires_at)
    select ${challengeHash}::bytea, ${passHash}::bytea, ${LEAST_LOOKS * times}::int, now() + make_interval(secs => ${PASS_SECONDS})
    where to_timestamp(${endsAtSeconds}::float8) > now()
    on conflict (challenge_hash) do nothing
    returning 1`.execute(db)
  return rows.length > 0
}

/** The database's time, in seconds since 1970. */
export async function databaseSeconds(db: Db): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`select floor(extract(epoch from now()))::float8 as seconds`.execute(
    db,
  )
  return rows[0]?.seconds ?? 0
}

/** Takes one look from a pass; false where the pass does not exist or is used up. */
export const takeLook = (db: Db, passHash: Uint8Array): Promise<boolean> => takeFrom(db, passHash, 1, 1)

/**
 * Takes `times` the least work from a pass. Half of it is enough: the price may have doubled while the browser worked.
 */
export const takeWork = (db: Db, passHash: Uint8Array, times: number): Promise<boolean> =>
  takeFrom(db, passHash, LEAST_LOOKS * times, (LEAST_LOOKS * times) / 2)

async function takeFrom(db: Db, passHash: Uint8Array, looks: number, least: number): Promise<boolean> {
  const row = await db
    .updateTable('proofs')
    .set((proof) => ({ misses_left: sql<number>`greatest(${proof.ref('misses_left')} - ${looks}::int, 0)` }))
    .where('pass_hash', '=', Buffer.from(passHash))
    .where('misses_left', '>=', least)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('misses_left')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns one look: it was no miss. */
export async function giveLookBack(db: Db, passHash: Uint8Array): Promise<void> {
  await db
    .updateTable('proofs')
    .set((proof) => ({ misses_left: proof('misses_left', '+', 1) }))
    .where('pass_hash', '=', Buffer.from(passHash))
    .execute()
}

/** Deletes expired passes: each outlives its challenge, which could otherwise be answered again. */
export async function forgetProofs(db: Db): Promise<void> {
  await sql`delete from proofs where expires_at < now()`.execute(db)
}
