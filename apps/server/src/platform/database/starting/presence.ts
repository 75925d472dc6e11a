import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import { dropClient, QuietClient } from '../quiet-client.ts'

/** Namespace of the presence locks among PostgreSQL's two-key advisory locks. */
const PRESENCE = 0x57_42_4e_44
const CONNECT_TIMEOUT_MS = 5_000
const FAREWELL_MS = 1_000

/** The longest wait for a lock: the session that held it before may be gone for us but not for the server. */
const LOCK_TIMEOUT_MS = 5_000
const RETRY_MS = 500

export interface Presence {
  /** Resolves while other processes see this one, to the number of times it has become visible. */
  held(): Promise<number>
  /** Takes the lock again, for when other processes do not see this one although it believes that it holds the lock. */
  renew(): void
  release(): Promise<void>
}

/**
 * Announces to the other server processes on this database that `nodeId` lives, through a session advisory lock that is
 * free at once when the process dies, however it dies. Takes the lock again after the database was unavailable.
 */
export async function holdPresence(connection: pg.ClientConfig, nodeId: string, log: Logger): Promise<Presence> {
  let isReleased = false
  let turns = 0
  let holding = Promise.withResolvers<number>()
  let client = await takeLock()

  async function takeLock(): Promise<pg.Client> {
    const fresh = new QuietClient({
      ...connection,
      application_name: 'waybill-presence',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      lock_timeout: LOCK_TIMEOUT_MS,
      query_timeout: LOCK_TIMEOUT_MS * 2,
    })
    try {
      await fresh.connect()
      await fresh.query('select pg_advisory_lock($1, hashtext($2))', [PRESENCE, nodeId])
    } catch (error) {
      dropClient(fresh)
      throw error
    }
    fresh.on('error', (error) => log.warn({ error: error.message }, 'presence connection lost'))
    fresh.on('end', () => void retake())
    turns += 1
    holding.resolve(turns)
    return fresh
  }

  async function retake(): Promise<void> {
    holding = Promise.withResolvers<number>()
    while (!isReleased) {
      try {
        client = await takeLock()
        if (isReleased) dropClient(client)
        return
      } catch {
        // The database is still unavailable; the next try follows in half a second.
        await pause(RETRY_MS)
      }
    }
  }

  return {
    held: () => holding.promise,
    renew: () => dropClient(client),
    async release() {
      isReleased = true
      const left = client.end().catch(() => undefined)
      await Promise.race([left, pause(FAREWELL_MS, undefined, { ref: false })])
      dropClient(client)
    },
  }
}

/** SQL that is true where the process named by the text expression `node` holds its presence lock. */
export const isPresent = (node: ReturnType<typeof sql<string>>) => sql<boolean>`exists (
  select 1 from pg_locks
  where locktype = 'advisory' and granted
    and database = (select oid from pg_database where datname = current_database())
    and classid = ${PRESENCE}::int8::oid and objid = ((hashtext(${node})::int8 & 4294967295))::oid and objsubid = 2)`
