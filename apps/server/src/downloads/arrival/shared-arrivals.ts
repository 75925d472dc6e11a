import type { ArrivalNews } from '@waybill/contract/transfers/arrival'
import type { Context } from '../../context.ts'
import { findStandingTransfer } from '../../transfers/index.ts'
import { newsOf } from './read-arrival.ts'

/** How long a reading is shared once it is there. */
const SHARED_MS = 500
const ALIVE = ': alive\n\n'
/** In place of an earlier reading. */
const NONE = {}

export const eventOf = (event: string, data: object): string => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/** How far a transfer was at one moment. Each event about it is written once, for all of its followers. */
export class ArrivalReading {
  readonly news: ArrivalNews
  /** Since when those who opened it before must show again that they may. */
  readonly lockedAt: Date | null
  /** By `performance.now()`: whatever had changed before is in it. */
  readonly begunAt: number
  /** By file. */
  readonly #arrivals: ReadonlyMap<string, string>
  readonly #events = new WeakMap<object, string>()

  constructor(news: ArrivalNews, lockedAt: Date | null, begunAt: number) {
    this.news = news
    this.lockedAt = lockedAt
    this.begunAt = begunAt
    this.#arrivals = new Map(news.files.map(({ id, arrival }) => [id, JSON.stringify(arrival)]))
  }

  /** The event for followers who have the reading `before`: files that have changed since. Null: they have none, all. */
  eventSince(before: ArrivalReading | null): string {
    const event = this.#events.get(before ?? NONE) ?? this.#write(before)
    this.#events.set(before ?? NONE, event)
    return event
  }

  #write(before: ArrivalReading | null): string {
    // Bytes inside a pack, and after a gap, change no file.
    const isSame = ({ state, arrivedBytes }: ArrivalNews) =>
      state === this.news.state && arrivedBytes === this.news.arrivedBytes
    const was = before === null ? new Map<string, string>() : before.#arrivals
    const there = [...was.keys()].filter((id) => !this.#arrivals.has(id)).map((id) => ({ id }))
    const changed = this.news.files.filter(({ id }) => was.get(id) !== this.#arrivals.get(id))
    const files = [...there, ...changed]
    if (before !== null && files.length === 0 && isSame(before.news)) return ALIVE
    return eventOf('arrival', { ...this.news, files })
  }
}

/** Readings of arriving transfers. All followers of one in this process share them: more followers cost no query. */
export class SharedArrivals {
  readonly #ctx: Pick<Context, 'db' | 'stores'>
  readonly #shared = new Map<string, Promise<ArrivalReading | null>>()

  constructor(ctx: Pick<Context, 'db' | 'stores'>) {
    this.#ctx = ctx
  }

  /** Null: it opens for nobody. */
  read(transferId: string): Promise<ArrivalReading | null> {
    const shared = this.#shared.get(transferId)
    if (shared !== undefined) return shared
    const reading = this.#readNow(transferId)
    this.#shared.set(transferId, reading)
    const forget = () => setTimeout(() => this.#shared.delete(transferId), SHARED_MS).unref()
    reading.then(forget, forget)
    return reading
  }

  async #readNow(transferId: string): Promise<ArrivalReading | null> {
    const begunAt = performance.now()
    const transfer = await findStandingTransfer(this.#ctx.db, transferId)
    if (transfer === null || transfer.is_expired || transfer.paused_at !== null) return null
    return new ArrivalReading(await newsOf(this.#ctx, { transfer }), transfer.locked_at, begunAt)
  }
}
