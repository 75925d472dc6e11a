/** A Waybill with an owner whose transfers a crowd downloads, and what its API says about each of the crowd. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LedgerEntry } from '@waybill/contract/tracking/endpoints'
import type { RecipientState } from '@waybill/contract/transfers/list-endpoints'
import pg from 'pg'
import { freePort } from '../../apps/server/test/app/free-port.ts'
import { makePair, PairFiles } from '../../apps/server/test/http/own-certificate.ts'
import { fillAccounts, OWNER } from '../dashboard/dashboard-rows.ts'
import { logIn, startDatabase, urlOf } from '../dashboard/dashboard-server.ts'
import { startWaybill, type Waybill } from '../servers.ts'
import { MIB, makePayload, sha256Of } from '../uploads/payload.ts'
import { Sender } from '../uploads/sender.ts'
import { deal, drive } from '../wire.ts'
import { type Door, type DoorName, type ProxyName, startProxy } from './evidence-doors.ts'

const SLOW_BYTES_A_SECOND = 8_000_000
/** The size of a transfer that the owner's plan allows. */
const RECIPIENTS = 100

/** A file sent to one recipient; each caller gets a new one. */
export interface Place {
  /** The file's path, after the origin. */
  path: string
  bytes: number
  sha256: string
  email: string
  slug: string
}

/** What Waybill says about one recipient. */
export interface Claim {
  bytes: number
  /** When the record first said that they have the file; null where it never did. */
  finishedAt: Date | null
  doubtBytes: number
  /** How long after the event it was saved. */
  lateMs: number
  evidence: string | null
}

export class EvidenceSite {
  readonly #server: Waybill
  readonly #doors = new Map<DoorName, Door>()
  readonly #owned: AsyncDisposable[]
  readonly #places = new Map<number, Promise<Place[]>>()
  readonly #token: string
  #asked = 0

  private constructor(server: Waybill, token: string, owned: AsyncDisposable[]) {
    this.#server = server
    this.#token = token
    this.#owned = owned
  }

  static async start(
    names: readonly DoorName[],
    given?: Awaited<ReturnType<typeof startDatabase>>,
  ): Promise<EvidenceSite> {
    // Each door is a process with connections of its own: more than the server of one installation has.
    const database = given ?? (await startDatabase({ isDurable: false }))
    const env = { DATABASE_URL: urlOf(database), CALLS_AT_ONCE: '64' }
    const server = await startWaybill({ env: { ...env, TRUSTED_PROXIES: '' } })
    const client = new pg.Client({ ...database.admin, database: database.connection.database })
    await client.connect()
    await fillAccounts(client)
    await client.end()
    const site = new EvidenceSite(server, await logIn(server), [database, server])
    for (const name of names) await site.#open(name, env)
    return site
  }

  get server(): Waybill {
    return this.#server
  }

  door(name: DoorName): Door {
    const door = this.#doors.get(name)
    if (!door) throw new Error(`There is no door ${name}`)
    return door
  }

  async #open(name: DoorName, env: Record<string, string>): Promise<void> {
    if (name === 'plain') {
      this.#doors.set(name, { name, port: this.#server.port, isTls: false, isProxied: false })
    } else if (name === 'tls' || name === 'slow' || name === 'slow-tls') {
      const { door, node } = await this.#openNode(name, { env })
      this.#owned.push(node)
      this.#doors.set(name, door)
    } else {
      const door = await startProxy(name satisfies ProxyName, this.#server.port)
      this.#owned.push(door)
      this.#doors.set(name, door)
    }
  }

  /** Another process over the same database and files. */
  async #openNode(
    name: 'tls' | 'slow' | 'slow-tls',
    { env, isSupervised = false }: { env: Record<string, string>; isSupervised?: boolean },
  ): Promise<{ door: Door; node: Waybill }> {
    const isTls = name !== 'slow'
    const isSlow = name !== 'tls'
    const files = isTls ? await PairFiles.make(await makePair()) : { env: {} }
    const port = `${await freePort()}`
    const url = `${isTls ? 'https' : 'http'}://localhost:${port}`
    const urls = { PORT: port, HOST: '127.0.0.1', PUBLIC_URL: url, ...(isTls ? { HTTP_PORT: 'off' } : {}) }
    const slow = isSlow ? { WAYBILL_BENCH_PACE: `${SLOW_BYTES_A_SECOND}` } : {}
    const all = { ...env, ...files.env, ...urls, ...slow, DATA_DIR: this.#server.dir, TRUSTED_PROXIES: '' }
    const node = await startWaybill({ env: all, isSupervised, ...(isSlow ? { preload: 'uploads/slow-line.ts' } : {}) })
    return { door: { name, port: Number(port), isTls, isProxied: false }, node }
  }

  /** A supervised process on a slow connection, over the database at `url`: it starts again when it dies. */
  async openSupervised(name: 'slow' | 'slow-tls', url: string) {
    const { door, node } = await this.#openNode(name, { env: { DATABASE_URL: url }, isSupervised: true })
    return { door, node, [Symbol.asyncDispose]: () => node[Symbol.asyncDispose]() }
  }

  /** A new recipient of a file of this many bytes, who has pressed the download button. */
  async place(bytes: number): Promise<Place> {
    const taken = (this.#places.get(bytes) ?? Promise.resolve([])).then(async (known) =>
      known.length > 0 ? known : this.#send(bytes),
    )
    this.#places.set(bytes, taken)
    const place = (await taken).pop() as Place
    return { ...place, path: await this.#press(place) }
  }

  async #send(bytes: number): Promise<Place[]> {
    await using payload = await makePayload(bytes)
    const sender = new Sender(this.#server)
    const authorization = { authorization: `Bearer ${this.#token}` }
    this.#asked += 1
    const emails = Array.from({ length: RECIPIENTS }, (_none, nth) => `reader-${this.#asked}-${nth}@example.com`)
    const file = { path: 'film.mov', bytes, modifiedAt: 1_790_000_000_000, fingerprint: sha256Of(payload.content) }
    const draft = {
      senderEmail: OWNER.email,
      emailTo: emails.map((email) => ({ email })),
      message: '',
      expirySeconds: 604_800,
      effectiveType: 'other',
      files: [file],
    }
    const { plan } = await sender.call('planTransfer', draft, authorization)
    const puts = plan.blobs.flatMap((blob: never) => sender.puts(plan, blob, payload.content, 0, 8 * MIB))
    await drive({ port: this.#server.port, file: payload.file, connections: deal(puts, 2) })
    await sender.call('completeTransfer', { upload: plan.upload, token: plan.token }, authorization)
    const links = await this.#links(emails)
    const sha256 = sha256Of(payload.content)
    return links.map(({ email, path }) => ({ email, path, bytes, sha256, slug: path.split('/')[2] ?? '' }))
  }

  /** Waits for the mails to all of them. */
  async #links(emails: readonly string[]): Promise<Array<{ email: string; path: string }>> {
    const found = new Map<string, string>()
    const read = new Set<string>()
    for (let tries = 0; tries < 600 && found.size < emails.length; tries += 1) {
      for (const name of (await readdir(this.#server.outbox)).filter((one) => one.endsWith('.json'))) {
        if (read.has(name)) continue
        const { to, text } = JSON.parse(await readFile(join(this.#server.outbox, name), 'utf8'))
        const path = /\/d\/\w+\/[\w-]{22}/.exec(text)?.[0]
        read.add(name)
        if (path !== undefined && emails.includes(to)) found.set(to, path)
      }
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    if (found.size < emails.length) throw new Error(`Only ${found.size} of ${emails.length} mails came`)
    return [...found].map(([email, path]) => ({ email, path }))
  }

  async #press({ path }: Place): Promise<string> {
    const [, , slug, user] = path.split('/')
    const visitor = new Sender(this.#server)
    const { grant } = await visitor.call('grantDownload', { slug, user, files: 'all' })
    const { links } = await visitor.call('describeDownload', { grant })
    return new URL(links[0].url, this.#server.origin).pathname
  }

  /** According to the owner's record and ledger. */
  async claim({ slug, email }: Place): Promise<Claim> {
    const { allDocs } = (await this.#ask(`/getQs?slug=${slug}`)) as {
      allDocs: Array<{ _id: string; recipients: RecipientState[] }>
    }
    const record = allDocs[0]
    const recipient = record?.recipients.find((one) => one.email === email)
    const query = `recipient=${recipient?._id}&kind=finished`
    const ledger = (await this.#ask(`/transfers/${record?._id}/ledger?${query}`)) as { entries: LedgerEntry[] }
    const [entry] = ledger.entries
    if ((entry === undefined) !== (recipient?.finishedAt === null)) throw new Error('Record and ledger differ')
    return {
      bytes: recipient?.deliveredBytes ?? 0,
      finishedAt: entry ? new Date(Date.parse(entry.at as never) + (entry.lateMs ?? 0)) : null,
      doubtBytes: entry?.doubtBytes ?? 0,
      lateMs: entry?.lateMs ?? 0,
      evidence: entry?.evidence ?? null,
    }
  }

  async #ask(path: string): Promise<unknown> {
    const headers = { authorization: `Bearer ${this.#token}` }
    const answer = await fetch(new URL(path, this.#server.origin), { headers })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const owned of this.#owned.toReversed()) await owned[Symbol.asyncDispose]()
  }
}
