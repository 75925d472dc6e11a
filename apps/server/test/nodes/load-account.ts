/** An account at work: its session is renewed all the time, its list is read, and its live stream stays open. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Answer } from '../app/site-call.ts'
import { LiveStream } from '../http/live-stream.ts'
import { planByEngine, startEngine } from '../people/engine.ts'
import { Person, type SentFile, type Site } from '../people/people.ts'
import { askUntilAnswered, type LoadPlace, signUpThere } from './load-site.ts'
import type { Pulse } from './pulse.ts'

const REST_MS = 150
/** Every so many calls, the page renews its session. */
const CALLS_PER_SESSION = 3

interface AccountPulses {
  lists: Pulse
  sessions: Pulse
  streams: Pulse
}

export class LoadAccount {
  readonly #place: LoadPlace
  readonly #pulses: AccountPulses
  readonly #person: Person
  #token = ''

  private constructor(place: LoadPlace, pulses: AccountPulses, person: Person) {
    this.#place = place
    this.#pulses = pulses
    this.#person = person
  }

  static async open(place: LoadPlace, pulses: AccountPulses, nth: number): Promise<LoadAccount> {
    const address = `account-${nth}@load.example`
    const person = await signUpThere(place, pulses.sessions, address, `198.51.${nth}.7`)
    const account = new LoadAccount(place, pulses, person)
    await account.#renew()
    return account
  }

  /** Works until the load is over, then renews the session once more. */
  async run(): Promise<void> {
    await Promise.all([this.#work(), this.#listen()])
    await this.#renew()
  }

  async #work(): Promise<void> {
    for (let calls = 1; !this.#place.isOver(); calls += 1) {
      await this.list()
      if (calls % CALLS_PER_SESSION === 0) await this.#renew()
      await pause(REST_MS)
    }
  }

  /** An answer may be lost: the browser asks again with the cookie that it has. */
  async #renew(): Promise<void> {
    const { sessions } = this.#pulses
    const { status, body } = await askUntilAnswered(this.#person, sessions, 'refreshSession')
    if (status === 200) {
      this.#token = body.accessToken
      sessions.beat()
    } else sessions.broken.push(`${this.#person.address}: its session was lost (${status} ${body?.code})`)
  }

  /** Renews the session, and loses the answer as if the line broke. Returns what the browser does next. */
  async loseAnswer(): Promise<() => Promise<void>> {
    const answer = await fetch(new URL('/refreshToken', this.#place.origin), {
      headers: this.#person.headers({ origin: this.#place.origin }),
    })
    await answer.body?.cancel()
    if (answer.status !== 200) throw new Error(`A session could not be renewed: ${answer.status}`)
    return () => this.#renew()
  }

  #bearer = () => ({ authorization: `Bearer ${this.#token}` })

  /** The first page of its transfers. */
  async list(): Promise<void> {
    const { lists } = this.#pulses
    const answer = await askUntilAnswered(this.#person, lists, 'listTransfers', { headers: this.#bearer() })
    if (answer.status === 200) lists.beat()
    else lists.broken.push(`${this.#person.address}: its list was refused (${answer.status} ${answer.body?.code})`)
  }

  /** A page's stream, opened again whenever it ends: downloads of the account's transfer are told on it. */
  async #listen(): Promise<void> {
    const { streams } = this.#pulses
    while (!this.#place.isOver()) {
      const headers = this.#bearer()
      const ticket = await askUntilAnswered(this.#person, streams, 'makeLiveTicket', { body: {}, headers })
      const stream = new LiveStream(this.#place.origin, ticket.body?.ticket ?? '')
      for (let heard = 0; !stream.isOver && !this.#place.isOver(); ) {
        for (; heard < stream.told.length; heard += 1) streams.beat()
        await pause(REST_MS)
      }
      if (stream.status !== 0) streams.note(stream.status, 'live')
      stream.close()
    }
  }

  /** Sends a file to one recipient; returns the path of their link. */
  async send(file: SentFile): Promise<string> {
    const reader = `reader-of-${this.#person.address}`
    const own = new SignedIn(this.#person, this.#bearer)
    const plan = await planByEngine(own, { files: [file], emailTo: [reader] })
    const upload = startEngine(own, plan, [file])
    await upload.finished
    const body = { upload: plan.upload, token: upload.token() }
    const saved = await own.call('completeTransfer', { body })
    if (saved.status !== 200) throw new Error(`completeTransfer: ${saved.status} ${JSON.stringify(saved.body)}`)
    const { text } = await this.#place.sink.waitFor(reader)
    return /\/d\/\w{7}\/[\w-]{22}/.exec(text)?.[0] ?? ''
  }
}

/** The account's calls carry its newest token, except where they bring another. */
class SignedIn extends Person {
  readonly #person: Person
  readonly #bearer: () => Record<string, string>

  constructor(person: Person, bearer: () => Record<string, string>) {
    super({} as Site, person.address, person.ip)
    this.#person = person
    this.#bearer = bearer
  }

  override call(...[name, options = {}]: Parameters<Person['call']>): Promise<Answer> {
    return this.#person.call(name, { ...options, headers: { ...this.#bearer(), ...options.headers } })
  }
}
