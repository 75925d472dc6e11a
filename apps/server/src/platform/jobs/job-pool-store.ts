import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/schema.ts'
import { isPresent } from '../database/starting/presence.ts'

type Db = Kysely<Database>

/** Records that these pools belong to a process. Returns those that were not known: new, or given up as dead. */
export async function keepPools(db: Db, nodeId: string, poolIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ pool_id: string }>`
    insert into job_pools (pool_id, node_id) select unnest(${[...poolIds]}::text[]), ${nodeId}
    on conflict (pool_id) do nothing returning pool_id`.execute(db)
  return rows.map(({ pool_id }) => pool_id)
}

export async function forgetPools(db: Db, poolIds: readonly string[]): Promise<void> {
  if (poolIds.length > 0) await db.deleteFrom('job_pools').where('pool_id', 'in', poolIds).execute()
}

/**
 * Frees the jobs of vanished processes' pools: those that nobody has seen for `graceMs`, within which a living process
 * recovers from a lost connection. Leaves locks of unknown pools to the library's rule of 4 hours. Returns the pools.
 */
export async function freeVanishedPools(db: Db, graceMs: number): Promise<string[]> {
  const present = isPresent(sql<string>`node_id`)
  // After the clock was set back, an earlier reading must not keep anybody waiting.
  await sql`
    update job_pools set absent_since = case when ${present} then null else now() end
    where pool_id in (
      select pool_id from job_pools
      where case when ${present} then absent_since is not null else absent_since is null or absent_since > now() end
      order by pool_id for update skip locked)`.execute(db)
  const { rows } = await sql<{ pools: string[] }>`
    with gone as (
      delete from job_pools
      where absent_since <= now() - make_interval(secs => ${graceMs / 1_000}) and not ${present}
      returning pool_id)
    select array_agg(pool_id) as pools, graphile_worker.force_unlock_workers(array_agg(pool_id))
    from gone having count(*) > 0`.execute(db)
  return rows[0]?.pools ?? []
}

/** Whether the other processes see this one. */
export async function isSeen(db: Db, nodeId: string): Promise<boolean> {
  const { rows } = await sql<{ seen: boolean }>`select ${isPresent(sql<string>`${nodeId}::text`)} as seen`.execute(db)
  return rows[0]?.seen ?? false
}

/** Keeps jobs that run for hours from counting as forgotten under the library's rule of 4 hours. */
export async function refreshLocks(db: Db, poolIds: readonly string[]): Promise<void> {
  const held = sql`locked_by = any(${[...poolIds]}::text[]) and locked_at < now() - interval '1 hour'`
  await sql`update graphile_worker._private_jobs set locked_at = now() where ${held}`.execute(db)
  await sql`update graphile_worker._private_job_queues set locked_at = now() where ${held}`.execute(db)
}

export interface LateKind {
  task: string
  jobs: number
  /** Since when the oldest job is late. */
  lateSince: Date
}

const LATE_SECONDS = 60

/** Kinds of jobs that have been due for a minute and not begun, longest wait first. */
export async function listLateKinds(db: Db): Promise<LateKind[]> {
  const { rows } = await sql<LateKind>`
    select t.identifier as task, count(*)::int as jobs, min(j.run_at) + ${LATE_SECONDS} * interval '1 second' as "lateSince"
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where j.is_available and j.run_at <= now() - ${LATE_SECONDS} * interval '1 second'
    group by t.identifier order by 3`.execute(db)
  return rows
}
