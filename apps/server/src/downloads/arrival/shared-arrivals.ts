import type { ArrivalNews } from '@waybill/contract/transfers/arrival'
import type { Context } from '../../context.ts'
import { findStandingTransfer } from '../../transfers/index.ts'
import { newsOf } from './read-arrival.ts'

/** How long a look is shared once it was taken. */
const SHARED_MS = 500
const ALIVE = ': alive\n\n'
/** In place of an earlier look. */
const NONE = {}

export const eventOf = (event: string, data: object): string => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/** How far a transfer was at one moment; the events about it are written once, for all who follow it. */
export class ArrivalLook {
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

  /** The event for those who know the look `before`: files that have changed since; null: who know nothing, all. */
  eventSince(before: ArrivalLook | null): string {
    const event = this.#events.get(before ?? NONE) ?? this.#write(before)
    this.#events.set(before ?? NONE, event)
    return event
  }

  #write(before: ArrivalLook | null): string {
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

/** Looks at arriving transfers, which all followers of one in this process share: their number costs no query. */
export class ArrivalLooks {
  readonly #ctx: Pick<Context, 'db' | 'stores'>
  readonly #shared = new Map<string, Promise<ArrivalLook | null>>()

  constructor(ctx: Pick<Context, 'db' | 'stores'>) {
    this.#ctx = ctx
  }

  /** Null: it opens for nobody. */
  take(transferId: string): Promise<ArrivalLook | null> {
    const shared = this.#shared.get(transferId)
    if (shared !== undefined) return shared
    const look = this.#look(transferId)
    this.#shared.set(transferId, look)
    const forget = () => setTimeout(() => this.#shared.delete(transferId), SHARED_MS).unref()
    look.then(forget, forget)
    return look
  }

  async #look(transferId: string): Promise<ArrivalLook | null> {
    const begunAt = performance.now()
    const transfer = await findStandingTransfer(this.#ctx.db, transferId)
    if (transfer === null || transfer.is_expired || transfer.paused_at !== null) return null
    return new ArrivalLook(await newsOf(this.#ctx, { transfer }), transfer.locked_at, begunAt)
  }
}
