import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type TLSSocket, Server as TlsServer } from 'node:tls'
import { networkOf } from '../proxies/network.ts'
import { answerBroken, refuseConnection, refusePlain } from './answer-broken.ts'

/** Limits on a process's connections, over all its ports. */
export interface ConnectionLimits {
  most: number
  /** Idle connections of one network; the oldest is cut for the newest. */
  silentPerNetwork: number
  /** Proxies speak for everybody: one may have any number of connections up to `most`. */
  isProxy: (address: string) => boolean
  now?: () => number
}

/**
 * From the connection to the end of the first request's headers, handshake included; for a later request, from its
 * first byte.
 */
const HEADERS_MS = 20_000
/** Between two requests. */
const IDLE_MS = 75_000
const LOOK_MS = 1_000
/** One network's share of all connections, even if all of them are active. */
const NETWORK_SHARE = 0.25

interface Line {
  network: string
  isProxy: boolean
  /**
   * The socket that carries the data: over TLS another one than the accepted one, and null until the handshake is
   * complete.
   */
  voice: Socket | null
  /** When it became idle. */
  since: number
  hasAsked: boolean
  /** Answers in progress. */
  busy: number
  /** Bytes received when it became idle, and when more were first seen. */
  bytes: number
  begunAt: number | null
}

interface Network {
  count: number
  /** Oldest first. */
  silent: Set<Socket>
}

/**
 * Cuts idle connections: 20 s after they were opened or a request began, 75 s after the last answer, and the oldest of
 * a network, or of the network that has most, where there are too many. Refuses the newest connection only where none
 * is idle.
 */
export class Connections {
  readonly #limits: ConnectionLimits
  readonly #now: () => number
  readonly #lines = new Map<Socket, Line>()
  readonly #networks = new Map<string, Network>()
  /** Connections during their TLS handshake, by their ends: the handshake yields another socket. */
  readonly #handshakes = new Map<string, Socket>()
  readonly #carriers = new WeakMap<Socket, Socket>()
  readonly #looking: NodeJS.Timeout
  /** Bytes of connections that are closed. */
  readonly #ended = { in: 0, out: 0 }

  constructor(limits: ConnectionLimits) {
    this.#limits = limits
    this.#now = limits.now ?? (() => performance.now())
    this.#looking = setInterval(() => this.look(), LOOK_MS).unref()
  }

  get counts(): { open: number; silent: number } {
    const silent = [...this.#networks.values()].reduce((sum, network) => sum + network.silent.size, 0)
    return { open: this.#lines.size, silent }
  }

  /** Bytes of all connections so far, without those of handshakes. */
  get bytes(): { in: number; out: number } {
    const sum = { ...this.#ended }
    for (const { voice } of this.#lines.values()) addBytes(sum, voice)
    return sum
  }

  /** Watches a server's connections from now on. */
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

  /** Cuts unfinished handshakes, which a closing server does not know about. */
  cutHandshakes(): void {
    for (const socket of this.#handshakes.values()) socket.destroy()
  }

  /** Cuts connections that have been idle for too long. */
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

  /** Whether there is room for one more connection, which is already counted. */
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

/** Both ends of a connection, which no other has while it is open. */
const endsOf = ({ remoteAddress, remotePort, localAddress, localPort }: Socket): string =>
  `${remoteAddress} ${remotePort} ${localAddress} ${localPort}`

function addBytes(sum: { in: number; out: number }, voice: Socket | null): void {
  sum.in += voice?.bytesRead ?? 0
  sum.out += voice?.bytesWritten ?? 0
}

/** Bytes of requests, without those of a handshake. */
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

/** A client that has begun a request learns why it ends. */
function cut(socket: Socket, line: Line): void {
  if (line.voice === null || heardOf(line) === 0) socket.destroy()
  else answerBroken(Object.assign(new Error('No request came'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), line.voice)
}
