import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/schema.ts'

/** The jobs as the operator sees them. */
type Db = Kysely<Database>

export interface JobCounts {
  running: number
  /** Due, and not begun. */
  waiting: number
  /** They failed and will be tried again. */
  retrying: number
  /** They failed so often that nobody tries them again. */
  failed: number
}

const isRunning = sql`j.locked_at is not null`
const isFailed = sql`j.locked_at is null and j.attempts >= j.max_attempts`
const isRetrying = sql`j.is_available and j.attempts > 0`
const isWaiting = sql`j.is_available and j.attempts = 0 and j.run_at <= now()`

export async function countJobs(db: Db): Promise<JobCounts> {
  const { rows } = await sql<JobCounts>`
    select count(*) filter (where ${isRunning})::int as running, count(*) filter (where ${isWaiting})::int as waiting,
      count(*) filter (where ${isRetrying})::int as retrying, count(*) filter (where ${isFailed})::int as failed
    from graphile_worker._private_jobs j`.execute(db)
  return rows[0] ?? { running: 0, waiting: 0, retrying: 0, failed: 0 }
}
