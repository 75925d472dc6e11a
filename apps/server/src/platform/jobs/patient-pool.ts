import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { ClosingPool } from '../database/pool.ts'

const RETRY_MS = 250
/** What graphile-worker tries again, after 50 ms at first and 5 s at last, whatever it was doing. */
const RETRYABLE = '40001'
/** SQLSTATE classes of statements that are wrong, and will be wrong again: its migrations read these codes. */
const wrong = /^(?:0A|22|23|42|GW)/

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void

/**
 * The job runner's pool, for which the database never goes away: connecting waits until it is back, however it fails,
 * and a statement that failed for any reason but its own is told as one to be tried again. The runner says "this job is
 * done" (or has failed) with nobody listening for that to fail, and keeps a failed look at its list of tasks for ever:
 * the job would stay locked by a process that lives, or no job would be found any more. Once the pool has ended nothing
 * answers any more: the jobs of a process that is gone are freed by the others.
 */
export class PatientPool extends ClosingPool {
  constructor(options: pg.PoolConfig) {
    super(options)
    this.on('connect', makeRetryable)
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    const connecting = this.#connectPatiently()
    if (!callback) return connecting
    connecting.then(
      (client) => callback(undefined, client, onceOnly(client.release)),
      (error) => callback(error, undefined, () => {}),
    )
    return undefined
  }

  async #connectPatiently(): Promise<pg.PoolClient> {
    for (;;) {
      try {
        return await super.connect()
      } catch {
        if (this.ending) return new Promise(() => {})
      }
      await pause(RETRY_MS)
    }
  }
}

/** The runner's listener may let go of its connection twice, when that breaks while it is being closed. */
function onceOnly(release: pg.PoolClient['release']): (error?: unknown) => void {
  let isReleased = false
  return (error) => {
    if (isReleased) return
    isReleased = true
    release(error as Error | boolean)
  }
}

function makeRetryable(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const told = (error: Error) => {
    const isWrong = error instanceof pg.DatabaseError && wrong.test(error.code ?? '')
    throw isWrong ? error : Object.assign(error, { code: RETRYABLE })
  }
  const patient = (...args: unknown[]) => {
    const answer = query(...args)
    return answer instanceof Promise ? answer.catch(told) : answer
  }
  client.query = patient as typeof client.query
}
