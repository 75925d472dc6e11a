import type { JobState } from '@waybill/contract/operating/desk-states'
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
const isLater = sql`j.is_available and j.attempts = 0 and j.run_at > now()`

const ofState: Record<JobState, typeof isRunning> = {
  failed: isFailed,
  retrying: isRetrying,
  running: isRunning,
  waiting: isWaiting,
  later: isLater,
}

export async function countJobs(db: Db): Promise<JobCounts> {
  const { rows } = await sql<JobCounts>`
    select count(*) filter (where ${isRunning})::int as running, count(*) filter (where ${isWaiting})::int as waiting,
      count(*) filter (where ${isRetrying})::int as retrying, count(*) filter (where ${isFailed})::int as failed
    from graphile_worker._private_jobs j`.execute(db)
  return rows[0] ?? { running: 0, waiting: 0, retrying: 0, failed: 0 }
}

export interface TaskCounts {
  task: string
  waiting: number
  running: number
  failed: number
  /** How long the oldest due job waits; 0 where none does. */
  oldestSeconds: number
}

/** Only tasks that have jobs. */
export async function countJobsByTask(db: Db): Promise<TaskCounts[]> {
  const { rows } = await sql<TaskCounts>`
    select t.identifier as task, count(*) filter (where ${isWaiting})::int as waiting,
      count(*) filter (where ${isRunning})::int as running, count(*) filter (where ${isFailed})::int as failed,
      coalesce(extract(epoch from now() - min(j.run_at) filter (where ${isWaiting})), 0)::float8 as "oldestSeconds"
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    group by t.identifier order by t.identifier`.execute(db)
  return rows
}

export interface ListedJob {
  id: string
  task: string
  attempts: number
  max_attempts: number
  created_at: Date
  run_at: Date
  last_error: string | null
}

/** At most `take` jobs of a state, newest first; `after` is the id where the last page ended. */
export async function listJobsOf(
  db: Db,
  { state, after, take }: { state: JobState; after: string | null; take: number },
): Promise<ListedJob[]> {
  const { rows } = await sql<ListedJob>`
    select j.id::text, t.identifier as task, j.attempts, j.max_attempts, j.created_at, j.run_at,
      left(j.last_error, 2000) as last_error
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where ${ofState[state]} and (${after}::int8 is null or j.id < ${after}::int8)
    order by j.id desc limit ${take}`.execute(db)
  return rows
}

/** Starts a job at once that is not running, with all its attempts. Returns its kind; null where there is none. */
export async function retryJobNow(tx: Db, jobId: string): Promise<string | null> {
  const { rows } = await sql<{ task: string }>`
    with retried as (select * from graphile_worker.reschedule_jobs(array[${jobId}::int8], run_at => now(), attempts => 0))
    select t.identifier as task from retried j join graphile_worker._private_tasks t on t.id = j.task_id`.execute(tx)
  return rows[0]?.task ?? null
}

/** The id of the job with this key that is not running; null where there is none. */
export async function findJob(tx: Db, key: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id::text from graphile_worker._private_jobs where key = ${key} and locked_at is null`.execute(tx)
  return rows[0]?.id ?? null
}
