import pg from 'pg'
import { StartError } from '../../config/start-error.ts'

const LOCK_KEYS = [0x57617962, 3] as const

/**
 * Allows one backup of a database at a time: when a second one cleans up, it would delete what the first has copied but
 * not yet listed. A session holds the lock, which is free the moment the process dies.
 *
 * @throws StartError while another backup runs
 */
export async function holdBackups<Result>(connection: pg.ClientConfig, work: () => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ ...connection, application_name: 'waybill-backup', keepAlive: true })
  client.on('error', () => {}) // The reader of the rows gets the error.
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
