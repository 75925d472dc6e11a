import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Problem } from '@waybill/contract/core/problems'
import { type Runner, run, type TaskList, type WorkerEvents, Logger as WorkerLogger } from 'graphile-worker'
import type pg from 'pg'
import type { Logger } from 'pino'
import { LanePlaces, type RunningJob } from './lane-places.ts'
import type { Lane } from './lanes.ts'
import type { TaskHandlers } from './task-handlers.ts'

/** Polling finds a job whose time has come; a job that is due when it is added wakes the runner. */
const LOOK_EVERY_MS = 2_000
const RESTART_MS = 1_000

export interface LaneOptions {
  pool: pg.Pool
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
  /** Begins nothing more; resolves when its jobs have ended. */
  stop(): Promise<void>
  /** A stop no longer waits for its jobs: they find everything closed, and their failures mean nothing. */
  leave(): void
}

/** Runs the jobs of one lane until it is stopped: replaces a runner that ends by itself. */
export async function startLane(given: LaneOptions): Promise<RunningLane> {
  let isStopping = false
  const options = { ...given, log: given.log.child({}) }
  let runner = await startRunner(options)
  const watch = (watched: Runner) => {
    watched.promise
      .catch((error) => options.log.error({ error }, 'a lane of the job runner stopped unexpectedly'))
      .then(() => replace())
      .catch((error) => options.log.error({ error }, 'a lane of the job runner could not be started again'))
  }
  async function replace(): Promise<void> {
    await pause(RESTART_MS, undefined, { ref: false })
    if (isStopping) return
    runner = await startRunner(options)
    watch(runner)
  }
  watch(runner)
  return {
    async stop() {
      isStopping = true
      await runner.stop()
    },
    leave() {
      options.log.level = 'silent'
    },
  }
}

function startRunner({ pool, log, lane, tasks, crontab, onPool, mayLook }: LaneOptions): Promise<Runner> {
  const places = new LanePlaces(lane)
  const events: WorkerEvents = new EventEmitter()
  let poolId = ''
  events.on('pool:create', ({ workerPool }) => {
    poolId = workerPool.id
    onPool(poolId)
  })
  events.on('job:start', ({ job }) => places.found(job as RunningJob))
  events.on('worker:getJob:empty', () => places.found(null))
  events.on('worker:getJob:error', () => places.found(null))
  events.on('job:complete', ({ job }) => places.ended(job as RunningJob))
  return run({
    pgPool: pool,
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
