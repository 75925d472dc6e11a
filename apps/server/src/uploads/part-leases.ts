import { setTimeout as pause } from 'node:timers/promises'
import { Problem } from '@waybill/contract/problems'
import type { Context } from '../context.ts'
import { newId } from '../ids.ts'
import {
  askToEnd,
  deleteDeadLeases,
  deleteLeases,
  insertLease,
  type LeaseRow,
  listenForEnds,
  listStandingLeases,
  type WantedPart,
} from './part-lease-store.ts'

const POLL_MS = 50
const ASK_AGAIN_MS = 500
/** How long bytes of a process that has vanished may still be on their way to the disk. */
const DEAD_GRACE_MS = 250
const PATIENCE_MS = 10_000
const RECONNECT_MS = 500

type Needs = Pick<Context, 'db' | 'connection' | 'nodeId' | 'log'>

/** The right to write one range of one blob. `signal` says when it is lost; then nothing more may be written. */
export interface PartLease {
  id: string
  signal: AbortSignal
  /** Ends the writer with a reason of the caller's, such as a line that is too slow. */
  end(reason: Problem): void
  /** To be called once the writer has come to rest, whatever became of it; an acknowledged part took the row along. */
  release(isRowGone?: boolean): Promise<void>
}

interface HeldLease extends PartLease {
  released: Promise<void>
}

/**
 * Part leases of this process. The newest request for a range wins: older writers are ended and drained before it
 * writes, in this process at once, in others by a notification. A lease is a row, so that a writer that was
 * overtaken cannot acknowledge; rows of a process that died are void.
 */
export class PartLeases {
  readonly #ctx: Needs
  readonly #held = new Map<string, HeldLease>()
  #listener: Promise<{ close(): Promise<void> } | null> | null = null
  #isStopped = false

  constructor(ctx: Needs) {
    this.#ctx = ctx
  }

  /** Begins to hear other processes and drops what dead ones left. */
  async start(): Promise<void> {
    this.#isStopped = false
    this.#listener ??= this.#listen()
    await this.#listener
    await deleteDeadLeases(this.#ctx.db)
  }

  /** Ends every writer and waits for it. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#endAll(new Problem('stopping'))
    const listener = await this.#listener
    this.#listener = null
    await listener?.close()
  }

  /** Null where token, upload, blob or range does not allow it. */
  async take(part: WantedPart): Promise<PartLease | null> {
    if (this.#isStopped) throw new Problem('stopping')
    const id = newId()
    const ending = new AbortController()
    const released = Promise.withResolvers<void>()
    const release = async (isRowGone = false) => {
      try {
        if (!isRowGone) await deleteLeases(this.#ctx.db, [id])
      } catch (error) {
        this.#ctx.log.warn({ error, lease: id }, 'a part lease could not be given back')
      } finally {
        this.#held.delete(id)
        released.resolve()
      }
    }
    const end = (reason: Problem) => ending.abort(reason)
    const lease = { id, signal: ending.signal, end, release, released: released.promise }
    this.#held.set(id, lease)
    try {
      if (await insertLease(this.#ctx.db, id, this.#ctx.nodeId, part)) return lease
      this.#held.delete(id)
      released.resolve()
      return null
    } catch (error) {
      await release()
      throw error
    }
  }

  /**
   * Ends the writers of these leases wherever they run; resolves once none of them can write any more.
   *
   * @throws Problem 'store-unavailable' where another process lives but does not answer
   */
  async endOthers(leases: readonly Pick<LeaseRow, 'id' | 'nodeId'>[]): Promise<void> {
    const here: Promise<void>[] = []
    const orphans: string[] = []
    const elsewhere: string[] = []
    for (const { id, nodeId } of leases) {
      const held = this.#held.get(id)
      if (held) {
        held.end(new Problem('part-superseded'))
        here.push(held.released)
      } else if (nodeId === this.#ctx.nodeId) orphans.push(id)
      else elsewhere.push(id)
    }
    if (orphans.length > 0) await deleteLeases(this.#ctx.db, orphans)
    if (elsewhere.length > 0) here.push(this.#endElsewhere(elsewhere))
    await Promise.all(here)
  }

  async #endElsewhere(ids: readonly string[]): Promise<void> {
    for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += POLL_MS) {
      // Again and again: a process that has just lost its connection hears nothing until it has a new one.
      if (waitedMs % ASK_AGAIN_MS === 0) await askToEnd(this.#ctx.db, ids)
      const standing = await listStandingLeases(this.#ctx.db, ids)
      if (standing.length === 0) return
      if (standing.every(({ lives }) => !lives)) {
        await pause(DEAD_GRACE_MS)
        await deleteLeases(this.#ctx.db, ids)
        return
      }
      await pause(POLL_MS)
    }
    throw new Problem('store-unavailable', { retryAfterSeconds: 2 })
  }

  /** A process that cannot hear may not write: its leases may be taken over behind its back. */
  async #listen(): Promise<{ close(): Promise<void> } | null> {
    while (!this.#isStopped) {
      try {
        return await listenForEnds(
          this.#ctx.connection,
          (id) => this.#held.get(id)?.end(new Problem('part-superseded')),
          () => this.#relisten(),
        )
      } catch (error) {
        this.#ctx.log.warn({ error }, 'part leases cannot listen')
        await pause(RECONNECT_MS)
      }
    }
    return null
  }

  #relisten(): void {
    if (this.#isStopped) return
    this.#listener = this.#endAll(new Problem('database-unavailable')).then(() => this.#listen())
  }

  async #endAll(reason: Problem): Promise<void> {
    const held = [...this.#held.values()]
    for (const lease of held) lease.end(reason)
    await Promise.all(held.map(({ released }) => released))
  }
}

const byContext = new WeakMap<object, PartLeases>()

/** The leases of this process; one set for a context, whoever asks. */
export function partLeasesOf(ctx: Needs): PartLeases {
  const known = byContext.get(ctx.db)
  if (known) return known
  const leases = new PartLeases(ctx)
  byContext.set(ctx.db, leases)
  return leases
}
