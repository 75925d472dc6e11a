import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/schema.ts'

const LAST_PRIORITY = 32_767

/**
 * The priorities of further jobs with this flag: the first goes behind as many jobs of anybody else as wait with the
 * flag already. So senders take turns, however much one of them has waiting.
 */
export async function nextTurn(db: Kysely<Database>, flag: string): Promise<(nth: number) => number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from graphile_worker._private_jobs
    where is_available and flags ? ${flag}`.execute(db)
  const waiting = rows[0]?.waiting ?? 0
  return (nth) => Math.min(waiting + nth, LAST_PRIORITY)
}
