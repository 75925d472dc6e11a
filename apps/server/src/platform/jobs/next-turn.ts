import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/schema.ts'

/** Of jobs that run when nobody else's wait. */
export const LAST_PRIORITY = 32_767

/**
 * The priorities for further jobs with this flag: the first queues behind as many jobs of others as there are waiting
 * with this flag. So senders take turns, however many jobs one of them has waiting.
 */
export async function nextTurn(db: Kysely<Database>, flag: string): Promise<(nth: number) => number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from graphile_worker._private_jobs
    where is_available and flags ? ${flag}`.execute(db)
  const waiting = rows[0]?.waiting ?? 0
  return (nth) => Math.min(waiting + nth, LAST_PRIORITY)
}
