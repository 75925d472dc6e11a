/**
 * What the other end of a connection has acknowledged. Node reports when the kernel has taken bytes, not when the other
 * end has them. Linux reports the latter (TCP_INFO, tcp(7)), even for a connection that was reset, as long as a
 * descriptor holds its socket: this holds one for each connection. The calls go through koffi. Other systems are not
 * asked.
 */
import { createRequire } from 'node:module'
import type { Socket } from 'node:net'

const IPPROTO_TCP = 6
const TCP_INFO = 11
/** Of struct tcp_info in linux/tcp.h: tcpi_bytes_acked, since Linux 4.1. */
const ACKNOWLEDGED_AT = 120
const INFO_BYTES = 256
/** Its first byte is the state. */
const TCP_CLOSE = 7

export interface Libc {
  dup(fd: number): number
  close(fd: number): number
  getsockopt(fd: number, level: number, name: number, value: Buffer, bytes: Uint32Array): number
}

/** The libc of this process; null where the kernel cannot be asked. */
export function loadLibc(platform: NodeJS.Platform = process.platform): Libc | null {
  if (platform !== 'linux') return null
  try {
    const koffi = createRequire(import.meta.url)('koffi') as typeof import('koffi')
    const libc = koffi.load(null)
    return {
      dup: libc.func('int dup(int fd)'),
      close: libc.func('int close(int fd)'),
      getsockopt: libc.func(
        'int getsockopt(int fd, int level, int name, _Out_ uint8_t *value, _Inout_ uint32_t *bytes)',
      ),
    }
  } catch {
    return null
  }
}

/** A connection's state in the kernel. */
export interface KernelState {
  /** Bytes that the other end has acknowledged since the connection began, counted on the wire. */
  acknowledgedBytes: number
  /** It was reset, or both ends have closed it: nothing more will be acknowledged. */
  isOver: boolean
}

/** The connection stays open until `release`. */
export interface KernelSocket {
  /** Null where the kernel does not report. */
  read(): KernelState | null
  release(): void
}

/** Holds a connection, so that its state is readable even after a reset. */
export function holdSocket(libc: Libc | null, socket: Socket): KernelSocket {
  const fd = handleOf(socket).fd ?? -1
  const held = libc === null || socket.destroyed || fd < 0 ? -1 : libc.dup(fd)
  if (libc === null || held < 0) return { read: () => null, release() {} }
  const info = Buffer.alloc(INFO_BYTES)
  const bytes = new Uint32Array(1)
  let isHeld = true
  return {
    read() {
      bytes[0] = INFO_BYTES
      if (!isHeld || libc.getsockopt(held, IPPROTO_TCP, TCP_INFO, info, bytes) !== 0) return null
      if ((bytes[0] as number) < ACKNOWLEDGED_AT + 8) return null
      return { acknowledgedBytes: Number(info.readBigUInt64LE(ACKNOWLEDGED_AT)), isOver: info[0] === TCP_CLOSE }
    },
    release() {
      if (isHeld) libc.close(held)
      isHeld = false
    },
  }
}

/** Bytes of a connection that Node has passed on since it began, counted on the wire; null once it is closed. */
export const wireBytesOf = (socket: Socket): number | null => handleOf(socket).bytesWritten ?? null

interface Handle {
  fd?: number
  bytesWritten?: number
}

/** For a TLS socket, the handle of the connection below. */
function handleOf(socket: Socket): Handle {
  const { _handle: handle } = socket as unknown as { _handle?: (Handle & { _parent?: Handle }) | null }
  return handle?._parent ?? handle ?? {}
}
