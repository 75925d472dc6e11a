import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type TLSSocket, Server as TlsServer } from 'node:tls'
import { networkOf } from '../proxies/network.ts'
import { answerBroken, refuseConnection, refusePlain } from './answer-broken.ts'

/** What a process holds of connections, over all its ports. */
export interface ConnectionLimits {
  most: number
  /** Of one network on which nothing is asked or answered; the oldest is cut for the newest. */
  silentPerNetwork: number
  /** Proxies speak for everybody: of them there may be any number up to `most`. */
  isProxy: (address: string) => boolean
  now?: () => number
}

/**
 * From the connection to the end of the first request's headers, a handshake included, and of a later one's from its
 * first byte.
 */
const HEADERS_MS = 20_000
/** Between two requests. */
const IDLE_MS = 75_000
const LOOK_MS = 1_000
/** What one network may have of all connections, also where something is asked on each. */
const NETWORK_SHARE = 0.25

interface Line {
  network: string
  isProxy: boolean
  /** What is spoken through: over TLS another socket than the one that came, and none before the handshake is over. */
  voice: Socket | null
  /** When it fell silent. */
  since: number
  hasAsked: boolean
  /** Answers on their way. */
  busy: number
  /** Bytes received when it fell silent, and when more were first seen. */
  bytes: number
  begunAt: number | null
}

interface Network {
  count: number
  /** The oldest first. */
  silent: Set<Socket>
}

/**
 * Cuts connections on which nothing is asked: 20 s after they were opened or a request was begun, 75 s after the last
 * answer, and the oldest of a network, or of the network that has most, where there are too many. Only where none of
 * them is silent is the newest refused.
 */
export class Connections {
  readonly #limits: ConnectionLimits
  readonly #now: () => number
  readonly #lines = new Map<Socket, Line>()
  readonly #networks = new Map<string, Network>()
  /** Connections of which the TLS handshake goes on, by their ends: what comes of it is another socket. */
  readonly #handshakes = new Map<string, Socket>()
  readonly #carriers = new WeakMap<Socket, Socket>()
  readonly #looking: NodeJS.Timeout

  constructor(limits: ConnectionLimits) {
    this.#limits = limits
    this.#now = limits.now ?? (() => performance.now())
    this.#looking = setInterval(() => this.look(), LOOK_MS).unref()
  }

  get counts(): { open: number; silent: number } {
    const silent = [...this.#networks.values()].reduce((sum, network) => sum + network.silent.size, 0)
    return { open: this.#lines.size, silent }
  }

  /** Minds a server's connections from here on. */
  mind(server: Server): void {
    const isTls = server instanceof TlsServer
    server.on('connection', (socket: Socket) => this.#open(socket, isTls))
    if (isTls) {
      server.prependListener('secureConnection', (voice: TLSSocket) => this.#secure(voice))
      server.prependListener('tlsClientError', (error: NodeJS.ErrnoException, voice: TLSSocket) => {
        const carrier = this.#handshakes.get(endsOf(voice))
        if (error.code === 'ERR_SSL_HTTP_REQUEST' && carrier !== undefined) refusePlain(carrier)
      })
    }
    server.prependListener('request', (request: IncomingMessage, response: ServerResponse) =>
      this.#begin(request.socket, response),
    )
  }

  close(): void {
    clearInterval(this.#looking)
  }

  /** Cuts handshakes that go on, of which a server that closes knows nothing. */
  cutHandshakes(): void {
    for (const socket of this.#handshakes.values()) socket.destroy()
  }

  /** Cuts what has been silent for too long. */
  look(): void {
    const now = this.#now()
    for (const { silent } of this.#networks.values()) {
      for (const socket of silent) {
        const line = this.#lines.get(socket)
        if (line && isOver(line, now)) cut(socket, line)
      }
    }
  }

  #open(socket: Socket, isTls: boolean): void {
    const address = socket.remoteAddress ?? '0.0.0.0'
    const [voice, ends] = isTls ? [null, endsOf(socket)] : [socket, null]
    const line = {
      network: networkOf(address),
      isProxy: this.#limits.isProxy(address),
      voice,
      hasAsked: false,
      busy: 0,
    }
    const network = this.#networks.get(line.network) ?? { count: 0, silent: new Set() }
    this.#networks.set(line.network, network)
    network.count += 1
    this.#lines.set(socket, { ...line, since: this.#now(), bytes: 0, begunAt: null })
    if (ends !== null) this.#handshakes.set(ends, socket)
    socket.once('close', () => {
      this.#forget(socket)
      if (ends !== null && this.#handshakes.get(ends) === socket) this.#handshakes.delete(ends)
    })
    if (this.#makeRoom(line.isProxy, network)) network.silent.add(socket)
    else if (isTls) socket.destroy()
    else refuseConnection(socket)
  }

  #secure(voice: Socket): void {
    const ends = endsOf(voice)
    const carrier = this.#handshakes.get(ends)
    const line = carrier && this.#lines.get(carrier)
    if (!carrier || !line) return
    this.#handshakes.delete(ends)
    this.#carriers.set(voice, carrier)
    line.voice = voice
  }

  /** Whether there is room for one more, which counts already. */
  #makeRoom(isProxy: boolean, network: Network): boolean {
    const { most, silentPerNetwork } = this.#limits
    if (!isProxy) {
      if (network.silent.size >= silentPerNetwork) cutOldest(network)
      if (network.count > most * NETWORK_SHARE && !cutOldest(network)) return false
    }
    if (this.#lines.size <= most) return true
    const quietest = [...this.#networks.values()].reduce((one, other) =>
      other.silent.size > one.silent.size ? other : one,
    )
    return cutOldest(quietest)
  }

  #begin(asking: Socket, response: ServerResponse): void {
    const socket = this.#carriers.get(asking) ?? asking
    const line = this.#lines.get(socket)
    if (line === undefined) return
    line.busy += 1
    line.hasAsked = true
    this.#networks.get(line.network)?.silent.delete(socket)
    response.once('close', () => this.#end(socket, line))
  }

  #end(socket: Socket, line: Line): void {
    line.busy -= 1
    if (line.busy > 0 || !this.#lines.has(socket)) return
    Object.assign(line, { since: this.#now(), bytes: heardOf(line), begunAt: null })
    this.#networks.get(line.network)?.silent.add(socket)
  }

  #forget(socket: Socket): void {
    const line = this.#lines.get(socket)
    const network = line && this.#networks.get(line.network)
    this.#lines.delete(socket)
    if (!line || !network) return
    network.silent.delete(socket)
    network.count -= 1
    if (network.count === 0) this.#networks.delete(line.network)
  }
}

/** Both ends of a connection, which no other has while it stands. */
const endsOf = ({ remoteAddress, remotePort, localAddress, localPort }: Socket): string =>
  `${remoteAddress} ${remotePort} ${localAddress} ${localPort}`

/** Bytes of requests: those of a handshake are none. */
const heardOf = ({ voice }: Line): number => voice?.bytesRead ?? 0

function isOver(line: Line, now: number): boolean {
  if (!line.hasAsked) return now - line.since >= HEADERS_MS
  if (heardOf(line) > line.bytes) line.begunAt ??= now
  if (line.begunAt !== null) return now - line.begunAt >= HEADERS_MS
  return now - line.since >= IDLE_MS
}

/** Whether there was one to cut. Its 'close' comes later: it must not be found again until then. */
function cutOldest({ silent }: Network): boolean {
  const [oldest] = silent
  if (oldest === undefined) return false
  silent.delete(oldest)
  oldest.destroy()
  return true
}

/** Who has begun a request is told why it ends. */
function cut(socket: Socket, line: Line): void {
  if (line.voice === null || heardOf(line) === 0) socket.destroy()
  else answerBroken(Object.assign(new Error('No request came'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), line.voice)
}
