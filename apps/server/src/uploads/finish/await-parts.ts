import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../../context.ts'
import type { Stay } from '../../platform/http/connections/stay.ts'
import { isWhole } from '../blob-store.ts'

/** How a call waits for parts that are under way. */
export interface Patience {
  /** At most this long, in milliseconds; 0 does not wait. */
  waitMs: number
  /** Aborts when the caller leaves: then nothing may be completed. */
  gone: AbortSignal
  /** The call's place among those of its network, which it leaves to others meanwhile. */
  stay: Stay | null
}

/** Parts may arrive at other processes, which tell nobody. */
const LOOK_AGAIN_MS = 150
/** Waiting calls of one upload: one from each of a few tabs. Further ones do not wait. */
const MOST_WAITING = 4

/** The calls of this process that wait for parts. */
class Arrivals {
  readonly #waiting = new Map<string, Set<() => void>>()
  #isStopping = false

  /** A part of the upload is acknowledged. */
  arrived(uploadId: string): void {
    for (const wake of this.#waiting.get(uploadId) ?? []) wake()
  }

  /** Every call stops waiting, now and later. */
  stop(): void {
    this.#isStopping = true
    for (const uploadId of this.#waiting.keys()) this.arrived(uploadId)
  }

  /** Runs `look` now, after each part and now and then, until it returns true, `ending` aborts, or too many wait. */
  async watch(uploadId: string, look: () => Promise<boolean>, ending: AbortSignal): Promise<void> {
    const wakers = this.#waiting.get(uploadId) ?? new Set()
    if (wakers.size >= MOST_WAITING) return
    let next = Promise.withResolvers<void>()
    const wake = () => next.resolve()
    this.#waiting.set(uploadId, wakers.add(wake))
    ending.addEventListener('abort', wake)
    try {
      while (!this.#isStopping && !ending.aborted) {
        next = Promise.withResolvers()
        if (await look()) return
        const timer = setTimeout(wake, LOOK_AGAIN_MS)
        await next.promise
        clearTimeout(timer)
      }
    } finally {
      ending.removeEventListener('abort', wake)
      wakers.delete(wake)
      if (wakers.size === 0) this.#waiting.delete(uploadId)
    }
  }
}

const byContext = new WeakMap<object, Arrivals>()

/** Those of this process; one set per context, for every caller. */
export function arrivalsOf({ db }: Pick<Context, 'db'>): Arrivals {
  const known = byContext.get(db) ?? new Arrivals()
  byContext.set(db, known)
  return known
}

/**
 * Waits until every byte of an upload through this server is acknowledged, whichever process receives it, or until the
 * caller's patience ends: completing then says what is missing. Of uploads to a presigned store only the store knows
 * what has arrived, so it does not wait for them.
 *
 * @throws Problem 'upload-incomplete' where the caller has left
 */
export async function awaitParts(
  ctx: Pick<Context, 'db' | 'stores'>,
  upload: { id: string; store: string },
  { waitMs, gone, stay }: Patience,
): Promise<void> {
  if (waitMs === 0 || ctx.stores.of(upload.store).transport !== 'server') return
  stay?.pause()
  const ending = AbortSignal.any([gone, AbortSignal.timeout(waitMs)])
  await arrivalsOf(ctx).watch(upload.id, () => isWhole(ctx.db, upload.id), ending)
  if (gone.aborted) throw new Problem('upload-incomplete')
  await stay?.resume()
}
