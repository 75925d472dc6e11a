import type { Context } from '../../context.ts'
import { tellArrivals } from './arrival-store.ts'

/** How long parts are collected. Transactions that notify commit one after the other, so no part has one of its own. */
const COLLECT_MS = 100

type Needs = Pick<Context, 'db' | 'log'>

/** Tells all processes of acknowledged parts of uploads whose files are shown already: once for many parts. */
class PartNews {
  readonly #ctx: Needs
  #untold = new Set<string>()

  constructor(ctx: Needs) {
    this.#ctx = ctx
  }

  /** Followers hear of it soon. One that misses it reads the progress again by itself. */
  tellSoon(uploadId: string): void {
    if (this.#untold.size === 0) setTimeout(() => void this.#tell(), COLLECT_MS).unref()
    this.#untold.add(uploadId)
  }

  async #tell(): Promise<void> {
    const uploadIds = [...this.#untold]
    this.#untold = new Set()
    try {
      await tellArrivals(this.#ctx.db, uploadIds)
    } catch (error) {
      this.#ctx.log.warn({ error }, 'followers of arriving uploads could not be told')
    }
  }
}

const byContext = new WeakMap<object, PartNews>()

/** Those of this process; one per context, for every caller. */
export function partNewsOf(ctx: Needs): PartNews {
  const known = byContext.get(ctx.db) ?? new PartNews(ctx)
  byContext.set(ctx.db, known)
  return known
}
