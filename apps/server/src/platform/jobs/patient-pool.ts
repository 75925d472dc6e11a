import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { ClosingPool } from '../database/pool.ts'

const RETRY_MS = 250
/** graphile-worker retries this, after 50 ms at first and 5 s at last, whatever it was doing. */
const RETRYABLE = '40001'
/** SQLSTATE classes of statements that are wrong, and will be wrong again: the runner's migrations read these codes. */
const wrong = /^(?:0A|22|23|42|GW)/

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void

/**
 * The job runner's pool, which hides that the database is unavailable: connecting waits until the database is back,
 * however it fails, and a statement that failed for any reason but its own gets an error that means retry. The runner
 * reports "this job is done" (or has failed) without handling an error, and caches a failed lookup of its list of tasks
 * for ever: the job would stay locked by a living process, or no job would be found any more. After the pool has ended,
 * nothing answers: other processes free the jobs of a process that is gone.
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

/** The runner's listener may release its connection twice, when it breaks while it is being closed. */
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
