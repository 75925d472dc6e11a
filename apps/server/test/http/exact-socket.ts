/**
 * A reader that takes exactly so many bytes from its kernel and leaves the rest there, which Node's own sockets cannot,
 * because they read ahead; and that knows what its kernel received.
 */
import { createRequire } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'

const koffi = createRequire(import.meta.resolve('../../src/start-server.ts'))('koffi') as typeof import('koffi')
const libc = koffi.load(null)
const calls = {
  socket: libc.func('int socket(int domain, int type, int protocol)'),
  connect: libc.func('int connect(int fd, uint8_t *address, uint32_t bytes)'),
  send: libc.func('int64_t send(int fd, uint8_t *bytes, uint64_t length, int flags)'),
  recv: libc.func('int64_t recv(int fd, _Out_ uint8_t *bytes, uint64_t length, int flags)'),
  shutdown: libc.func('int shutdown(int fd, int how)'),
  setsockopt: libc.func('int setsockopt(int fd, int level, int name, uint8_t *value, uint32_t bytes)'),
  getsockopt: libc.func('int getsockopt(int fd, int level, int name, _Out_ uint8_t *value, _Inout_ uint32_t *bytes)'),
  close: libc.func('int close(int fd)'),
}
const [AF_INET, SOCK_STREAM, MSG_DONTWAIT, SHUT_WR] = [2, 1, 0x40, 1]
const [SOL_SOCKET, SO_RCVBUF, SO_LINGER, IPPROTO_TCP, TCP_INFO] = [1, 8, 13, 6, 11]
/** Of struct tcp_info in linux/tcp.h: tcpi_bytes_received, since Linux 4.1. */
const RECEIVED_AT = 128
const PIECE_BYTES = 256 * 1024

export interface Manner {
  /** It announces with its request that nothing more follows. */
  isOneWay?: boolean
  /** Bytes that its kernel buffers for it, roughly. */
  holds?: number
}

export class ExactSocket {
  readonly #fd: number
  readonly #piece = Buffer.alloc(PIECE_BYTES)
  #headBytes = 0
  /** Of the body, taken so far. */
  bytesRead = 0
  length = 0
  head = ''

  private constructor(fd: number) {
    this.#fd = fd
  }

  /** Sends a request and reads the head of its answer. */
  static async open(
    origin: string,
    path: string,
    headers: Record<string, string> = {},
    { isOneWay = false, holds }: Manner = {},
  ): Promise<ExactSocket> {
    const { port, host } = new URL(origin)
    const address = Buffer.from([AF_INET, 0, Number(port) >> 8, Number(port) & 255, 127, 0, 0, 1, ...Array(8).fill(0)])
    const fd = calls.socket(AF_INET, SOCK_STREAM, 0)
    if (holds !== undefined) calls.setsockopt(fd, SOL_SOCKET, SO_RCVBUF, Buffer.from(Uint32Array.of(holds).buffer), 4)
    if (calls.connect(fd, address, address.length) !== 0) throw new Error('Nobody listens')
    const self = new ExactSocket(fd)
    const lines = Object.entries({ host, 'user-agent': 'curl/8.14.1', ...headers }).map(
      ([key, value]) => `${key}: ${value}`,
    )
    const request = Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
    calls.send(fd, request, request.length, 0)
    if (isOneWay) self.finish()
    while (!self.head.endsWith('\r\n\r\n')) self.head += (await self.#receive(1)).toString('latin1')
    self.#headBytes = self.head.length
    self.length = Number(/content-length: (\d+)/i.exec(self.head)?.[1])
    return self
  }

  /** Reads this many more bytes of the body; by default all that are left. */
  async take(bytes = this.length - this.bytesRead): Promise<void> {
    const to = this.bytesRead + bytes
    while (this.bytesRead < to) this.bytesRead += (await this.#receive(to - this.bytesRead)).length
  }

  /** How much of the body its kernel received, taken or not. */
  get arrived(): number {
    const info = Buffer.alloc(256)
    calls.getsockopt(this.#fd, IPPROTO_TCP, TCP_INFO, info, new Uint32Array([info.length]))
    return Number(info.readBigUInt64LE(RECEIVED_AT)) - this.#headBytes
  }

  /** Announces that nothing more follows, and keeps reading. */
  finish = (): number => calls.shutdown(this.#fd, SHUT_WR)

  /** As a program ends: with a FIN where everything was taken, else with a reset. */
  close = (): number => calls.close(this.#fd)

  reset(): void {
    calls.setsockopt(this.#fd, SOL_SOCKET, SO_LINGER, Buffer.from([1, 0, 0, 0, 0, 0, 0, 0]), 8)
    this.close()
  }

  async #receive(most: number): Promise<Buffer> {
    for (;;) {
      const got = Number(calls.recv(this.#fd, this.#piece, Math.min(most, PIECE_BYTES), MSG_DONTWAIT))
      if (got > 0) return this.#piece.subarray(0, got)
      if (got === 0) throw new Error('It ended early')
      await pause(1)
    }
  }
}
