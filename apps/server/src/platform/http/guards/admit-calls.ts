import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { FairLines } from '../../threads/index.ts'
import { Stay } from '../connections/stay.ts'
import { whenGone } from '../connections/when-gone.ts'
import { clientAddress, networkOf } from '../proxies/network.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Null for what is not counted. */
    stay: Stay | null
  }
}

export interface CallLimits {
  /** Of one network and of one account. */
  atOnce: number
  /** Of one network and of one account: two hundred people who each ask for five things at once. */
  maxWaiting?: number
  patienceMs?: number
}

const MAX_WAITING = 1_024
const PATIENCE_MS = 15_000
/** Calls of one network whose token is being looked up. Where it is good they are counted no more. */
const TOKENS_AT_ONCE = 64
/** A stream that is read slowly does not keep its network waiting. */
const STREAM_MS = 5_000
/** Smaller bodies are waited for without a place; of larger ones no more are in memory than may be worked on. */
const SMALL_BODY_BYTES = 262_144

/** Files that cost nothing. */
const uncountedPaths: ReadonlySet<string> = new Set(['/assets/*', '/favicon.svg', '/robots.txt'])

/** What is in flight in this process: it guards this process's CPU. */
export interface Crowd {
  /** To be called once the cheap guards have let a request pass, before anything is looked up for it. */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** To be called once it is known which account asks. */
  admitAccount(request: FastifyRequest, accountId: string): Promise<void>
}

/**
 * Lets few pages and calls of one network, and of one account, be worked on at once; the others wait in a line, each
 * for a time, so that nobody's crowd is everybody's. Static files, and downloads, uploads and live streams whose token
 * is good, are not counted.
 *
 * @throws Problem 'too-many-calls' {retryAfterSeconds} where the line is full or moves too slowly
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

const isByToken = ({ routeOptions: { config } }: FastifyRequest): boolean => config.endpoint?.countsAmong === 'tokens'

function isSmall(headers: FastifyRequest['headers'], bodyLimit = 0): boolean {
  const told = headers['content-length']
  return (told === undefined ? bodyLimit : Number(told)) <= SMALL_BODY_BYTES
}

/** What is made already only has to be sent. */
function leaveWith(stay: Stay, reply: FastifyReply, payload: unknown): void {
  const isStream = typeof payload === 'object' && payload !== null && 'pipe' in payload
  if (!isStream) {
    stay.leave()
    return
  }
  const timer = setTimeout(() => stay.leave(), STREAM_MS).unref()
  reply.raw.once('close', () => clearTimeout(timer))
}
