import pg from 'pg'
import { StartError } from '../../config/start-error.ts'

const LOCK_KEYS = [0x57617962, 3] as const

/**
 * One backup of a database at a time: what one has copied and not yet listed, another that tidies up would take for
 * leftovers. The lock is a session's, free again the moment the process dies.
 *
 * @throws StartError while another one runs
 */
export async function holdBackups<Result>(connection: pg.ClientConfig, work: () => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ ...connection, application_name: 'waybill-backup', keepAlive: true })
  client.on('error', () => {}) // Whoever reads rows meanwhile is told.
  await client.connect()
  try {
    await client.query('set idle_session_timeout = 0')
    const { rows } = await client.query('select pg_try_advisory_lock($1, $2) as "isTaken"', [...LOCK_KEYS])
    if (!rows[0].isTaken) throw new StartError('Another backup of this database is running. Wait until it is done.')
    return await work()
  } finally {
    await client.end()
  }
}
