import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { freeVanishedPools, listLateKinds } from './job-pool-store.ts'
import type { PoolKeeper } from './pool-keeper.ts'
import type { WorkerOptions } from './start-worker.ts'

/** With the grace period, this frees the jobs of a killed process within 25 s. */
const SWEEP_MS = 5_000
/** A living process recovers from a lost database connection within this time. */
const GRACE_MS = 15_000
const REFRESH_MS = 600_000
/** What stays late is reported again after this time. */
const TELL_AGAIN_MS = 3_600_000

type Needs = Pick<WorkerOptions, 'db' | 'log' | 'sweepMs' | 'graceMs'>

/**
 * Until `signal` aborts: keeps this process's jobs locked, frees the jobs of vanished processes, and reports jobs that
 * no process begins.
 */
export async function keepJobs(keeper: PoolKeeper, options: Needs, signal: AbortSignal): Promise<void> {
  const { db, log, sweepMs = SWEEP_MS, graceMs = GRACE_MS } = options
  const tellLate = makeTeller(log)
  let refreshedAt = performance.now()
  while (!signal.aborted) {
    try {
      await keeper.check()
      const freed = await freeVanishedPools(db, graceMs)
      if (freed.length > 0) log.warn({ pools: freed }, 'the jobs of a vanished process were freed')
      tellLate((await listLateKinds(db)).map(({ task }) => task))
      if (performance.now() - refreshedAt > REFRESH_MS) {
        await keeper.refreshLocks()
        refreshedAt = performance.now()
      }
    } catch (error) {
      log.debug({ error }, 'the job runner could not be looked after')
    }
    await pause(sweepMs, undefined, { signal, ref: false }).catch(() => undefined)
  }
}

/** Reports once an hour what is late, and immediately what becomes late. */
function makeTeller(log: Logger): (tasks: string[]) => void {
  const toldAt = new Map<string, number>()
  return (tasks) => {
    const now = performance.now()
    for (const [task, at] of toldAt) if (!tasks.includes(task) || now - at > TELL_AGAIN_MS) toldAt.delete(task)
    const fresh = tasks.filter((task) => !toldAt.has(task))
    for (const task of fresh) toldAt.set(task, now)
    if (fresh.length > 0)
      log.error({ alarm: 'jobs-late', tasks: fresh }, 'Jobs have been due for a minute and have not started')
  }
}
