import { createHash } from 'node:crypto'
import { type IncomingMessage, request } from 'node:http'
import { ledgerKinds } from '@waybill/contract/tracking/endpoints'
import type { Selectable } from 'kysely'
import type { Database } from '../../src/platform/database/schema.ts'
import type { TestApp } from '../app/test-app.ts'
import { makePerson, type Person, type SentFile } from './people.ts'

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36'

export interface OpenGrant {
  grant: string
  links: Array<{ file: string; url: string; bytes: number }>
  zip: { url: string; bytes: number; name: string; etag: string }
}

/** A recipient of a transfer, with their own link and browser. */
export class Recipient {
  readonly app: TestApp
  readonly sender: Person
  readonly browser: Person
  readonly transferId: string
  readonly uploadId: string
  readonly path: string
  readonly link: { slug: string; user: string }

  constructor(app: TestApp, sender: Person, sent: { id: string; upload: string; path: string }) {
    const [, , slug = '', user = ''] = sent.path.split('/')
    this.app = app
    this.sender = sender
    this.browser = makePerson(app)
    this.transferId = sent.id
    this.uploadId = sent.upload
    this.path = sent.path
    this.link = { slug, user }
  }

  /** Presses the button for `files` and reads what the grant opens. */
  async grant(files: unknown = 'all', headers: Record<string, string> = {}): Promise<OpenGrant> {
    const agent = { 'user-agent': chrome, ...headers }
    const granted = await this.browser.call('grantDownload', { body: { ...this.link, files }, headers: agent })
    if (granted.status !== 200) throw new Error(`${granted.status} ${JSON.stringify(granted.body)}`)
    const { grant } = granted.body
    const described = await this.browser.call('describeDownload', { body: { grant } })
    const planned = await this.browser.call('planZip', { body: { grant, files: 'all' } })
    return { grant, links: described.body.links, zip: planned.body }
  }

  get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
    return this.browser.fetch(path, { method, headers: { 'user-agent': chrome, ...headers } })
  }

  /** Reads a whole answer on a separate connection, which closes after it. */
  async take(path: string, headers: Record<string, string> = {}): Promise<Buffer> {
    const chunks: Buffer[] = []
    for await (const chunk of await this.open(path, headers)) chunks.push(chunk)
    return Buffer.concat(chunks)
  }

  /** Reads about `bytes` of an answer and then breaks the connection off; returns what was read. */
  async readAndBreak(path: string, bytes: number, headers: Record<string, string> = {}): Promise<Buffer> {
    const chunks: Buffer[] = []
    let read = 0
    const answer = await this.open(path, headers)
    for await (const chunk of answer) {
      chunks.push(chunk)
      read += chunk.length
      if (read < bytes) continue
      // Leaving the loop closes the connection: in order, where nothing unread has arrived.
      answer.socket.resetAndDestroy()
      break
    }
    return Buffer.concat(chunks)
  }

  /** Uses a separate connection. */
  open(path: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    const url = new URL(path, this.app.origin)
    const given = this.browser.headers({ 'user-agent': chrome, ...headers })
    request(url, { headers: given, agent: false }, resolve).on('error', reject).end()
    return promise
  }

  async deliveries(): Promise<Array<Selectable<Database['deliveries']>>> {
    return this.app.ctx.db
      .selectFrom('deliveries')
      .innerJoin('recipients', 'recipients.id', 'deliveries.recipient_id')
      .selectAll('deliveries')
      .where('recipients.transfer_id', '=', this.transferId)
      .execute()
  }

  /** What is on record about recipients and bots, without what the sender and the server did. */
  async events(): Promise<Array<Selectable<Database['events']> & { ip: string | null }>> {
    const kinds = Object.entries(ledgerKinds).flatMap(([kind, who]) => (who === 'recipient' ? [kind] : []))
    return this.app.ctx.db
      .selectFrom('events')
      .leftJoin('event_ips', 'event_ips.event_id', 'events.id')
      .selectAll('events')
      .select('event_ips.ip')
      .where('transfer_id', '=', this.transferId)
      .where('kind', 'in', kinds)
      .orderBy('place')
      .execute()
  }

  async sendings(): Promise<Array<Selectable<Database['sendings']>>> {
    return this.app.ctx.db
      .selectFrom('sendings')
      .innerJoin('recipients', 'recipients.id', 'sendings.recipient_id')
      .selectAll('sendings')
      .where('recipients.transfer_id', '=', this.transferId)
      .execute()
  }

  /** Whether an answer is in progress, or has yet to return what it did not use of a download limit. */
  async #isAnswered(): Promise<boolean> {
    const draw = await this.app.ctx.db
      .selectFrom('download_draws')
      .innerJoin('recipients', 'recipients.id', 'download_draws.recipient_id')
      .select('download_draws.id')
      .where('recipients.transfer_id', '=', this.transferId)
      .executeTakeFirst()
    return draw !== undefined || (await this.sendings()).some(({ node_id }) => node_id !== null)
  }

  /** Waits until no answer for this transfer is in progress and the record fulfils `condition`. */
  async until(condition: (deliveries: Awaited<ReturnType<Recipient['deliveries']>>) => boolean): Promise<void> {
    for (let tries = 0; tries < 1_500; tries++) {
      if (!(await this.#isAnswered()) && condition(await this.deliveries())) return
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    throw new Error(`never came so far: ${JSON.stringify(await this.deliveries())}`)
  }

  untilFinished(files: number): Promise<void> {
    return this.until((deliveries) => deliveries.filter(({ finished_at }) => finished_at !== null).length === files)
  }
}

/** Sends `files` to one recipient, from a new sender unless one is given. */
export async function sendTo(app: TestApp, files: SentFile[], sender?: Person): Promise<Recipient> {
  const from = sender ?? makePerson(app)
  if (sender === undefined) await from.prove()
  const address = `reader-${Math.random().toString(36).slice(2)}@rao-forge.example`
  const sent = await from.send({ files, emailTo: [address] })
  return new Recipient(app, from, { id: sent.id, upload: sent.upload, path: sent.links[address] ?? '' })
}

/** Bytes without a pattern, the same at every call. */
export function noise(bytes: number, seed = 1): Buffer {
  const out = Buffer.alloc(bytes)
  for (let i = 0, x = seed; i < bytes; i++) {
    x = (Math.imul(x, 1_664_525) + 1_013_904_223) >>> 0
    out[i] = x >>> 24
  }
  return out
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
