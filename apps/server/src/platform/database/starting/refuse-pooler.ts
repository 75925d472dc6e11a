import { randomBytes, randomInt } from 'node:crypto'
import pg from 'pg'
import { StartError } from '../../config/start-error.ts'

const CONNECT_TIMEOUT_MS = 5_000
const HEARD_WITHIN_MS = 2_000
const INT4_END = 2 ** 31

/** `startup`: what the pools' connections set at their start; a pooler may refuse it. */
export type StartupSettings = Pick<pg.ClientConfig, 'statement_timeout' | 'idle_in_transaction_session_timeout'>

/**
 * Refuses a pooler that hands one server session to several of ours in turn: a session setting decides whose rows a
 * connection may see, jobs and live pages receive events by LISTEN, and session locks show that processes live.
 *
 * @throws StartError
 */
export async function refusePooler(connection: pg.ClientConfig, startup: StartupSettings): Promise<void> {
  const [one, two] = [0, 1].map(() => {
    const client = new pg.Client({ ...connection, ...startup, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
    return client.on('error', () => {})
  }) as [pg.Client, pg.Client]
  try {
    await Promise.all([one.connect(), two.connect()])
    const shared = (await sharesSession(one, two)) ?? (await losesSession(one, two)) ?? (await staysDeaf(one, two))
    if (shared === null) return
    throw new StartError(
      `The database of DATABASE_URL is reached through a pooler that shares sessions (${shared}), but Waybill needs ` +
        'its own sessions. Set the pooler to session mode (PgBouncer: pool_mode = session), or connect to the database directly.',
    )
  } catch (error) {
    if (error instanceof StartError) throw error
    const { message } = error as Error
    throw new StartError(`The database of DATABASE_URL cannot be used: ${message}.`, { cause: error })
  } finally {
    await Promise.all([one, two].map((client) => client.end().catch(() => undefined)))
  }
}

interface Session {
  pid: number
  seen: string | null
  isLocked: boolean
}

/** One connection's session state must not be visible to the other. */
async function sharesSession(one: pg.Client, two: pg.Client): Promise<string | null> {
  const token = randomBytes(8).toString('hex')
  const keys = [randomInt(INT4_END), randomInt(INT4_END)]
  const lock = 'pg_backend_pid() as pid, pg_try_advisory_lock($1, $2) as "isLocked"'
  const own = await one.query<Session>(`select set_config('waybill.probe', $3, false) as seen, ${lock}`, [
    ...keys,
    token,
  ])
  const other = await two.query<Session>(`select current_setting('waybill.probe', true) as seen, ${lock}`, keys)
  if (other.rows[0]?.pid === own.rows[0]?.pid) return 'two connections have one session'
  if (other.rows[0]?.seen === token) return "a session's setting is seen by another"
  return other.rows[0]?.isLocked ? "a session's lock is held by two" : null
}

/** The session must not change while the other connection is busy: a pooler hands over the next free session. */
async function losesSession(one: pg.Client, two: pg.Client): Promise<string | null> {
  const ask = async (client: pg.Client) => (await client.query<Session>('select pg_backend_pid() as pid')).rows[0]?.pid
  const before = await ask(one)
  await two.query('begin')
  const [after, held] = [await ask(one), await ask(two)]
  await two.query('commit')
  return after === before && held !== before ? null : 'a connection changes its session'
}

async function staysDeaf(one: pg.Client, two: pg.Client): Promise<string | null> {
  const channel = `waybill_probe_${randomBytes(8).toString('hex')}`
  const heard = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => heard.resolve(false), HEARD_WITHIN_MS)
  one.once('notification', () => heard.resolve(true))
  await one.query(`listen ${channel}`)
  await two.query(`notify ${channel}`)
  const isHeard = await heard.promise
  clearTimeout(timer)
  return isHeard ? null : 'LISTEN hears nothing'
}
