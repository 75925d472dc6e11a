/** Readers that take exactly so much from their kernel, over a database whose connection can be cut. */
import { setTimeout as pause } from 'node:timers/promises'
import { makeTestApp, type TestApp } from '../app/test-app.ts'
import { databaseLine } from '../database/database-line.ts'
import { cloneDatabase } from '../database/test-database.ts'
import { ExactSocket, type Manner } from '../http/exact-socket.ts'
import { type AccountPerson, makeAccount } from '../people/account-person.ts'
import { noise, type Recipient, sendTo } from '../people/recipient.ts'

export const KB = 1_000
export const MB = 1_000_000

export interface Reading {
  recipient: Recipient
  url: string
  open(headers?: Record<string, string>, manner?: Manner): Promise<ExactSocket>
}

export class ReadingApp {
  readonly app: TestApp
  /** To the database. */
  readonly line: Awaited<ReturnType<typeof databaseLine>>
  readonly #owner: AccountPerson
  readonly #drop: () => Promise<void>
  readonly #contents = new Map<number, Buffer>()

  private constructor(app: TestApp, line: ReadingApp['line'], owner: AccountPerson, drop: () => Promise<void>) {
    this.app = app
    this.line = line
    this.#owner = owner
    this.#drop = drop
  }

  static async make(): Promise<ReadingApp> {
    const database = await cloneDatabase()
    const line = await databaseLine(database)
    const app = await makeTestApp({ env: { TRUSTED_PROXIES: '', DATABASE_URL: line.url } })
    const owner = await makeAccount(app, { role: 'business', subscription: 'active' })
    return new ReadingApp(app, line, owner, () => database.drop())
  }

  /** A person who has received a file of this many bytes, and has pressed the button. */
  async reading(bytes: number): Promise<Reading> {
    const content = this.#contents.get(bytes) ?? noise(bytes)
    this.#contents.set(bytes, content)
    const recipient = await sendTo(this.app, [{ path: 'a.bin', content }], this.#owner)
    const { links } = await recipient.grant()
    const url = new URL(links[0]?.url ?? '', this.app.origin)
    return { recipient, url: url.href, open: (...how) => ExactSocket.open(this.app.origin, url.pathname, ...how) }
  }

  /** Two minutes in which nobody requests anything. */
  async waitOut(): Promise<void> {
    for (let nth = 0; nth < 2; nth += 1) await this.app.passTime(61_000)
    await this.app.runJobs()
  }

  async close(): Promise<void> {
    await this.app.close()
    await this.line.down()
    await this.#drop()
  }
}

export const rangeOf = (from: number, to?: number) => ({ range: `bytes=${from}-${to === undefined ? '' : to - 1}` })
export const claimOf = async ({ recipient }: Reading) => (await recipient.deliveries())[0]
export const isFinished = async (one: Reading) => (await claimOf(one))?.finished_at instanceof Date
/** Every connection has ended, and its outcome is saved. */
export const settled = ({ recipient }: Reading) => recipient.until(([row]) => row !== undefined)

/** What its kernel has once nothing more arrives. */
export async function atRest(socket: ExactSocket): Promise<number> {
  for (let before = -1; ; ) {
    const now = socket.arrived
    if (now === before) return now
    before = now
    await pause(150)
  }
}
