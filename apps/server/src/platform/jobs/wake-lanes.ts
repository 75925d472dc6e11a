import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { Listening } from '../database/listen.ts'
import type { TaskName } from './catalogue.ts'
import { type LaneName, laneOf } from './lanes.ts'
import type { RunnerNotices } from './runner-notices.ts'
import type { RunningLane } from './start-lane.ts'
import type { WorkerOptions } from './start-worker.ts'
import { untilAborted } from './until-aborted.ts'

/** The longest that a job waits after its time has come. */
const LOOK_EVERY_MS = 2_000
/** After a count, the database rests this many times as long as the count took: counting a long queue takes a while. */
const REST = 4
const FAREWELL_MS = 1_000
/** The runner's channels: jobs were added, and its tables were changed so that this version must not go on. */
const ADDED = 'jobs:insert'
const MIGRATED = 'worker:migrate'

interface Woken {
  lanes: ReadonlyMap<LaneName, Pick<RunningLane, 'wake'>>
  notices: RunnerNotices
}

/**
 * Until `signal` aborts: wakes the lanes that have due jobs, as soon as jobs were added, and every 2 s for those whose
 * time has come, that are tried again or were freed. Left alone, the runner has a place of every lane look up every
 * job that is added, whatever lane it is for, and all places of all lanes look one up every 2 s.
 */
export async function wakeLanes(
  { lanes, notices }: Woken,
  { pool, log, connection, lookMs = LOOK_EVERY_MS }: Pick<WorkerOptions, 'pool' | 'log' | 'connection' | 'lookMs'>,
  signal: AbortSignal,
): Promise<void> {
  const bell = new Bell(signal)
  const listening = new Listening({
    connection,
    channels: [ADDED, MIGRATED],
    name: 'waybill-job-notices',
    log,
    onMessage: (payload, channel) => (channel === ADDED ? bell.ring() : notices.tell(channel, payload)),
    onOpen: () => bell.ring(),
  })
  void listening.open()
  while (!signal.aborted) {
    const began = performance.now()
    // The pool waits for a database that is away, for as long as it is.
    const counted = countDueJobs(pool).catch((error) => {
      log.debug({ error }, 'the jobs that are due could not be counted')
      return null
    })
    const found = await untilAborted(counted, signal)
    for (const { task, due } of found ?? []) lanes.get(laneOf[task as TaskName])?.wake(due)
    const rest = Math.min((performance.now() - began) * REST, LOOK_EVERY_MS)
    await pause(rest, undefined, { signal, ref: false }).catch(() => undefined)
    await bell.wait(lookMs)
  }
  await Promise.race([listening.close(), pause(FAREWELL_MS, undefined, { ref: false })])
}

/** How many jobs of each task are due, and not begun. */
async function countDueJobs(pool: pg.Pool): Promise<Array<{ task: string; due: number }>> {
  const { rows } = await pool.query<{ task: string; due: number }>(`/* kept */ select t.identifier as task, j.due
    from (select task_id, count(*)::int as due from graphile_worker._private_jobs
      where is_available and run_at <= now() group by task_id) j
    join graphile_worker._private_tasks t on t.id = j.task_id`)
  return rows
}

/** Remembers that it rang until somebody waits for it. */
class Bell {
  #hasRung = false
  #answer: () => void = () => {}
  readonly #signal: AbortSignal

  constructor(signal: AbortSignal) {
    this.#signal = signal
    signal.addEventListener('abort', () => this.#answer(), { once: true })
  }

  ring(): void {
    this.#hasRung = true
    this.#answer()
  }

  /** Resolves once it has rung since the last wait, after `ms`, or as the signal aborts. */
  async wait(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      if (this.#hasRung || this.#signal.aborted) return resolve()
      const timer = setTimeout(resolve, ms).unref()
      this.#answer = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    this.#hasRung = false
  }
}
