import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database/schema.ts'
import { hashToken } from '../../ids.ts'

/**
 * The counters of limits: tries under a name, in a window that begins with the first; invalid links, by network; and
 * proofs of work that were shown. One statement counts and compares, so that any number of concurrent calls in any
 * number of processes stays within the limit.
 */
type Db = Kysely<Database>

/** Adds one where the count is below `most`; returns the new count, or null at the limit. */
export async function countBelow(
  db: Db,
  name: string,
  { most, seconds }: { most: number; seconds: number },
): Promise<number | null> {
  const { rows } = await sql<{ count: number }>`
    insert into tallies as t (key, count, ends_at)
    values (${hashToken(name)}, 1, clock_timestamp() + make_interval(secs => ${seconds}::int))
    on conflict (key) do update set
      count = 1 + case when t.ends_at > clock_timestamp() then t.count else 0 end,
      ends_at = case when t.ends_at > clock_timestamp() then t.ends_at else excluded.ends_at end
    where t.ends_at <= clock_timestamp() or t.count < ${most}::int
    returning t.count`.execute(db)
  return rows[0]?.count ?? null
}

export interface Tally {
  count: number
  secondsLeft: number
}

export async function readTally(db: Db, name: string): Promise<Tally> {
  const { rows } = await sql<Tally>`
    select count, ceil(extract(epoch from ends_at - clock_timestamp()))::int as "secondsLeft"
    from tallies where key = ${hashToken(name)} and ends_at > clock_timestamp()`.execute(db)
  return rows[0] ?? { count: 0, secondsLeft: 0 }
}

/** Takes one count back. */
export async function uncount(db: Db, name: string): Promise<void> {
  await sql`update tallies set count = count - 1 where key = ${hashToken(name)} and count > 0`.execute(db)
}

export async function clearTally(db: Db, name: string): Promise<void> {
  await sql`delete from tallies where key = ${hashToken(name)}`.execute(db)
}

export async function forgetTallies(db: Db): Promise<void> {
  await sql`delete from tallies where ends_at < now()`.execute(db)
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
export async function countMiss(db: Db, networkHash: Uint8Array, isMiss: boolean): Promise<MissCount> {
  const isSameMinute = sql`m.minute_began_at > now() - interval '1 minute'`
  const isSameHour = sql`m.hour_began_at > now() - interval '1 hour'`
  const { rows } = await sql<{ known: number; hour: number | null; wait: number | null }>`
    with known as (
      select m.hour_misses from misses m where m.network_hash = ${networkHash}::bytea and ${isSameHour}
    ), added as (
      insert into misses as m (network_hash, minute_misses, hour_misses)
      select ${networkHash}::bytea, 1, 1
      where ${isMiss}::boolean and not exists (select from known where hour_misses >= ${MISSES_PER_HOUR}::int)
      on conflict (network_hash) do update set
        minute_misses = 1 + case when ${isSameMinute} then m.minute_misses else 0 end,
        minute_began_at = case when ${isSameMinute} then m.minute_began_at else now() end,
        hour_misses = 1 + case when ${isSameHour} then m.hour_misses else 0 end,
        hour_began_at = case when ${isSameHour} then m.hour_began_at else now() end
      returning m.hour_misses, case when m.minute_misses > ${MISSES_PER_MINUTE}::int
        then extract(epoch from m.minute_began_at + interval '1 minute' - now())::float8 end as wait
    )
    select coalesce((select hour_misses from known), 0) as known, added.hour_misses as hour, added.wait
    from (select) as one left join added on true`.execute(db)
  const { known = 0, hour = null, wait = null } = rows[0] ?? {}
  return {
    // Among concurrent misses, those counted beyond the limit exceed it too.
    isOver: hour === null ? known >= MISSES_PER_HOUR : hour > MISSES_PER_HOUR,
    waitSeconds: wait === null ? null : Math.max(1, Math.ceil(wait)),
  }
}

/** Deletes what no window needs any more. */
export async function forgetMisses(db: Db): Promise<void> {
  await sql`delete from misses where hour_began_at < now() - interval '2 hours'`.execute(db)
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
