/**
 * Loaded before a Waybill: limits each of its connections to WAYBILL_BENCH_PACE bytes a second. The machine's own
 * kernel paces them, so everything else is as on a slow connection: what the reader acknowledges, and what stays
 * unsent when the reader leaves.
 */
import { subscribe } from 'node:diagnostics_channel'
import { createRequire } from 'node:module'
import type { Socket } from 'node:net'

const SOL_SOCKET = 1
const SO_MAX_PACING_RATE = 47
const SO_SNDBUF = 7
const SEND_BUFFER_BYTES = 512 * 1024

const koffi = createRequire(import.meta.resolve('../../apps/server/src/start-server.ts'))(
  'koffi',
) as typeof import('koffi')
const setsockopt = koffi.load(null).func('int setsockopt(int fd, int level, int name, uint8_t *value, uint32_t bytes)')
const option = (fd: number, name: number, value: number) =>
  setsockopt(fd, SOL_SOCKET, name, Buffer.from(Uint32Array.of(value).buffer), 4)

subscribe('net.server.socket', (message) => {
  const { _handle: handle } = (message as { socket: Socket & { _handle?: { fd: number } } }).socket
  if (handle === undefined || handle.fd < 0) return
  option(handle.fd, SO_MAX_PACING_RATE, Number(process.env.WAYBILL_BENCH_PACE))
  option(handle.fd, SO_SNDBUF, SEND_BUFFER_BYTES)
})
