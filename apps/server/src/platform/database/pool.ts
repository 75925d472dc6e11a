import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from './embedded/embedded-server.ts'
import { QuietClient } from './quiet-client.ts'

const INT8 = 20
const INT8_ARRAY = 1016
/** The caller must hear of a dead database within two seconds. */
const CONNECT_TIMEOUT_MS = 2000
const STATEMENT_TIMEOUT_MS = 15_000
/** A statement that waits longer for another's lock fails, instead of waiting as long as a statement may run. */
const LOCK_TIMEOUT_MS = 4000
/** What every connection of a pool sets at its start. */
export const SESSION_LIMITS = {
  statement_timeout: STATEMENT_TIMEOUT_MS,
  lock_timeout: LOCK_TIMEOUT_MS,
  idle_in_transaction_session_timeout: 60_000,
} as const
/** A session's cache of tables and statements grows with use, so the session is replaced after this time. */
const LIFETIME_SECONDS = 900
/**
 * A new session first connects, reads the catalogue and plans each kept statement: the first page of a list takes it ten
 * times as long as the next one. Closed after half a minute, the sessions of a short rush were missing in the next one,
 * and one stall became many.
 */
const IDLE_MS = 600_000
/** The longest wait at the end for a silent server or a running statement. */
const FAREWELL_MS = 5000

/**
 * A pool of connections. int8 arrives as a number and throws beyond 2^53 - 1 instead of losing digits; `numeric`
 * (the type of `sum(bigint)`) stays text, so such sums are cast to bigint in SQL.
 */
export function createPool(
  connection: pg.ClientConfig,
  log: Log,
  options: { max: number; name: string },
  Kind: typeof ClosingPool = ClosingPool,
): pg.Pool {
  const pool = new Kind({
    ...connection,
    Client: QuietClient as unknown as NonNullable<pg.PoolConfig['Client']>,
    max: options.max,
    application_name: options.name,
    types: { getTypeParser: findParser as typeof pg.types.getTypeParser },
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_MS,
    maxLifetimeSeconds: LIFETIME_SECONDS,
    // A server that was stopped without closing its connections answers nothing at all, not even a timeout.
    query_timeout: STATEMENT_TIMEOUT_MS + 1000,
    ...SESSION_LIMITS,
  })
  // The next query replaces a broken connection.
  const note = (error: Error) => {
    log.warn({ err: error, pool: options.name }, 'a database connection broke')
  }
  pool.on('connect', (client) => client.on('error', note))
  pool.on('error', () => {}) // The client's own listener has reported it.
  return pool
}

/**
 * `end` resolves once every connection is closed; a plain pool's `end` resolves while their farewells are still on the
 * way.
 */
export class ClosingPool extends pg.Pool {
  readonly #open = new Set<Promise<unknown>>()

  constructor(options: pg.PoolConfig) {
    super(options)
    this.on('connect', (client) => {
      const closed = new Promise((resolve) => client.once('end', resolve))
      this.#open.add(closed)
      void closed.then(() => this.#open.delete(closed))
    })
  }

  override async end(): Promise<void> {
    const patience = new AbortController()
    const late = pause(FAREWELL_MS, undefined, { signal: patience.signal }).catch(() => {})
    await Promise.race([super.end().then(() => Promise.all(this.#open)), late])
    patience.abort()
  }
}

/** Throws RangeError for a value that a number cannot hold exactly. */
function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a safe integer`)
  return value
}

function findParser(oid: number, format?: 'text' | 'binary') {
  if (format === 'binary') return pg.types.getTypeParser(oid, 'binary')
  if (oid === INT8) return parseInt8
  const parse = pg.types.getTypeParser(oid, 'text')
  if (oid !== INT8_ARRAY) return parse
  return (text: string) => (parse(text) as unknown as (string | null)[]).map((one) => one && parseInt8(one))
}
