import { sql } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'

/** Namespace of the presence locks among PostgreSQL's two-key advisory locks. */
const PRESENCE = 0x57_42_4e_44
const CONNECT_TIMEOUT_MS = 5_000

/**
 * Tells the other server processes on this database that `nodeId` lives: a session advisory lock, free at once when
 * the process dies, however it dies. Taken again after the database was away.
 */
export async function holdPresence(
  connection: pg.ClientConfig,
  nodeId: string,
  log: Logger,
): Promise<{ release(): Promise<void> }> {
  let isReleased = false
  let client = await takeLock()

  async function takeLock(): Promise<pg.Client> {
    const fresh = new pg.Client({
      ...connection,
      application_name: 'waybill-presence',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    })
    fresh.on('error', (error) => log.warn({ error: error.message }, 'presence connection lost'))
    try {
      await fresh.connect()
      await fresh.query('select pg_advisory_lock($1, hashtext($2))', [PRESENCE, nodeId])
    } catch (error) {
      await fresh.end().catch(() => undefined)
      throw error
    }
    fresh.on('end', () => void retake())
    return fresh
  }

  async function retake(): Promise<void> {
    while (!isReleased) {
      await new Promise((resolve) => setTimeout(resolve, 500))
      if (isReleased) return
      try {
        client = await takeLock()
        if (isReleased) await client.end()
        return
      } catch {
        // The database is still away; the next try comes in half a second.
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

/** SQL that is true where the process named by the text expression `node` holds its presence lock. */
export const isPresent = (node: ReturnType<typeof sql<string>>) => sql<boolean>`exists (
  select 1 from pg_locks
  where locktype = 'advisory' and granted
    and database = (select oid from pg_database where datname = current_database())
    and classid = ${PRESENCE}::int8::oid and objid = ((hashtext(${node})::int8 & 4294967295))::oid and objsubid = 2)`
