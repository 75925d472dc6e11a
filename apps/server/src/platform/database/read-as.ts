import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import type { Database } from './schema.ts'
import { READER_ROLE } from './starting/reader-role.ts'

/**
 * The database as one account may see it: its workspace's things and the account's personal rows. Other accounts' rows
 * do not exist here, whatever a statement asks for. Reads only.
 */
export type ReadAs = (accountId: string) => Kysely<Database>

/**
 * A connection becomes the reading role once. All its queries go along an index, in the index's order, for one account;
 * so a plan that reads or sorts a whole table is never right, and one cached plan suits every account, large or small.
 */
const BECOME_READER = `set role ${READER_ROLE}; set plan_cache_mode = force_generic_plan; set enable_seqscan = off;
  set enable_sort = off; set enable_hashjoin = off; set enable_mergejoin = off; set enable_bitmapscan = off; set jit = off`

/** How long a connection reuses an account's workspace before it looks it up again. */
const REUSE_WORKSPACE_MS = 1_000
/** Sets the account in one statement: an unknown account has no workspace. */
const BECOME_ACCOUNT = `select /* kept */ set_config('waybill.account', $1, false),
  set_config('waybill.workspace', coalesce(workspace_of($1), ''), false)`

/**
 * Makes the connections of the pool read as an account. The pool must serve no other purpose: its connections keep the
 * role.
 */
export function makeReadAs(pool: pg.Pool): ReadAs {
  const readers = new WeakMap<pg.PoolClient, Reader>()
  return (accountId) => {
    const connect = async () => {
      const client = await pool.connect()
      const reader = readers.get(client) ?? new Reader(client)
      readers.set(client, reader)
      try {
        await reader.become(accountId)
      } catch (error) {
        client.release(error as Error)
        throw error
      }
      return reader as unknown as PostgresPoolClient
    }
    const ofAccount = { connect, end: async () => {} } as PostgresPool
    return new Kysely<Database>({ dialect: new PostgresDialect({ pool: ofAccount }) })
  }
}

/** One connection, which remembers whose rows it shows. */
class Reader {
  readonly #client: pg.PoolClient
  #accountId: string | null = null
  #becameAt = 0

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  async become(accountId: string): Promise<void> {
    const now = performance.now()
    if (this.#accountId === accountId && now < this.#becameAt + REUSE_WORKSPACE_MS) return
    if (this.#accountId === null) await this.#client.query(BECOME_READER)
    // Unknown until the statement succeeds: after a failure no account's rows are visible.
    this.#accountId = ''
    await this.#client.query(BECOME_ACCOUNT, [accountId])
    this.#accountId = accountId
    this.#becameAt = now
  }

  query(text: string, values: readonly unknown[]): Promise<unknown> {
    return this.#client.query(text, values as unknown[])
  }

  release(): void {
    this.#client.release()
  }
}
