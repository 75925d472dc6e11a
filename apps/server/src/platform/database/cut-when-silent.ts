import { Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from './embedded/embedded-server.ts'

const PING_EVERY_MS = 250
/** Together with the pause between pings, this detects a silent database within two seconds. */
const SILENCE_MS = 1500
const LASTING_SILENCE_MS = 5000

export interface SilenceWatch {
  /** For requests, which people wait for: cut at once when the database falls silent. */
  prompt: pg.ClientConfig
  /** For jobs and listeners, which tolerate a short silence: cut when it lasts. */
  patient: pg.ClientConfig
  end(): Promise<void>
}

/**
 * A database that hangs, or whose connection is dead, neither answers nor closes its connections, so a query would wait
 * for minutes. This pings it all the time on a separate connection. When no answer comes, it cuts the connections made
 * with the settings it returns, so that waiting queries fail and listeners reconnect as they do when the database is
 * gone.
 */
export function cutWhenSilent(connection: pg.ClientConfig, log: Log): SilenceWatch {
  const [prompt, patient] = [new OpenSockets(), new OpenSockets()]
  const ending = new AbortController()
  const watching = watch(connection, ending.signal, (silentMs) => {
    const lasts = silentMs > LASTING_SILENCE_MS
    const cut = prompt.cut() + (lasts ? patient.cut() : 0)
    if (cut > 0) log.error({ connections: cut }, 'the database does not answer; its connections are cut')
  })
  return {
    prompt: { ...connection, stream: () => prompt.make() },
    patient: { ...connection, stream: () => patient.make() },
    end() {
      ending.abort()
      return watching
    },
  }
}

class OpenSockets {
  readonly #open = new Set<Socket>()

  make(): Socket {
    const socket = new Socket()
    this.#open.add(socket)
    return socket.once('close', () => this.#open.delete(socket))
  }

  /** Drops every connection without a farewell, which a silent server would not accept. Returns how many. */
  cut(): number {
    for (const socket of this.#open) socket.destroy()
    return this.#open.size
  }
}

/** `onSilence` receives how long the server has been silent, again and again while that lasts. */
async function watch(
  connection: pg.ClientConfig,
  ending: AbortSignal,
  onSilence: (silentMs: number) => void,
): Promise<void> {
  let heardAt = performance.now()
  while (!ending.aborted) {
    const client = new pg.Client({
      ...connection,
      connectionTimeoutMillis: SILENCE_MS,
      application_name: 'waybill-ping',
    })
    client.on('error', () => {})
    const verdict = await listen(client, ending, () => {
      heardAt = performance.now()
    })
    if (verdict === 'silent') {
      client.connection.stream.destroy()
      onSilence(performance.now() - heardAt)
    } else {
      // A server that refuses or closes connections is not silent: it has ended the other connections too.
      heardAt = performance.now()
      await client.end().catch(() => {})
    }
    await pause(PING_EVERY_MS, undefined, { signal: ending }).catch(() => {})
  }
}

/** Pings until the connection breaks or the watch ends ('over'), or no answer comes ('silent'). */
async function listen(client: pg.Client, ending: AbortSignal, onHeard: () => void): Promise<'over' | 'silent'> {
  try {
    await client.connect()
    while (!ending.aborted) {
      if (!(await answersInTime(client))) return 'silent'
      onHeard()
      await pause(PING_EVERY_MS, undefined, { signal: ending })
    }
  } catch (error) {
    if (/timeout expired/.test(String(error))) return 'silent'
  }
  return 'over'
}

async function answersInTime(client: pg.Client): Promise<boolean> {
  let hasAnswered = false
  const answer = client.query('select').then(() => {
    hasAnswered = true
  })
  const waiting = new AbortController()
  const patience = pause(SILENCE_MS, undefined, { signal: waiting.signal }).catch(() => {})
  await Promise.race([answer, patience]).finally(() => waiting.abort())
  // If this process itself was held up, the answer has arrived but is still unread.
  if (!hasAnswered) await nextTurn().then(() => nextTurn())
  answer.catch(() => {}) // The ping fails when the connection is cut.
  return hasAnswered
}
