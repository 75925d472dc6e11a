import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from './embedded/embedded-server.ts'
import { dropClient, QuietClient } from './quiet-client.ts'

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 2_000
const CONNECT_TIMEOUT_MS = 5_000

export interface ListenOptions {
  connection: pg.ClientConfig
  channels: readonly string[]
  name: string
  log: Log
  onMessage(payload: string, channel: string): void
  /** Runs each time the session listens again after an interruption; notifications sent meanwhile are lost. */
  onOpen(): void
}

/** A separate session that listens to some channels and reconnects whenever it breaks, until it is closed. */
export class Listening {
  readonly #options: ListenOptions
  #client: pg.Client | null = null
  #opening: Promise<void> | null = null
  #isClosed = false

  constructor(options: ListenOptions) {
    this.#options = options
  }

  /** Resolves once the session listens. */
  async open(): Promise<void> {
    if (this.#client || this.#isClosed) return
    this.#opening ??= this.#keepTrying().finally(() => {
      this.#opening = null
    })
    await this.#opening
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#client?.end().catch(() => {})
  }

  async #keepTrying(): Promise<void> {
    for (let wait = FIRST_PAUSE_MS; !this.#isClosed; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
      if (await this.#tryOnce()) return
      await pause(wait, undefined, { ref: false })
    }
  }

  async #tryOnce(): Promise<boolean> {
    const { connection, channels, name, log, onMessage, onOpen } = this.#options
    const settings = { application_name: name, keepAlive: true, connectionTimeoutMillis: CONNECT_TIMEOUT_MS }
    const client = new QuietClient({ ...connection, ...settings, query_timeout: CONNECT_TIMEOUT_MS })
    client.on('notification', ({ payload = '', channel }) => onMessage(payload, channel))
    try {
      await client.connect()
      for (const channel of channels) await client.query(`listen "${channel}"`)
    } catch (error) {
      log.warn({ error, channels }, 'cannot listen')
      dropClient(client)
      return false
    }
    client.once('end', () => {
      if (this.#client === client) this.#client = null
      void this.open()
    })
    this.#client = client
    if (this.#isClosed) dropClient(client)
    onOpen()
    return true
  }
}
