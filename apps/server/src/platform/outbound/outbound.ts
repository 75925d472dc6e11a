import { lookup, Resolver } from 'node:dns/promises'
import { type IncomingMessage, request as requestPlain } from 'node:http'
import { type RequestOptions, request } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isGlobalAddress } from './is-global-address.ts'
import { type AllowedHosts, isAllowed, parseOutboundUrl } from './outbound-url.ts'

/** For one whole posting: resolving the name, connecting, sending, and reading the answer. */
const PATIENCE_MS = 5_000
/** The limit of an answer. */
const MAX_ANSWER_BYTES = 262_144
/** Concurrent pieces of work in one process. */
const MAX_UNDER_WAY = 256

/** 'no-address': the URL is not allowed, or its name does not resolve, or resolves to an address that is not global. */
export type OutboundFailure = 'no-address' | 'connection' | 'tls' | 'timeout'

type Sent = { status: number; failure: null; body: Buffer } | { status: null; failure: OutboundFailure }

/** The outcome of a posting. Redirects are not followed: theirs is a status like any other. */
export type OutboundOutcome = { ms: number } & (
  | { status: number; failure: null }
  | { status: null; failure: OutboundFailure }
)

export interface Posting {
  headers: Record<string, string>
  body: string | Uint8Array
}

/** The answer, up to 256 KiB of it. */
export type Answer = Sent

/** Every address of a name. */
export type Resolve = (name: string) => Promise<readonly string[]>

/**
 * The only way in which this server calls addresses that somebody else specified. Names are resolved once; each address
 * must be global, and the connection goes to exactly the checked addresses. Proxies from the environment are not used.
 * Node decides which certificates to trust (NODE_EXTRA_CA_CERTS).
 */
export interface Outbound {
  /** Never throws. */
  post(url: string, posting: Posting): Promise<OutboundOutcome>
  /**
   * The same for an address in the operator's own settings: http too, at any address. Returns the body of the answer
   * too.
   */
  ask(url: string, posting: Posting): Promise<Answer>
  /** Gets what is there by GET, of which at most 256 KiB; never at an address that the operator allows inside. */
  fetch(url: string): Promise<Answer>
  /** Asks a company's OpenID provider: a GET without a posting. Returns the body of the answer too. */
  askProvider(url: string, posting: Posting | null): Promise<Answer>
  /** How much more work may start. */
  room(): number
  /** Runs work that waits for other machines, so that no job blocks on it. `close` waits for it. */
  start(work: () => Promise<void>): void
  close(): Promise<void>
}

interface Ways {
  allowed: AllowedHosts
  /** Replaces this machine's resolver. */
  resolve: Resolve | null
  /** The https port for a URL without one. */
  port: number
}

interface OutboundOptions extends Partial<Ways> {
  allowed: AllowedHosts
  /** The same for `fetch`; only a test has any. */
  fetchAllowed?: AllowedHosts
  /** The same for `askProvider`. */
  providersAllowed?: AllowedHosts
  onBroken(error: unknown): void
}

const nowhere: AllowedHosts = new Set()

export function openOutbound(options: OutboundOptions): Outbound {
  const { allowed, fetchAllowed = nowhere, providersAllowed = nowhere, resolve = null, port = 443, onBroken } = options
  const underWay = new Set<Promise<void>>()
  return {
    post: (url, posting) => post(url, posting, { allowed, resolve, port }),
    ask: (url, posting) => patiently((signal) => askSettled(url, posting, resolve, signal)),
    fetch: (url) => patiently((signal) => attempt(url, null, { allowed: fetchAllowed, resolve, port }, signal)),
    askProvider: (url, posting) =>
      patiently((signal) => attempt(url, posting, { allowed: providersAllowed, resolve, port }, signal)),
    room: () => Math.max(0, MAX_UNDER_WAY - underWay.size),
    start(work) {
      const running = work()
        .catch(onBroken)
        .finally(() => underWay.delete(running))
      underWay.add(running)
    },
    async close() {
      await Promise.all(underWay)
    },
  }
}

/**
 * Queries name servers without blocking a thread: otherwise names whose servers never answer, of which anybody can have
 * many, would hold the few threads that read and write files.
 */
const resolveOutside: Resolve = async (name) => {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
}

/** Resolves like any program on this machine: what the operator allows may be in a hosts file. */
const resolveInside: Resolve = async (name) => (await lookup(name, { all: true })).map(({ address }) => address)

async function post(text: string, posting: Posting, ways: Ways): Promise<OutboundOutcome> {
  const begun = performance.now()
  const { status, failure } = await patiently((signal) => attempt(text, posting, ways, signal))
  const ms = Math.round(performance.now() - begun)
  return status === null ? { status, failure, ms } : { status, failure, ms }
}

async function patiently(work: (signal: AbortSignal) => Promise<Sent>): Promise<Sent> {
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(), PATIENCE_MS)
  try {
    return await work(patience.signal)
  } finally {
    clearTimeout(timer)
  }
}

/** Resolves addresses from the operator's settings like any program on this machine. */
async function askSettled(text: string, posting: Posting, resolve: Resolve | null, signal: AbortSignal): Promise<Sent> {
  const url = new URL(text)
  const port = Number(url.port || (url.protocol === 'http:' ? 80 : 443))
  const allowed = new Set([`${url.hostname}:${port}`])
  const addresses = await addressesOf(new URL(`https://${url.hostname}:${port}`), { allowed, resolve }, signal)
  if (addresses.length === 0) return { status: null, failure: signal.aborted ? 'timeout' : 'no-address' }
  return send({ url, addresses, port }, posting, signal)
}

async function attempt(text: string, posting: Posting | null, ways: Ways, signal: AbortSignal): Promise<Sent> {
  const url = parseOutboundUrl(text, ways.allowed)
  const addresses = url === null ? [] : await addressesOf(url, ways, signal)
  if (url === null || addresses.length === 0) {
    return { status: null, failure: signal.aborted ? 'timeout' : 'no-address' }
  }
  return send({ url, addresses, port: url.port === '' ? ways.port : Number(url.port) }, posting, signal)
}

/** The addresses to connect to; none where any of them is not allowed. */
async function addressesOf(
  url: URL,
  { allowed, resolve }: Pick<Ways, 'allowed' | 'resolve'>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const host = bare(url.hostname)
  const mayBeInside = isAllowed(url, allowed)
  if (isIP(host) !== 0) return mayBeInside ? [host] : []
  const { promise: late, resolve: end } = Promise.withResolvers<readonly string[]>()
  signal.addEventListener('abort', () => end([]), { once: true })
  const ask = resolve ?? (mayBeInside ? resolveInside : resolveOutside)
  const found = await Promise.race([ask(host).catch(() => []), late])
  return mayBeInside || found.every(isGlobalAddress) ? found : []
}

const bare = (hostname: string): string => hostname.replace(/^\[(.+)\]$/, '$1')

interface Target {
  url: URL
  addresses: readonly string[]
  port: number
}

/** Without a posting it is a GET. */
function send({ url, addresses, port }: Target, posting: Posting | null, signal: AbortSignal): Promise<Sent> {
  const host = bare(url.hostname)
  const options: RequestOptions = {
    method: posting === null ? 'GET' : 'POST',
    host,
    port,
    path: `${url.pathname}${url.search}`,
    headers: posting === null ? {} : { ...posting.headers, 'content-length': String(Buffer.byteLength(posting.body)) },
    lookup: lookupIn(addresses),
    // Its own connection for each posting: no connection and no session outlives it.
    agent: false,
    signal,
    ...(isIP(host) === 0 ? { servername: host } : {}),
  }
  return new Promise((settle) => {
    let status: number | null = null
    const asking = url.protocol === 'http:' ? requestPlain(options) : request(options)
    let answered: Buffer = Buffer.alloc(0)
    /** A receiver that has answered counts as reached, whatever happens to the rest of the answer. */
    const end = (failure: OutboundFailure) =>
      settle(
        status === null
          ? { status, failure: signal.aborted ? 'timeout' : failure }
          : { status, failure: null, body: answered },
      )
    asking.once('response', (response) => {
      status = response.statusCode ?? 0
      void drain(response).then((read) => {
        answered = read
        asking.destroy()
        end('connection')
      })
    })
    asking.on('error', (error: NodeJS.ErrnoException) => end(failureOf(error)))
    // A response that is not an answer, such as a protocol switch, ends without an event.
    asking.once('close', () => end('connection'))
    asking.end(posting?.body)
  })
}

/** Reads to the end of an answer, or until the time limit. */
function drain(response: IncomingMessage): Promise<Buffer> {
  return new Promise((settle) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const end = () => settle(Buffer.concat(chunks))
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > MAX_ANSWER_BYTES) end()
      else chunks.push(chunk)
    })
    response.once('end', end)
    response.on('error', end)
    response.once('close', end)
  })
}

/** Returns the addresses that were checked, whatever a resolver would return by now. */
function lookupIn(addresses: readonly string[]): LookupFunction {
  const known = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_name, options, callback) => {
    const [first] = known
    if (options.all) callback(null, known)
    else callback(null, first?.address ?? '', first?.family)
  }
}

const failureOf = ({ code = '' }: NodeJS.ErrnoException): OutboundFailure =>
  /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|INVALID_CA|EPROTO)/.test(code)
    ? 'tls'
    : 'connection'
