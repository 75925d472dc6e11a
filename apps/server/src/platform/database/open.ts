import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Config } from '../config/config.ts'
import { StartError } from '../config/start-error.ts'
import { cutWhenSilent } from './cut-when-silent.ts'
import { type EmbeddedOptions, startEmbedded } from './embedded/embedded.ts'
import type { Log } from './embedded/embedded-server.ts'
import { createPool, SESSION_LIMITS } from './pool.ts'
import { makeReadAs, type ReadAs } from './read-as.ts'
import type { Database } from './schema.ts'
import { migrate } from './starting/migrate.ts'
import { refusePooler } from './starting/refuse-pooler.ts'

export interface OpenDatabase {
  pool: pg.Pool
  db: Kysely<Database>
  readAs: ReadAs
  /** For separate pools and sessions, such as the job runner's. */
  connection: pg.ClientConfig
  /** Ends the pools, then the embedded server if this process runs it. */
  close(): Promise<void>
}

const POOL_MAX = 10
const READERS_MAX = 6
const RETRY_MS = 250
const PATIENCE_MS = 15_000
const OLDEST_VERSION = 15
/** The database does not exist yet, or is starting or stopping. */
const passing = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EAI_AGAIN', 'ETIMEDOUT', '57P01', '57P02', '57P03'])

/**
 * Opens the database, either the embedded server or DATABASE_URL, and migrates it to the newest schema, or to `upTo`.
 * Throws StartError when it cannot be reached, is too old, or its folder is in use.
 */
export async function openDatabase(
  config: Pick<Config, 'database'>,
  log: Log,
  { upTo, ...options }: Pick<EmbeddedOptions, 'whenInUse'> & { upTo?: string | undefined } = {},
): Promise<OpenDatabase> {
  const { connection: plain, stop } = await reach(config, log, options)
  try {
    await migrate(plain, { upTo })
  } catch (error) {
    await stop()
    throw error
  }
  const { prompt, patient, end: endWatch } = cutWhenSilent(plain, log)
  const pool = createPool(prompt, log, { max: POOL_MAX, name: 'waybill' })
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool, controlClient: pg.Client }) })
  const readers = createPool(prompt, log, { max: READERS_MAX, name: 'waybill-readers' })
  const close = async () => {
    await Promise.all([pool.end(), readers.end()])
    await endWatch()
    await stop()
  }
  return { pool, db, readAs: makeReadAs(readers), connection: patient, close }
}

async function reach(
  { database }: Pick<Config, 'database'>,
  log: Log,
  options: Pick<EmbeddedOptions, 'whenInUse'>,
): Promise<{ connection: pg.ClientConfig; stop: () => Promise<void> }> {
  if (database.kind === 'embedded') return startEmbedded(database.dir, log, options)
  const connection = { connectionString: database.url }
  await waitForDatabase(connection)
  if (options.whenInUse !== 'join') await refusePooler(connection, SESSION_LIMITS)
  return { connection, stop: async () => {} }
}

/** A database that starts beside Waybill may need a few seconds. */
async function waitForDatabase(connection: pg.ClientConfig): Promise<void> {
  const until = performance.now() + PATIENCE_MS
  for (;;) {
    const failure = await probe(connection)
    if (!failure) return
    const code = failure.code ?? (failure.message.includes('timeout') ? 'ETIMEDOUT' : '')
    if (!passing.has(code) || performance.now() >= until) {
      const reason = failure.message || failure.code
      throw new StartError(`The database of DATABASE_URL cannot be used: ${reason}.`, { cause: failure })
    }
    await pause(RETRY_MS)
  }
}

async function probe(connection: pg.ClientConfig): Promise<NodeJS.ErrnoException | null> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
    const version = Math.floor(Number(rows[0]?.server_version_num) / 10_000)
    return version >= OLDEST_VERSION
      ? null
      : new Error(`it is PostgreSQL ${version}, and Waybill needs ${OLDEST_VERSION} or newer`)
  } catch (error) {
    return error as NodeJS.ErrnoException
  } finally {
    await client.end().catch(() => {})
  }
}
