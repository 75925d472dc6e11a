import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Problem } from '@waybill/contract/core/problems'
import {
  type Runner,
  run,
  type TaskList,
  type WorkerEvents,
  Logger as WorkerLogger,
  type WorkerPool,
} from 'graphile-worker'
import type pg from 'pg'
import type { Logger } from 'pino'
import { LanePlaces, type RunningJob } from './lane-places.ts'
import type { Lane } from './lanes.ts'
import type { RunnerNotices } from './runner-notices.ts'
import type { TaskHandlers } from './task-handlers.ts'

/** In case nothing wakes the lane (`wake-lanes.ts`). */
const LOOK_EVERY_MS = 60_000
const RESTART_MS = 1_000

export interface LaneOptions {
  pool: pg.Pool
  notices: RunnerNotices
  log: Logger
  lane: Lane
  tasks: TaskHandlers
  /** The schedule, for one lane of each process. */
  crontab: string
  /** Receives the id for `locked_by`, before anything runs there. */
  onPool(poolId: string): void
  /** Awaited before each lookup of a job. */
  mayLook(poolId: string): Promise<void>
}

export interface RunningLane {
  /** Has up to this many idle places look for a job. */
  wake(places: number): void
  /** Begins nothing more; resolves when its jobs have ended. */
  stop(): Promise<void>
  /** A stop no longer waits for its jobs: they find everything closed, and their failures mean nothing. */
  leave(): void
}

/** Runs the jobs of one lane until it is stopped: replaces a runner that ends by itself. */
export async function startLane(given: LaneOptions): Promise<RunningLane> {
  let isStopping = false
  const options = { ...given, log: given.log.child({}) }
  let { runner, wake } = await startRunner(options)
  const watch = (watched: Runner) => {
    watched.promise
      .catch((error) => options.log.error({ error }, 'a lane of the job runner stopped unexpectedly'))
      .then(() => replace())
      .catch((error) => options.log.error({ error }, 'a lane of the job runner could not be started again'))
  }
  async function replace(): Promise<void> {
    await pause(RESTART_MS, undefined, { ref: false })
    if (isStopping) return
    const next = await startRunner(options)
    runner = next.runner
    wake = next.wake
    watch(runner)
  }
  watch(runner)
  return {
    wake: (places) => wake(places),
    async stop() {
      isStopping = true
      await runner.stop()
    },
    leave() {
      options.log.level = 'silent'
    },
  }
}

async function startRunner(options: LaneOptions): Promise<{ runner: Runner; wake: RunningLane['wake'] }> {
  const { pool, notices, log, lane, tasks, crontab, onPool, mayLook } = options
  const places = new LanePlaces(lane)
  const events: WorkerEvents = new EventEmitter()
  let poolId = ''
  // A pool that shuts down has no places to wake.
  let working: WorkerPool | null = null
  events.on('pool:create', ({ workerPool }) => {
    working = workerPool
    poolId = workerPool.id
    onPool(poolId)
  })
  for (const ending of ['pool:gracefulShutdown', 'pool:forcefulShutdown'] as const)
    events.on(ending, () => {
      working = null
    })
  events.on('job:start', ({ job }) => places.found(job as RunningJob))
  events.on('worker:getJob:empty', () => places.found(null))
  events.on('worker:getJob:error', () => places.found(null))
  events.on('job:complete', ({ job }) => places.ended(job as RunningJob))
  const runner = await run({
    pgPool: notices.before(pool),
    taskList: tasks as TaskList,
    concurrency: lane.places,
    noHandleSignals: true,
    pollInterval: LOOK_EVERY_MS,
    crontab,
    events,
    forbiddenFlags: async () => {
      await mayLook(poolId)
      return places.look()
    },
    logger: makeLogger(log),
  } as Parameters<typeof run>[0])
  return { runner, wake: (places) => working?.nudge(places) }
}

function makeLogger(log: Logger): WorkerLogger {
  return new WorkerLogger((scope) => (level, message, meta) => {
    const line = { scope: scope.taskIdentifier, jobId: scope.jobId, meta: level === 'error' ? meta : undefined }
    if (isOfStop(meta?.error)) log.info({ ...line, meta: undefined }, 'a job ends with the server and runs again')
    else if (level === 'error') log.error(line, message)
    else if (level === 'warning') log.warn(line, message)
    else log.debug(line, message)
  })
}

const isOfStop = (error: unknown): boolean => error instanceof Problem && error.code === 'stopping'
