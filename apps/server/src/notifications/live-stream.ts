import { PassThrough } from 'node:stream'
import type { Context } from '../context.ts'
import { findSessionAccount } from '../identity/sessions/index.ts'
import type { LiveHub, LiveNews } from './live-hub.ts'
import { feedEnd, listAfter, type TicketHolder } from './notification-store.ts'
import { presentNotification } from './present-notification.ts'

/** The shortest time between two messages about a transfer's moving bytes. */
const TRANSFER_PAUSE_MS = 500
/** Deleting a thousand files one by one causes few messages about storage. */
const STORAGE_PAUSE_MS = 1_000
/** An answer and the operator's next one. */
const CONVERSATION_PAUSE_MS = 500
/** Suppliers may comment at the same time. */
const COMMENTS_PAUSE_MS = 500
/** One purchase is written several times. */
const PLAN_PAUSE_MS = 500
const HEARTBEAT_MS = 15_000
const PER_READING = 100

type Needs = Pick<Context, 'db' | 'log'>

interface Even {
  event: 'transfer' | 'storage' | 'plan' | 'conversation' | 'comments'
  data?: object
  pauseMs: number
}

/**
 * The stream of one page: the account's notifications after `after`, then events, as server-sent events. It ends when
 * the session has ended, with the event `over`, or when the reader leaves.
 */
export class LiveStream {
  readonly body = new PassThrough()
  readonly #ctx: Needs
  readonly #holder: TicketHolder
  readonly #resting = new Map<string, { hasMoved: boolean; timer: NodeJS.Timeout }>()
  readonly #heartbeat: NodeJS.Timeout
  #toldTo: number
  #reading: Promise<void> = Promise.resolve()
  #stop: () => void = () => {}

  private constructor(ctx: Needs, holder: TicketHolder, toldTo: number) {
    this.#ctx = ctx
    this.#holder = holder
    this.#toldTo = toldTo
    this.#heartbeat = setInterval(() => void this.#beat(), HEARTBEAT_MS)
    this.body.once('close', () => this.end())
  }

  static async open(ctx: Needs, hub: LiveHub, holder: TicketHolder, after: number | null): Promise<LiveStream> {
    const end = await feedEnd(ctx.db, holder.accountId)
    // A page may know a higher number than exists: of another account, or of a database before it was restored.
    const stream = new LiveStream(ctx, holder, Math.min(after ?? end, end))
    // Greeted once news reach it: a page believes that it misses nothing from then on.
    stream.#stop = await hub.follow(holder.accountId, (news) => stream.#hear(news))
    stream.#say('hello', { place: end })
    // News between reading the end and the first received event.
    stream.#catchUp()
    return stream
  }

  end(): void {
    clearInterval(this.#heartbeat)
    for (const { timer } of this.#resting.values()) clearTimeout(timer)
    this.#resting.clear()
    this.#stop()
    if (!this.body.writableEnded) this.body.end()
  }

  #hear(news: LiveNews): void {
    if (news === 'resync') this.#say('resync', {})
    if (news === 'storage') {
      this.#sayEvenly('storage', { event: 'storage', pauseMs: STORAGE_PAUSE_MS })
    } else if (news === 'plan') {
      this.#sayEvenly('plan', { event: 'plan', pauseMs: PLAN_PAUSE_MS })
    } else if (news === 'conversation') {
      this.#sayEvenly('conversation', { event: 'conversation', pauseMs: CONVERSATION_PAUSE_MS })
    } else if (news === 'comments') {
      this.#sayEvenly('comments', { event: 'comments', pauseMs: COMMENTS_PAUSE_MS })
    } else if (news !== 'resync' && 'transfer' in news) {
      this.#sayEvenly(news.transfer, { event: 'transfer', data: news, pauseMs: TRANSFER_PAUSE_MS })
    } else {
      this.#catchUp()
    }
  }

  #catchUp(): void {
    this.#reading = this.#reading
      .then(() => this.#tell())
      .catch((error) => {
        this.#ctx.log.warn({ error }, 'a live stream ended: its account could not be read')
        this.end()
      })
  }

  /** At once, and once more at the end of the pause where `what` changed again meanwhile. */
  #sayEvenly(what: string, news: Even): void {
    const resting = this.#resting.get(what)
    if (resting) {
      resting.hasMoved = true
      return
    }
    this.#say(news.event, news.data ?? {})
    const timer = setTimeout(() => this.#wake(what, news), news.pauseMs)
    this.#resting.set(what, { hasMoved: false, timer })
  }

  #wake(what: string, news: Even): void {
    const hasMoved = this.#resting.get(what)?.hasMoved
    this.#resting.delete(what)
    if (hasMoved) this.#sayEvenly(what, news)
  }

  async #tell(): Promise<void> {
    if (!(await this.#isWelcome())) return
    for (;;) {
      const rows = await listAfter(this.#ctx.db, this.#holder.accountId, { after: this.#toldTo, take: PER_READING })
      for (const row of rows) this.#say('notification', presentNotification(row), row.place)
      this.#toldTo = rows.at(-1)?.place ?? this.#toldTo
      if (rows.length < PER_READING) return
    }
  }

  async #beat(): Promise<void> {
    const isWelcome = await this.#isWelcome().catch(() => true)
    if (isWelcome && !this.body.writableEnded) this.body.write(': alive\n\n')
  }

  /** Whether the session may still be read; the stream ends with it. */
  async #isWelcome(): Promise<boolean> {
    const account = await findSessionAccount(this.#ctx.db, this.#holder.sessionId)
    if (account !== null && !account.lacksFactor) return true
    this.#say('over', {})
    this.end()
    return false
  }

  #say(event: string, data: object, id?: number): void {
    if (this.body.writableEnded) return
    const line = id === undefined ? '' : `id: ${id}\n`
    this.body.write(`${line}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }
}
