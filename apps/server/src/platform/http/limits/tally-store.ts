import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database/schema.ts'
import { hashToken } from '../../ids.ts'

/**
 * What was tried under a name, counted in a window that begins with the first. One statement counts and compares, so that
 * however many come at once, in however many processes, no more are let through than may be.
 */
type Db = Kysely<Database>

/** Counts one more where fewer than `most` were counted; the count with it, null where there were as many. */
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

/** Takes one back that was counted. */
export async function uncount(db: Db, name: string): Promise<void> {
  await sql`update tallies set count = count - 1 where key = ${hashToken(name)} and count > 0`.execute(db)
}

export async function clearTally(db: Db, name: string): Promise<void> {
  await sql`delete from tallies where key = ${hashToken(name)}`.execute(db)
}

export async function forgetTallies(db: Db): Promise<void> {
  await sql`delete from tallies where ends_at < now()`.execute(db)
}
