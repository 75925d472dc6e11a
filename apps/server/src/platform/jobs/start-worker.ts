import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { inTrace, type Trace } from '../trace.ts'
import type { TaskName } from './catalogue.ts'
import { keepJobs } from './keep-jobs.ts'
import { type LaneName, laneOf, lanes } from './lanes.ts'
import { type KeeperOptions, PoolKeeper } from './pool-keeper.ts'
import { RunnerNotices } from './runner-notices.ts'
import { schedule } from './schedule.ts'
import { type RunningLane, startLane } from './start-lane.ts'
import type { TaskHandlers } from './task-handlers.ts'
import { wakeLanes } from './wake-lanes.ts'

/** The longest that running jobs may take to finish; another process takes up the rest once this one is gone. */
const STOP_PATIENCE_MS = 10_000
/** In which a job whose work was ended records that it runs again. */
const CUT_MS = 2_000

export interface WorkerOptions extends KeeperOptions {
  pool: pg.Pool
  connection: pg.ClientConfig
  tasks: TaskHandlers
  /** How long a stop may take, where that is less than running jobs would get. */
  stopMs?: number
  /** Ends the long work of jobs that a stop has waited for; they fail with Problem 'stopping', and run again. */
  cutWork?: () => void
  /** How often to look for vanished processes, and how long one must have been away; for tests. */
  sweepMs?: number
  graceMs?: number
  /** How often to look for due jobs where nothing was added; for tests. */
  lookMs?: number
}

/**
 * Starts running jobs, lane by lane. Each lane's pool has its own id, which is in `locked_by` of the jobs it runs;
 * `job_pools` records the pool's process before the pool takes its first job, so that the jobs of a dead process can be
 * told from those of a living one.
 */
export async function startWorker(options: WorkerOptions): Promise<{ stop(): Promise<void> }> {
  const { pool, log, tasks, stopMs = STOP_PATIENCE_MS, cutWork } = options
  const stopping = new AbortController()
  const keeper = new PoolKeeper(options, stopping.signal)
  const onPool = (poolId: string) => keeper.add(poolId)
  const mayLook = (poolId: string) => keeper.mayLook(poolId)
  const notices = new RunnerNotices()
  const running = new Map<LaneName, RunningLane>()
  for (const name of Object.keys(lanes) as LaneName[]) {
    const own = tasksOf(tasks, name)
    if (Object.keys(own).length === 0) continue
    const crontab = running.size === 0 ? schedule : ''
    running.set(name, await startLane({ pool, notices, log, lane: lanes[name], tasks: own, crontab, onPool, mayLook }))
  }
  const keeping = Promise.all([
    keepJobs(keeper, options, stopping.signal),
    wakeLanes({ lanes: running, notices }, options, stopping.signal),
  ])
  return {
    async stop() {
      stopping.abort()
      const ended = Promise.allSettled([...running.values()].map((lane) => lane.stop())).then(() => true)
      const hasEndedWithin = (ms: number) => Promise.race([ended, pause(ms, false, { ref: false })])
      let hasEnded = await hasEndedWithin(Math.min(stopMs, STOP_PATIENCE_MS))
      if (!hasEnded && cutWork) {
        cutWork()
        hasEnded = await hasEndedWithin(CUT_MS)
      }
      await keeping
      // Jobs that still run belong to this process until it is gone.
      if (hasEnded) return keeper.forget().catch(() => undefined)
      log.warn('jobs still run at the stop; another process or the next start runs them again')
      for (const lane of running.values()) lane.leave()
    },
  }
}

const tasksOf = (tasks: TaskHandlers, lane: LaneName): TaskHandlers =>
  Object.fromEntries(
    Object.entries(tasks)
      .filter(([name]) => laneOf[name as TaskName] === lane)
      .map(([name, run]) => [name, inItsTrace(run as (payload: object) => Promise<void>)]),
  )

/** A job, and what it adds, is part of the trace of the call that it follows from. */
const inItsTrace =
  (run: (payload: object) => Promise<void>) =>
  ({ _trace: trace, ...payload }: { _trace?: Trace }): Promise<void> =>
    trace === undefined ? run(payload) : inTrace(trace, () => run(payload))
