import { routes } from '@waybill/contract/core/routes'
import type { Notification } from '@waybill/contract/notifications/endpoints'
import { call } from '../../shared/api/client.ts'
import { restoreSession } from '../../shared/api/session.ts'
import { liveWaitMs } from './live-wait.ts'

export interface LiveNews {
  /**
   * The stream is open; `place` is the end of the feed. `isBack`: after a break, in which anything may have changed.
   */
  open: (place: number, isBack: boolean) => void
  notification: (notification: Notification) => void
  /** The transfer with this id has changed. */
  transfer: (id: string) => void
  /** The account's stored bytes have changed. */
  storage: () => void
  /** The account's plan, or what it pays for, has changed. */
  plan: () => void
  /** The operator has answered. */
  conversation: () => void
  /** Comments on requests have changed. */
  comments: () => void
  /** It is unknown what the page missed. */
  resync: () => void
}

/** A stream that was open for this long was good: the next break begins with short waits again. */
const STEADY_MS = 5_000
/** A hidden tab gives its connection back after this; a browser has six to one host for all its tabs. */
const UNSEEN_MS = 60_000

/** Follows the account's events, over every break, until the caller calls the returned function. */
export function followLive(news: LiveNews): () => void {
  const line = new LiveLine(news)
  line.start()
  return () => line.stop()
}

class LiveLine {
  readonly #news: LiveNews
  #attempt: AbortController | null = null
  #source: EventSource | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #unseenTimer: ReturnType<typeof setTimeout> | undefined
  #tries = 0
  #openedAt: number | null = null
  /** The number of the last notification shown here. */
  #toldTo: number | null = null

  constructor(news: LiveNews) {
    this.#news = news
  }

  start(): void {
    addEventListener('online', this.#connect)
    document.addEventListener('visibilitychange', this.#look)
    void this.#connect()
  }

  stop(): void {
    removeEventListener('online', this.#connect)
    document.removeEventListener('visibilitychange', this.#look)
    clearTimeout(this.#unseenTimer)
    this.#rest()
  }

  /** Closes the stream and cancels the waits. */
  #rest(): void {
    clearTimeout(this.#timer)
    this.#attempt?.abort()
    this.#attempt = null
    this.#source?.close()
    this.#source = null
  }

  #look = (): void => {
    clearTimeout(this.#unseenTimer)
    if (document.visibilityState === 'hidden') this.#unseenTimer = setTimeout(() => this.#rest(), UNSEEN_MS)
    else if (this.#source === null) void this.#connect()
  }

  #connect = async (): Promise<void> => {
    this.#rest()
    const attempt = new AbortController()
    this.#attempt = attempt
    this.#openedAt = null
    try {
      // The waits between tries are ours: they are longer than a call's, and end when the network is back.
      const { ticket } = await call('makeLiveTicket', { signal: attempt.signal, onRetry: () => this.#fail(attempt) })
      if (attempt === this.#attempt) this.#listen(ticket, attempt)
    } catch {
      this.#fail(attempt)
    }
  }

  #listen(ticket: string, attempt: AbortController): void {
    const after: Record<string, string> = this.#toldTo === null ? {} : { after: String(this.#toldTo) }
    const source = new EventSource(`${routes.followLive.path}?${new URLSearchParams({ ticket, ...after })}`)
    const hear = (event: string, react: (data: never) => void) =>
      source.addEventListener(event, ({ data }) => source === this.#source && react(JSON.parse(data) as never))
    this.#source = source
    source.onerror = () => this.#fail(attempt)
    hear('hello', ({ place }: { place: number }) => this.#greet(place))
    hear('notification', (notification: Notification) => {
      this.#toldTo = Math.max(this.#toldTo ?? 0, notification.place)
      this.#news.notification(notification)
    })
    hear('transfer', ({ transfer }: { transfer: string }) => this.#news.transfer(transfer))
    hear('storage', () => this.#news.storage())
    hear('plan', () => this.#news.plan())
    hear('conversation', () => this.#news.conversation())
    hear('comments', () => this.#news.comments())
    hear('resync', () => this.#news.resync())
    hear('over', () => void this.#end(attempt))
  }

  #greet(place: number): void {
    const isBack = this.#toldTo !== null
    this.#openedAt = performance.now()
    this.#toldTo ??= place
    this.#news.open(place, isBack)
  }

  /** Tries again after a while, unless another attempt has replaced this one. */
  #fail(attempt: AbortController): void {
    if (attempt !== this.#attempt) return
    if (this.#openedAt !== null && performance.now() - this.#openedAt > STEADY_MS) this.#tries = 0
    this.#rest()
    this.#timer = setTimeout(() => void this.#connect(), liveWaitMs(this.#tries, Math.random()))
    this.#tries += 1
  }

  /** The session has ended: either this browser has a newer one, or the reader must sign in. */
  async #end(attempt: AbortController): Promise<void> {
    this.#source?.close()
    const account = await restoreSession().catch(() => undefined)
    if (account !== null) this.#fail(attempt)
  }
}
