import pg from 'pg'
import type { Logger } from 'pino'
import { StartError } from '../../config/start-error.ts'

/** Namespace of the locks that say where a process delivers its mails. */
const MAIL_WAY = 0x57_42_4d_57
const RETRY_MS = 500
const CONNECT_TIMEOUT_MS = 5_000

/**
 * Announces to the other processes on this database where this one delivers mails: `way` is 'smtp', or the name of an
 * outbox folder. Any process may take a mail's job, so a folder on only one machine would hold mails that nobody finds:
 * a process without SMTP is refused while another process delivers elsewhere. A dead process counts no longer.
 *
 * @throws StartError
 */
export async function holdMailWay(
  connection: pg.ClientConfig,
  way: string,
  log: Pick<Logger, 'warn'>,
): Promise<{ release(): Promise<void> }> {
  let isReleased = false
  let client = await hold(true)

  async function hold(mayRefuse: boolean): Promise<pg.Client> {
    const fresh = new pg.Client({
      ...connection,
      application_name: 'waybill-mail-way',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    })
    fresh.on('error', () => {}) // 'end' follows.
    try {
      await fresh.connect()
      const isAlone = await takeIn(fresh, way)
      if (mayRefuse && way !== 'smtp' && !isAlone) throw refusal()
    } catch (error) {
      await fresh.end().catch(() => undefined)
      throw error
    }
    fresh.once('end', () => void holdAgain())
    return fresh
  }
  async function holdAgain(): Promise<void> {
    while (!isReleased) {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref())
      if (isReleased) return
      try {
        client = await hold(false)
        if (isReleased) await client.end()
        return
      } catch (error) {
        log.warn({ error }, 'cannot tell the database where emails go')
      }
    }
  }
  return {
    async release() {
      isReleased = true
      await client.end().catch(() => undefined)
    },
  }
}

/** Takes the shared lock for `way`, one process after the other; true where no other way is locked. */
async function takeIn(client: pg.Client, way: string): Promise<boolean> {
  await client.query('begin')
  await client.query('select pg_advisory_xact_lock($1, 0)', [MAIL_WAY])
  await client.query('select pg_advisory_lock_shared($1, greatest(1, abs(hashtext($2)::int8) % 2147483647)::int4)', [
    MAIL_WAY,
    way,
  ])
  const { rows } = await client.query<{ ways: number }>(
    `select count(distinct objid)::int as ways from pg_locks
     where locktype = 'advisory' and granted and objsubid = 2 and classid = $1::int8::oid and objid <> 0::oid
       and database = (select oid from pg_database where datname = current_database())`,
    [MAIL_WAY],
  )
  await client.query('commit')
  return rows[0]?.ways === 1
}

const refusal = (): StartError =>
  new StartError(
    'SMTP_URL is not set, but another process on this database sends its emails elsewhere. Emails would stay in a folder ' +
      'of this machine. Set SMTP_URL for every process, or give them the same DATA_DIR.',
  )
