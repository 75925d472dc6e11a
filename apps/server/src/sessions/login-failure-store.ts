import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/schema.ts'
import { hashToken } from '../ids.ts'

/**
 * Wrong tries in a row, under a hash of whom they name. From the fifth on the next one must wait 1, 2, 4 … 900 seconds:
 * nobody is locked out for good, and nobody guesses much. A try counts as a wrong one before it is judged, so that
 * however many come at once no more than five are.
 */
type Db = Kysely<Database>

const FREE_TRIES = 5
const LONGEST_SECONDS = 900

/** A day without a try forgets them. */
const former = sql`case when login_failures.failed_at < clock_timestamp() - interval '1 day' then 0
  else login_failures.failures end`
const waitOf = (failures: typeof former) => sql`make_interval(secs =>
  least(${sql.lit(LONGEST_SECONDS)}, power(2, least(${failures} - ${sql.lit(FREE_TRIES)}, 20))))`

/** Takes one try; the seconds to wait where none may be made now. */
export async function takeTry(db: Db, name: string): Promise<{ waitSeconds: number } | null> {
  const key = keyOf(name)
  const { rows } = await sql`
    insert into login_failures (key, failures) values (${key}, 1)
    on conflict (key) do update set failures = ${former} + 1, failed_at = clock_timestamp(),
      blocked_until = case when ${former} + 1 >= ${sql.lit(FREE_TRIES)}
        then clock_timestamp() + ${waitOf(sql`${former} + 1`)} else login_failures.blocked_until end
    where login_failures.blocked_until <= clock_timestamp()
    returning key`.execute(db)
  if (rows.length > 0) return null
  const blocked = await db
    .selectFrom('login_failures')
    .select(sql<number>`ceil(extract(epoch from blocked_until - clock_timestamp()))::int`.as('seconds'))
    .where('key', '=', key)
    .executeTakeFirst()
  return { waitSeconds: Math.max(1, blocked?.seconds ?? 1) }
}

/** The try was never judged. */
export async function giveTryBack(db: Db, name: string): Promise<void> {
  await db
    .updateTable('login_failures')
    .set((row) => ({ failures: sql<number>`greatest(${row.ref('failures')} - 1, 0)`, blocked_until: sql<Date>`now()` }))
    .where('key', '=', keyOf(name))
    .execute()
}

/** The try was a right one. */
export async function clearTries(db: Db, name: string): Promise<void> {
  await db.deleteFrom('login_failures').where('key', '=', keyOf(name)).execute()
}

const keyOf = (name: string): string => hashToken(name).toString('base64url')
