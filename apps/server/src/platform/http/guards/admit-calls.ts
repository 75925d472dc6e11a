import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { FairLines } from '../../threads/index.ts'
import { Stay } from '../connections/stay.ts'
import { whenGone } from '../connections/when-gone.ts'
import { iconPaths } from '../pages/icons.ts'
import { clientAddress, networkOf } from '../proxies/network.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Null for calls that are not counted. */
    stay: Stay | null
  }
}

export interface CallLimits {
  /** For one network and for one account. */
  atOnce: number
  /** For one network and for one account: enough for two hundred people with five requests each. */
  maxWaiting?: number
  patienceMs?: number
}

const MAX_WAITING = 1_024
const PATIENCE_MS = 15_000
/** Calls of one network whose token is being looked up. Those with a good token then stop counting. */
const TOKENS_AT_ONCE = 64
/** A slow stream does not keep its network waiting. */
const STREAM_MS = 5_000
/** Smaller bodies arrive without a place; larger ones are in memory only as often as there are places. */
const SMALL_BODY_BYTES = 262_144

/** Files that cost nothing to serve. */
const uncountedPaths: ReadonlySet<string> = new Set(['/assets/*', '/robots.txt', ...iconPaths])

/** The calls in progress in this process; this protects the process's CPU. */
export interface Crowd {
  /** Call this once the cheap guards have passed a request, before anything is looked up for it. */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** Call this once the calling account is known. */
  admitAccount(request: FastifyRequest, accountId: string): Promise<void>
}

/**
 * Limits the pages and calls of one network, and of one account, that run at once; the others wait in a queue, each for
 * a limited time, so that one network's crowd does not slow everybody. Static files, and downloads, uploads and live
 * streams with a good token, are not counted.
 *
 * @throws Problem 'too-many-calls' {retryAfterSeconds} where the queue is full or too slow
 */
export function admitCalls(app: FastifyInstance, limits: CallLimits): Crowd {
  const { atOnce, maxWaiting = MAX_WAITING, patienceMs = PATIENCE_MS } = limits
  const lines = (perLine: number) =>
    new FairLines({
      atOnce: Number.POSITIVE_INFINITY,
      perLine,
      maxWaiting: 8 * maxWaiting,
      maxWaitingPerLine: maxWaiting,
    })
  const networks = lines(atOnce)
  const accounts = lines(atOnce)
  const tokens = lines(Math.max(atOnce, TOKENS_AT_ONCE))
  app.decorateRequest('stay', null)
  app.addHook('preParsing', async ({ stay, raw, routeOptions }) => {
    if (stay !== null && isSmall(raw.headers, routeOptions.bodyLimit)) stay.pause()
  })
  app.addHook('preValidation', async ({ stay }) => stay?.resume())
  app.addHook('onSend', async ({ stay }, reply, payload) => {
    if (stay !== null) leaveWith(stay, reply, payload)
  })
  return {
    async admit(request, reply) {
      if (!isCounted(request)) return
      const stay = new Stay({ patienceMs, gone: whenGone(reply) })
      request.stay = stay
      reply.raw.once('close', () => stay.leave())
      await stay.take(isByToken(request) ? tokens : networks, networkOf(clientAddress(request)))
    },
    async admitAccount({ stay }, accountId) {
      await stay?.take(accounts, accountId)
    },
  }
}

function isCounted({ method, routeOptions: { url, config } }: FastifyRequest): boolean {
  if (method === 'OPTIONS' || uncountedPaths.has(url ?? '')) return false
  return config.endpoint?.countsAmong !== 'nobody'
}

const isByToken = ({ routeOptions: { config } }: FastifyRequest): boolean =>
  config.isStorageDoor === true || config.endpoint?.countsAmong === 'tokens'

function isSmall(headers: FastifyRequest['headers'], bodyLimit = 0): boolean {
  const told = headers['content-length']
  return (told === undefined ? bodyLimit : Number(told)) <= SMALL_BODY_BYTES
}

/** A finished answer only has to be sent. */
function leaveWith(stay: Stay, reply: FastifyReply, payload: unknown): void {
  const isStream = typeof payload === 'object' && payload !== null && 'pipe' in payload
  if (!isStream) {
    stay.leave()
    return
  }
  const timer = setTimeout(() => stay.leave(), STREAM_MS).unref()
  reply.raw.once('close', () => clearTimeout(timer))
}
