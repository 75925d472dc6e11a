import { PassThrough } from 'node:stream'
import { Problem } from '@waybill/contract/core/problems'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { sendEvents } from '../../platform/http/connections/send-events.ts'
import type { ArrivalFeed } from '../../uploads/index.ts'
import { findActive, type Link, type LinkNeeds } from '../open/find-linked.ts'
import { type OpenedTransfer, requireOpen } from '../open/open-link.ts'
import { type ArrivalReading, eventOf, SharedArrivals } from './shared-arrivals.ts'

/** The shortest time between two messages. */
const PAUSE_MS = 1_000
/** After so long without news a comment is sent, and the stream notices that its link no longer opens. */
const HEARTBEAT_MS = 15_000
/** A reader that takes nothing of what was written for this long loses its place to others. */
const UNREAD_MS = 60_000
/** The most streams of one process, for one network and in all. A page that gets none calls `readArrival` now and then. */
const MOST = { ofNetwork: 50, inAll: 5_000 } as const

interface Call {
  link: Link
  request: FastifyRequest
}

/** That a reader may have the news. */
interface Access {
  judgedAt: number
  lockedAt: Date | null
}

/** The open streams of this process about arriving transfers. */
export class ArrivalStreams {
  readonly #ctx: LinkNeeds & Pick<Context, 'log'>
  readonly #feed: ArrivalFeed
  readonly #arrivals: SharedArrivals
  readonly #open = new Map<PassThrough, string>()

  constructor(ctx: LinkNeeds & Pick<Context, 'log'>, feed: ArrivalFeed) {
    this.#ctx = ctx
    this.#feed = feed
    this.#arrivals = new SharedArrivals(ctx)
  }

  /**
   * Streams how far the files are, until all are there, the link closes, or the reader leaves.
   *
   * @throws Problem as the contract's `followArrival` names them
   */
  async follow(call: Call, reply: FastifyReply): Promise<void> {
    const found = await this.#find(call)
    const { network } = call.request.actor
    const beside = [...this.#open.values()].filter((one) => one === network).length
    if (this.#open.size >= MOST.inAll || beside >= MOST.ofNetwork) throw new Problem('too-many-requests')
    const body = new PassThrough()
    this.#open.set(body, network)
    body.once('close', () => this.#open.delete(body))
    sendEvents(reply, body)
    void this.#tell(call, found, body).catch((error: unknown) => {
      this.#ctx.log.warn({ error }, 'a stream about an arriving transfer ended: it could not be read')
      body.end()
    })
  }

  /** Ends every stream, so that the server can stop; pages connect again by themselves. */
  end(): void {
    for (const body of this.#open.keys()) body.end()
  }

  async #find({ link, request }: Call) {
    return requireOpen(this.#ctx, await findActive(this.#ctx, link, request), request.actor)
  }

  async #tell(call: Call, { transfer }: OpenedTransfer, body: PassThrough): Promise<void> {
    let next = Promise.withResolvers<void>()
    let changedAt = 0
    const unfollow = await this.#feed.follow(transfer.upload_id, () => {
      changedAt = performance.now()
      next.resolve()
    })
    // A reading that began before this moment may lack a change of which this stream was not notified.
    changedAt = performance.now()
    body.once('close', () => next.resolve())
    const access = { judgedAt: performance.now(), lockedAt: transfer.locked_at }
    let told: ArrivalReading | null = null
    try {
      while (!body.writableEnded && !body.destroyed) {
        next = Promise.withResolvers()
        const reading: ArrivalReading | null = await this.#arrivals.read(transfer.id)
        if (reading === null || !(await this.#stillOpens(call, access, reading))) return say(body, eventOf('over', {}))
        say(body, reading.eventSince(told))
        told = reading
        if (reading.news.state === 'whole') return
        await rest(changedAt > reading.begunAt ? Promise.resolve() : next.promise)
        await drained(body)
      }
    } finally {
      unfollow()
      body.end()
    }
  }

  /** Judged again after a heartbeat, and at once where its sender has locked the transfer since. */
  async #stillOpens(call: Call, access: Access, { lockedAt }: ArrivalReading): Promise<boolean> {
    const isSame = lockedAt?.getTime() === access.lockedAt?.getTime()
    if (isSame && performance.now() - access.judgedAt < HEARTBEAT_MS) return true
    try {
      const { transfer } = await this.#find(call)
      Object.assign(access, { judgedAt: performance.now(), lockedAt: transfer.locked_at })
      return true
    } catch (error) {
      if (error instanceof Problem) return false
      throw error
    }
  }
}

function say(body: PassThrough, event: string): void {
  if (!body.writableEnded && !body.destroyed) body.write(event)
}

/** At least the pause, then until something changes, at most a heartbeat. */
async function rest(changed: Promise<void>): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS).unref())
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, HEARTBEAT_MS).unref()
  await Promise.race([changed, promise])
  clearTimeout(timer)
}

/** Until its reader has taken what was written: the rest would wait in memory. */
async function drained(body: PassThrough): Promise<void> {
  if (!body.writableNeedDrain || body.destroyed) return
  const { promise, resolve } = Promise.withResolvers<void>()
  body.once('drain', resolve).once('close', resolve)
  const timer = setTimeout(() => body.destroy(), UNREAD_MS).unref()
  await promise
  clearTimeout(timer)
  body.off('drain', resolve).off('close', resolve)
}
