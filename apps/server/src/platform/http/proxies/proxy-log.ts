/**
 * Receives what a trusted proxy has sent: lines of its access log, as syslog datagrams. Each line names an answer by an
 * unguessable id. A datagram from another sender, about no awaited answer, or a second time, is dropped unread: it
 * costs one check of its sender and leaves no trace.
 */
import { randomBytes } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'
import { isIPv6 } from 'node:net'
import type { ProxyReport } from '@waybill/contract/tracking/evidence'
import type { Logger } from 'pino'
import type { Config } from '../../config/config.ts'
import { StartError } from '../../config/start-error.ts'
import { isProxyIn } from './is-proxy.ts'
import { parseProxyLine } from './parse-proxy-line.ts'

const ID_BYTES = 16
/** Room for some thousands of lines, while the process is busy with something else. */
const RECEIVE_BYTES = 1024 * 1024
const TELL_EVERY_MS = 60 * 60_000

/** The line about one answer. */
export interface AwaitedLine {
  /** For the answer's header. */
  id: string
  /** The line, once it has come. Null after `patienceMs` without it, and once the wait was cancelled. */
  within(patienceMs: number): Promise<ProxyReport | null>
  giveUp(): void
}

export class ProxyLog {
  readonly #socket: Socket
  readonly #log: Logger
  readonly #awaited = new Map<string, (report: ProxyReport) => void>()
  #toldAtMs = Number.NEGATIVE_INFINITY

  constructor(socket: Socket, { trustedProxies }: Pick<Config, 'trustedProxies'>, log: Logger) {
    this.#socket = socket
    this.#log = log
    const isProxy = isProxyIn(trustedProxies)
    socket.on('message', (datagram, { address }) => {
      if (this.#awaited.size > 0 && isProxy(address)) this.#hear(datagram)
    })
    socket.on('error', (error) => log.warn({ error }, "a proxy's log cannot be read"))
  }

  /** Registers an answer whose outcome a proxy is to report. */
  await(): AwaitedLine {
    const id = randomBytes(ID_BYTES).toString('base64url')
    const told = Promise.withResolvers<ProxyReport | null>()
    this.#awaited.set(id, told.resolve)
    const giveUp = () => {
      this.#awaited.delete(id)
      told.resolve(null)
    }
    return {
      id,
      giveUp,
      within: async (patienceMs) => {
        const timer = setTimeout(() => {
          this.#tellOfSilence()
          giveUp()
        }, patienceMs).unref()
        return told.promise.finally(() => clearTimeout(timer))
      },
    }
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.#socket.close(() => resolve()))
  }

  #hear(datagram: Buffer): void {
    const line = parseProxyLine(datagram)
    if (line === null) return
    this.#awaited.get(line.id)?.(line.report)
    this.#awaited.delete(line.id)
  }

  /** Once an hour, not for every answer, it tells operators whose proxy is not set up. */
  #tellOfSilence(): void {
    const nowMs = performance.now()
    if (nowMs - this.#toldAtMs < TELL_EVERY_MS) return
    this.#toldAtMs = nowMs
    this.#log.warn('no proxy has reported what it sent of a download: its log does not reach PROXY_LOG')
  }
}

/** Listens at PROXY_LOG; null where it is unset. @throws StartError where that address is unavailable */
export async function openProxyLog(config: Config, log: Logger): Promise<ProxyLog | null> {
  if (config.proxyLog === null) return null
  const { address, port } = config.proxyLog
  const type = isIPv6(address) ? 'udp6' : 'udp4'
  const socket = createSocket({ type, recvBufferSize: RECEIVE_BYTES })
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.bind({ address, port, exclusive: true }, () => {
      socket.off('error', reject)
      resolve()
    })
  }).catch((error: NodeJS.ErrnoException) => {
    throw refusalOf(error, `${address}:${port}`)
  })
  return new ProxyLog(socket, config, log)
}

function refusalOf(error: NodeJS.ErrnoException, where: string): Error {
  if (error.code === 'EADDRINUSE') return new StartError(`${where} is in use. Set PROXY_LOG to a free port.`)
  if (error.code === 'EADDRNOTAVAIL') return new StartError(`PROXY_LOG: ${where} is not an address of this machine.`)
  if (error.code === 'EACCES') return new StartError(`PROXY_LOG: this account may not listen at ${where}.`)
  return error
}
