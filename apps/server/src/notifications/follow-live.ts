import { Problem } from '@waybill/contract/core/problems'
import type { FastifyReply } from 'fastify'
import type { Context } from '../context.ts'
import type { ActorAccount } from '../platform/http/actor.ts'
import { sendEvents } from '../platform/http/connections/send-events.ts'
import type { Budget } from '../platform/http/limits/rate-limits.ts'
import { hashToken, newToken } from '../platform/ids.ts'
import type { LiveHub } from './live-hub.ts'
import { LiveStream } from './live-stream.ts'
import { keepTicket, takeTicket } from './notification-store.ts'

const ticketsPerSession: Budget = { name: 'live-tickets', points: 120, seconds: 600 }
/** Per account in one process; the oldest ends for the newest. */
const MAX_STREAMS = 30

/** @throws Problem 'too-many-requests' */
export async function makeLiveTicket(
  { db, limits }: Pick<Context, 'db' | 'limits'>,
  { id: accountId, sessionId }: ActorAccount,
): Promise<{ ticket: string }> {
  await limits.spend(ticketsPerSession, sessionId)
  const ticket = newToken()
  await keepTicket(db, hashToken(ticket), { accountId, sessionId })
  return { ticket }
}

/** The live streams of this process. */
export class LiveStreams {
  readonly #ctx: Pick<Context, 'db' | 'log'>
  readonly #hub: LiveHub
  readonly #open = new Map<string, Set<LiveStream>>()

  constructor(ctx: Pick<Context, 'db' | 'log'>, hub: LiveHub) {
    this.#ctx = ctx
    this.#hub = hub
  }

  /**
   * Streams events to the holder of a ticket.
   *
   * @throws Problem 'ticket-expired': unknown, expired, or used before
   */
  async follow({ ticket, after }: { ticket: string; after?: number | undefined }, reply: FastifyReply): Promise<void> {
    const holder = await takeTicket(this.#ctx.db, hashToken(ticket))
    if (holder === null) throw new Problem('ticket-expired')
    const stream = await LiveStream.open(this.#ctx, this.#hub, holder, after ?? null)
    // A client that left while the stream opened closes nothing any more.
    if (reply.raw.destroyed) {
      stream.end()
      reply.hijack()
      return
    }
    const beside = this.#open.get(holder.accountId) ?? new Set()
    this.#open.set(holder.accountId, beside.add(stream))
    const [oldest] = beside
    if (beside.size > MAX_STREAMS) oldest?.end()
    stream.body.once('close', () => {
      beside.delete(stream)
      if (beside.size === 0 && this.#open.get(holder.accountId) === beside) this.#open.delete(holder.accountId)
    })
    sendEvents(reply, stream.body)
  }

  get count(): number {
    return [...this.#open.values()].reduce((sum, streams) => sum + streams.size, 0)
  }

  /** Ends every stream, so that the server can stop; pages reconnect by themselves. */
  end(): void {
    for (const streams of this.#open.values()) for (const stream of streams) stream.end()
  }
}
