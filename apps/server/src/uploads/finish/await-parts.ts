import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../../context.ts'
import type { Stay } from '../../platform/http/connections/stay.ts'
import { isWhole } from '../whole-blob-store.ts'

/** How a call waits for parts that are under way. */
export interface Patience {
  /** At most this long, in milliseconds; 0 does not wait. */
  waitMs: number
  /** Aborts when the caller leaves: then nothing may be completed. */
  gone: AbortSignal
  /** The call's place among those of its network, which it leaves to others meanwhile. */
  stay: Stay | null
}

/** Parts may arrive at other processes, which tell nobody. Each look is a query: they become rarer. */
const LOOK_AGAIN_MS = 150
const LOOK_SELDOM_MS = 600
const RARER = 1.2
/**
 * Waiting calls of one upload: one from each of a few tabs; of one sender, who has eight uploads that receive at a time;
 * and of all. They hold no place in their network's line, so that nothing else limits them. Further ones do not wait.
 */
const MOST_WAITING = { ofUpload: 4, ofOwner: 16, inAll: 1_000 } as const

/** What is being waited for. */
interface AwaitedUpload {
  id: string
  owner_address: string
}

/** The calls of this process that wait for parts. */
class Arrivals {
  readonly #waiting = new Map<string, Set<() => void>>()
  /** How many calls of each sender wait. */
  readonly #ofOwner = new Map<string, number>()
  #inAll = 0
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
  async watch(upload: AwaitedUpload, look: () => Promise<boolean>, ending: AbortSignal): Promise<void> {
    let next = Promise.withResolvers<void>()
    const wake = () => next.resolve()
    if (!this.#enter(upload, wake)) return
    ending.addEventListener('abort', wake)
    try {
      for (let pauseMs = LOOK_AGAIN_MS; !this.#isStopping && !ending.aborted; ) {
        next = Promise.withResolvers()
        if (await look()) return
        const timer = setTimeout(wake, pauseMs)
        await next.promise
        clearTimeout(timer)
        pauseMs = Math.min(LOOK_SELDOM_MS, pauseMs * RARER)
      }
    } finally {
      ending.removeEventListener('abort', wake)
      this.#leave(upload, wake)
    }
  }

  /** False where too many wait. */
  #enter({ id, owner_address: owner }: AwaitedUpload, wake: () => void): boolean {
    const wakers = this.#waiting.get(id) ?? new Set()
    const ofOwner = this.#ofOwner.get(owner) ?? 0
    const isFull =
      wakers.size >= MOST_WAITING.ofUpload || ofOwner >= MOST_WAITING.ofOwner || this.#inAll >= MOST_WAITING.inAll
    if (isFull) return false
    this.#waiting.set(id, wakers.add(wake))
    this.#ofOwner.set(owner, ofOwner + 1)
    this.#inAll++
    return true
  }

  #leave({ id, owner_address: owner }: AwaitedUpload, wake: () => void): void {
    const wakers = this.#waiting.get(id)
    wakers?.delete(wake)
    if (wakers?.size === 0) this.#waiting.delete(id)
    const ofOwner = (this.#ofOwner.get(owner) ?? 1) - 1
    if (ofOwner === 0) this.#ofOwner.delete(owner)
    else this.#ofOwner.set(owner, ofOwner)
    this.#inAll--
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
  upload: AwaitedUpload & { store: string },
  { waitMs, gone, stay }: Patience,
): Promise<void> {
  if (waitMs === 0 || ctx.stores.of(upload.store).transport !== 'server') return
  stay?.pause()
  const ending = AbortSignal.any([gone, AbortSignal.timeout(waitMs)])
  await arrivalsOf(ctx).watch(upload, () => isWhole(ctx.db, upload.id), ending)
  if (gone.aborted) throw new Problem('upload-incomplete')
  await stay?.resume()
}
