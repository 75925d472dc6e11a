/** Everything that people do at once, on several nodes: parts, downloads, lists, sessions and live streams. */
import { randomBytes } from 'node:crypto'
import { until } from '../app/until.ts'
import type { MailSink } from '../crash/mail-sink.ts'
import { LoadAccount } from './load-account.ts'
import { runReader } from './load-reader.ts'
import { LoadSenders } from './load-sender.ts'
import type { LoadPlace } from './load-site.ts'
import { Pulse } from './pulse.ts'

const ACCOUNTS = 4
const SENDERS = 2
const FILE_BYTES = 2_000_000
/** Work goes on when each kind has succeeded so often since. */
const BEATS = 3
const PATIENCE_MS = 180_000

export class Load {
  readonly pulses = {
    parts: new Pulse('parts'),
    downloads: new Pulse('downloads'),
    lists: new Pulse('lists'),
    sessions: new Pulse('sessions'),
    streams: new Pulse('streams'),
  }
  readonly senders: LoadSenders
  readonly #place: LoadPlace
  #work: Promise<unknown> = Promise.resolve()
  #failure: Error | null = null
  #isOver = false
  #lost = 0

  constructor(origin: string, sink: MailSink) {
    this.#place = { origin, sink, isOver: () => this.#isOver }
    this.senders = new LoadSenders(this.#place, this.pulses.parts)
  }

  /** Resolves once each kind of work succeeds. */
  async start(): Promise<void> {
    const accounts: LoadAccount[] = []
    const readings: Array<{ file: { path: string; content: Buffer }; link: string; network: string }> = []
    for (let nth = 0; nth < ACCOUNTS; nth += 1) {
      const account = await LoadAccount.open(this.#place, this.pulses, nth)
      const file = { path: `file-${nth}.bin`, content: randomBytes(FILE_BYTES) }
      readings.push({ file, link: await account.send(file), network: `203.0.${nth}.5` })
      accounts.push(account)
    }
    const work = [
      ...accounts.map((account) => account.run()),
      ...readings.map((reading) => runReader(this.#place, this.pulses.downloads, reading)),
      ...Array.from({ length: SENDERS }, (_none, nth) => this.senders.run(nth)),
    ]
    for (const one of work) one.catch((error) => (this.#failure ??= error))
    this.#work = Promise.allSettled(work)
    await this.goesOn()
  }

  /** A session is renewed, and its answer is lost; the returned function asks again, and must get the same answer. */
  async loseAnswer(): Promise<() => Promise<void>> {
    const account = await LoadAccount.open(this.#place, this.pulses, ACCOUNTS + this.#lost++)
    return account.loseAnswer()
  }

  /** Pauses count from now on. */
  mark(): void {
    for (const pulse of Object.values(this.pulses)) pulse.mark()
  }

  /** Resolves once every kind of work has succeeded several times from now on. */
  async goesOn(): Promise<void> {
    const pulses = Object.values(this.pulses)
    const before = pulses.map(({ beats }) => beats)
    const isGoing = () => {
      if (this.#failure) throw this.#failure
      return pulses.every(({ beats }, nth) => beats >= (before[nth] ?? 0) + BEATS)
    }
    try {
      await until(isGoing, PATIENCE_MS)
    } catch (error) {
      const still = pulses.filter(({ beats }, nth) => beats < (before[nth] ?? 0) + BEATS)
      if (this.#failure) throw error
      throw new Error(`Never went on: ${still.map(({ name, answers }) => `${name} ${JSON.stringify([...answers])}`)}`)
    }
  }

  /** Lets what is under way end, and checks it. Returns what was broken, as sentences. */
  async stop(): Promise<string[]> {
    this.#isOver = true
    await this.#work
    if (this.#failure) throw this.#failure
    await this.senders.checkAll()
    return [...Object.values(this.pulses).flatMap(({ broken }) => broken), ...this.senders.report.broken]
  }
}
