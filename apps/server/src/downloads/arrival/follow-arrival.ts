import { PassThrough } from 'node:stream'
import { Problem } from '@waybill/contract/core/problems'
import type { ArrivalNews, FileArrival } from '@waybill/contract/transfers/arrival'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { sendEvents } from '../../platform/http/connections/send-events.ts'
import type { ArrivalFeed } from '../../uploads/index.ts'
import { findActive, type Link, type LinkNeeds } from '../open/find-linked.ts'
import { requireOpen } from '../open/open-link.ts'
import { newsOf } from './read-arrival.ts'

/** The shortest time between two messages. */
const PAUSE_MS = 1_000
/** After so long without news a comment is sent, and the stream notices that its link no longer opens. */
const HEARTBEAT_MS = 15_000
/** The most streams of one process, for one network and in all. A page that gets none calls `readArrival` now and then. */
const MOST = { ofNetwork: 50, inAll: 5_000 } as const

interface Call {
  link: Link
  request: FastifyRequest
}

/** The open streams of this process about arriving transfers. */
export class ArrivalStreams {
  readonly #ctx: LinkNeeds & Pick<Context, 'log'>
  readonly #feed: ArrivalFeed
  readonly #open = new Map<PassThrough, string>()

  constructor(ctx: LinkNeeds & Pick<Context, 'log'>, feed: ArrivalFeed) {
    this.#ctx = ctx
    this.#feed = feed
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
    void this.#tell(call, found.transfer.upload_id, body).catch((error: unknown) => {
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

  async #tell(call: Call, uploadId: string, body: PassThrough): Promise<void> {
    let next = Promise.withResolvers<void>()
    const wake = () => next.resolve()
    const unfollow = await this.#feed.follow(uploadId, wake)
    body.once('close', wake)
    const known = new Map<string, string>()
    try {
      while (!body.writableEnded && !body.destroyed) {
        next = Promise.withResolvers()
        const news = await this.#read(call)
        if (news === null) return say(body, 'over', {})
        const files = changesOf(news, known)
        if (known.size === 0 || files.length > 0 || news.state !== 'arriving') say(body, 'arrival', { ...news, files })
        else body.write(': alive\n\n')
        if (news.state === 'whole') return
        await rest(next.promise)
      }
    } finally {
      unfollow()
      body.end()
    }
  }

  /** Null: the link does not open any more. */
  async #read(call: Call): Promise<ArrivalNews | null> {
    try {
      return await newsOf(this.#ctx, await this.#find(call))
    } catch (error) {
      if (error instanceof Problem) return null
      throw error
    }
  }
}

/** The files that changed since they were last told. `known` keeps what is told now, by file. */
function changesOf({ files }: ArrivalNews, known: Map<string, string>): ArrivalNews['files'] {
  const now = new Map(files.map((file) => [file.id, file]))
  const there = [...known.keys()].filter((id) => !now.has(id)).map((id) => ({ id }))
  for (const { id } of there) known.delete(id)
  const changed = files.filter(({ id, arrival }) => known.get(id) !== keyOf(arrival))
  for (const { id, arrival } of changed) known.set(id, keyOf(arrival))
  return [...there, ...changed]
}

const keyOf = (arrival: FileArrival | undefined): string => JSON.stringify(arrival)

function say(body: PassThrough, event: string, data: object): void {
  if (!body.writableEnded) body.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
}

/** At least the pause, then until something changes, at most a heartbeat. */
async function rest(changed: Promise<void>): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS).unref())
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, HEARTBEAT_MS).unref()
  await Promise.race([changed, promise])
  clearTimeout(timer)
}
