import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from './embedded-server.ts'

const PING_EVERY_MS = 250
/** With the pause between pings this tells of a silent database within two seconds. */
const SILENCE_MS = 1500

/**
 * A database that hangs, or whose line went dead, neither answers nor closes its connections: whoever has asked would
 * wait for minutes. This asks for a sign of life all the time, on a connection of its own, and when none comes cuts
 * every connection of `pool`, so that waiting queries fail as they do when the database is gone. Returns what ends it.
 */
export function cutWhenSilent(pool: pg.Pool, connection: pg.ClientConfig, log: Log): () => Promise<void> {
  const clients = new Set<pg.PoolClient>()
  pool.on('connect', (client) => clients.add(client))
  pool.on('remove', (client) => clients.delete(client))
  const ending = new AbortController()
  const watching = watch(connection, ending.signal, () => {
    log.error({ connections: clients.size }, 'the database does not answer; its connections are cut')
    for (const client of clients) cut(client)
  })
  return () => {
    ending.abort()
    return watching
  }
}

async function watch(connection: pg.ClientConfig, ending: AbortSignal, onSilence: () => void): Promise<void> {
  while (!ending.aborted) {
    const client = new pg.Client({
      ...connection,
      connectionTimeoutMillis: SILENCE_MS,
      application_name: 'waybill-ping',
    })
    client.on('error', () => {})
    const wasSilent = await listen(client, ending)
    if (wasSilent) {
      cut(client)
      onSilence()
    } else await client.end().catch(() => {})
    await pause(PING_EVERY_MS, undefined, { signal: ending }).catch(() => {})
  }
}

/** Pings until the connection breaks or the watch ends (false), or no answer comes (true). */
async function listen(client: pg.Client, ending: AbortSignal): Promise<boolean> {
  try {
    await client.connect()
    while (!ending.aborted) {
      if (!(await answersInTime(client))) return true
      await pause(PING_EVERY_MS, undefined, { signal: ending })
    }
  } catch {
    // Gone or ending: the pool's own connections have ended too, or fail to connect in two seconds.
  }
  return false
}

async function answersInTime(client: pg.Client): Promise<boolean> {
  let hasAnswered = false
  const answer = client.query('select').then(() => {
    hasAnswered = true
  })
  const waiting = new AbortController()
  const patience = pause(SILENCE_MS, undefined, { signal: waiting.signal }).catch(() => {})
  await Promise.race([answer, patience]).finally(() => waiting.abort())
  // Where this process itself was held up, the answer lies ready but unread.
  if (!hasAnswered) await nextTurn().then(() => nextTurn())
  answer.catch(() => {}) // It fails when the connection is cut.
  return hasAnswered
}

/** Drops a connection without a farewell, which a silent server would not take. */
function cut(client: pg.ClientBase): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}
