import { setTimeout as pause } from 'node:timers/promises'
import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../../context.ts'
import { newId } from '../../platform/ids.ts'
import type { Lane } from '../../platform/storage/blob-port.ts'
import {
  askToEnd,
  deleteDeadLeases,
  deleteLeases,
  insertLease,
  type LeaseRow,
  listenForEnds,
  type WantedPart,
} from '../in-flight-store.ts'

const RECONNECT_MS = 500

type Needs = Pick<Context, 'db' | 'connection' | 'nodeId' | 'log'>

/** The right to write one range of one blob. `signal` says when it is lost; then nothing more may be written. */
export interface PartLease {
  id: string
  signal: AbortSignal
  /** Ends the writer with a reason from the caller, such as a slow connection. */
  end(reason: Problem): void
  /** Call this once the writer has stopped, in every case; an acknowledged part has already deleted the row. */
  release(isRowGone?: boolean): Promise<void>
}

interface HeldLease extends PartLease {
  part: WantedPart
  /** Where it writes; null before it does. */
  lane: Lane | null
  /** The number of this process's lease in order; null while its row is being created. */
  nth: number | null
  released: Promise<void>
}

const lanes: readonly Lane[] = [0, 1]

/**
 * The part leases of this process. Of overlapping ranges the newest request wins; requests for the same range race, and
 * the first complete one wins. A lease is a row: a writer without its row cannot acknowledge. Two writers of this
 * process that overlap write to two files, its lanes; a third one takes the lane of the oldest, which is ended and
 * drained before. A writer of another process writes to its own files, where nothing reads, so that taking its row is
 * enough.
 */
export class PartLeases {
  readonly #ctx: Needs
  readonly #held = new Map<string, HeldLease>()
  #taken = 0
  #listener: Promise<{ close(): Promise<void> } | null> | null = null
  #isStopped = false

  constructor(ctx: Needs) {
    this.#ctx = ctx
  }

  /** Begins to listen to other processes and removes leases of dead ones. */
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
        this.#ctx.log.warn({ error, lease: id }, 'a part lease could not be released')
      } finally {
        this.#held.delete(id)
        released.resolve()
      }
    }
    const end = (reason: Problem) => ending.abort(reason)
    const signal = ending.signal
    const lease: HeldLease = { id, part, lane: null, nth: null, signal, end, release, released: released.promise }
    this.#held.set(id, lease)
    try {
      if (await insertLease(this.#ctx.db, id, this.#ctx.nodeId, part)) {
        lease.nth = ++this.#taken
        return lease
      }
      this.#held.delete(id)
      released.resolve()
      return null
    } catch (error) {
      await release()
      throw error
    }
  }

  /** How many leases this process has taken; for `findForgotten`, read before the rows are. */
  get taken(): number {
    return this.#taken
  }

  /**
   * Writers of this process that overlap `lease` and whose rows were not among `rows`, read after `taken`: another
   * process took their rows, and they may not know. A later one will find `lease`.
   */
  findForgotten(lease: PartLease, taken: number, rows: readonly LeaseRow[]): LeaseRow[] {
    const own = this.#held.get(lease.id)
    if (own === undefined) return []
    const known = new Set(rows.map(({ id }) => id))
    return [...this.#held.values()]
      .filter((other) => other !== own && sharesBytes(other.part, own.part))
      .filter(({ id, nth }) => nth !== null && nth <= taken && !known.has(id))
      .map(({ id }) => ({ id, nodeId: this.#ctx.nodeId, isNewer: false, isRival: false }))
  }

  /**
   * Gives a lease a lane in which no writer of this process overlaps it; where both have one, the oldest of these is to
   * be ended first. A lease that has won ends its rivals before it is released, so that a lease that finds its lane free
   * here has seen its part.
   */
  enterLane(lease: PartLease): { lane: Lane } | { crowdedBy: Pick<LeaseRow, 'id' | 'nodeId'> } {
    const own = this.#held.get(lease.id)
    if (own === undefined || own.signal.aborted) throw lease.signal.reason ?? new Problem('part-superseded')
    const beside = [...this.#held.values()].filter((other) => other !== own && sharesBytes(other.part, own.part))
    const free = lanes.find((lane) => beside.every((other) => other.lane !== lane))
    if (free !== undefined) {
      own.lane = free
      return { lane: free }
    }
    const [oldest] = beside.filter(({ lane }) => lane !== null)
    return { crowdedBy: { id: (oldest as HeldLease).id, nodeId: this.#ctx.nodeId } }
  }

  /** The part of `lease` is acknowledged: its rivals here end at once, those of other processes soon. */
  async won(lease: PartLease, rivals: readonly string[]): Promise<void> {
    const own = this.#held.get(lease.id)
    const elsewhere: string[] = []
    for (const other of this.#held.values()) {
      if (own && other !== own && isSameRange(other.part, own.part)) other.end(new Problem('part-superseded'))
    }
    for (const id of rivals) if (!this.#held.has(id)) elsewhere.push(id)
    if (elsewhere.length > 0) await this.#endElsewhere(elsewhere)
  }

  /**
   * Takes these leases from their holders; resolves once nobody can acknowledge with them, and no writer of this
   * process has one. Rejects with the reason of `signal` once that is aborted.
   */
  async endOthers(leases: readonly Pick<LeaseRow, 'id' | 'nodeId'>[], signal?: AbortSignal): Promise<void> {
    const here: Promise<void>[] = []
    const elsewhere: string[] = []
    for (const { id } of leases) {
      const held = this.#held.get(id)
      if (held === undefined) elsewhere.push(id)
      else {
        held.end(new Problem('part-superseded'))
        here.push(held.released)
      }
    }
    if (elsewhere.length > 0) await this.#endElsewhere(elsewhere)
    await orAborted(Promise.all(here), signal)
  }

  async #endElsewhere(ids: readonly string[]): Promise<void> {
    await deleteLeases(this.#ctx.db, ids)
    await askToEnd(this.#ctx.db, ids)
  }

  /**
   * A process that cannot listen ends its writers: others may take their leases unnoticed, and their work would be
   * lost.
   */
  async #listen(): Promise<{ close(): Promise<void> } | null> {
    while (!this.#isStopped) {
      try {
        return await listenForEnds(
          this.#ctx.connection,
          (id) => this.#held.get(id)?.end(new Problem('part-superseded')),
          () => this.#relisten(),
        )
      } catch (error) {
        this.#ctx.log.warn({ error }, 'cannot listen for part leases')
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

function sharesBytes(a: WantedPart, b: WantedPart): boolean {
  return a.blobId === b.blobId && a.offset < b.offset + b.bytes && b.offset < a.offset + a.bytes
}

function isSameRange(a: WantedPart, b: WantedPart): boolean {
  return a.blobId === b.blobId && a.offset === b.offset && a.bytes === b.bytes
}

async function orAborted(work: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return void (await work)
  const aborted = Promise.withResolvers<never>()
  const onAbort = () => aborted.reject(signal.reason)
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort)
  try {
    await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

const byContext = new WeakMap<object, PartLeases>()

/** The leases of this process; one set per context, for every caller. */
export function partLeasesOf(ctx: Needs): PartLeases {
  const known = byContext.get(ctx.db)
  if (known) return known
  const leases = new PartLeases(ctx)
  byContext.set(ctx.db, leases)
  return leases
}
