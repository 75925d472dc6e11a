import { setTimeout as pause } from 'node:timers/promises'
import { type Runner, run, type TaskList, Logger as WorkerLogger } from 'graphile-worker'
import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import { isPresent } from '../database/presence.ts'
import type { Database } from '../database/schema.ts'
import { schedule } from './schedule.ts'
import type { TaskHandlers } from './task-handlers.ts'

/** How long jobs that run may finish; what does not is taken up by the next process. */
const STOP_PATIENCE_MS = 10_000

export interface WorkerOptions {
  pool: pg.Pool
  db: Kysely<Database>
  nodeId: string
  log: Logger
  tasks: TaskHandlers
  /** Jobs at once in this process. */
  lanes?: number
}

/**
 * Starts working off jobs. Each lane is a worker whose id begins with the node's, so that what a killed process
 * held can be told apart from what a live one holds, and is freed at once instead of after hours.
 */
export async function startWorker(options: WorkerOptions): Promise<{ stop(): Promise<void> }> {
  const { pool, db, nodeId, log, lanes = 3 } = options
  await freeDeadWorkers(db)
  const runners: Runner[] = []
  for (let lane = 0; lane < lanes; lane += 1) {
    runners.push(
      await run({
        pgPool: pool,
        taskList: options.tasks as TaskList,
        concurrency: 1,
        workerId: `${nodeId}.${lane}`,
        noHandleSignals: true,
        pollInterval: 2_000,
        crontab: lane === 0 ? schedule : '',
        logger: new WorkerLogger((scope) => (level, message, meta) => {
          const line = { scope: scope.taskIdentifier, jobId: scope.jobId, meta: level === 'error' ? meta : undefined }
          if (level === 'error') log.error(line, message)
          else if (level === 'warning') log.warn(line, message)
          else log.debug(line, message)
        }),
      } as Parameters<typeof run>[0]),
    )
  }
  for (const runner of runners) runner.promise.catch((error) => log.error({ error }, 'a worker ended'))
  const sweep = setInterval(() => void freeDeadWorkers(db).catch(() => undefined), 30_000)
  return {
    async stop() {
      clearInterval(sweep)
      const patience = new AbortController()
      const late = pause(STOP_PATIENCE_MS, undefined, { signal: patience.signal }).catch(() => {})
      await Promise.race([Promise.allSettled(runners.map((runner) => runner.stop())), late])
      patience.abort()
    },
  }
}

/** Frees the jobs of processes that are no more. */
async function freeDeadWorkers(db: Kysely<Database>): Promise<void> {
  await sql`select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
    from graphile_worker._private_jobs
    where locked_by is not null and not ${isPresent(sql`split_part(locked_by, '.', 1)`)}
    having count(*) > 0`.execute(db)
}
