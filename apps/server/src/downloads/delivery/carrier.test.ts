import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import type { ConnectionEnd } from '@waybill/contract/tracking/evidence'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { makePair } from '#test/http/own-certificate'
import { Carrier } from './carrier.ts'
import { loadLibc } from './kernel-socket.ts'
import { sendBytes } from './send-bytes.ts'

const PIECE_BYTES = 64 * 1024
const libc = loadLibc()
let pair: { key: string; cert: string }
beforeAll(async () => {
  const { chain, key } = await makePair()
  pair = { key, cert: chain }
})
const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** Reads no further than it says, unlike Node's sockets, and closes silently. */
const LEAVER = `
import socket, ssl, sys
line = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
if sys.argv[2] == "true":
    line = ssl._create_unverified_context().wrap_socket(line, server_hostname="localhost")
line.sendall(b"GET / HTTP/1.1\\r\\nhost: localhost\\r\\n\\r\\n")
head = b""
while not head.endswith(b"\\r\\n\\r\\n"):
    head += line.recv(1)
most = int(sys.argv[3])
while most > 0:
    most -= len(line.recv(most))
import time
time.sleep(0.3)
`

type Wire = 'plain' | 'TLS'
/** Runs it; resolves once it is gone, which may be before the server notices. */
const leave = (port: number, wire: Wire, bytes: number): Promise<unknown> =>
  once(spawn('python3', ['-c', LEAVER, `${port}`, `${wire === 'TLS'}`, `${bytes}`]), 'close')

interface Told {
  end: ConnectionEnd
  arrivedTo: number
}

/** A server that sends `bytes` on one connection, and its carrier's report. */
async function serve(bytes: number, wire: Wire, options: { isProxied?: boolean; knows?: boolean } = {}) {
  const told = Promise.withResolvers<Told>()
  const answer: Parameters<typeof createServer>[1] = async (request, response) => {
    const range = { from: 0, to: bytes }
    const carrier = new Carrier(options.knows === false ? null : libc, request.socket, {
      range,
      isProxied: options.isProxied ?? false,
    })
    response.writeHead(200, { 'content-length': bytes, connection: 'close' })
    const outcome = await sendBytes(response, pieces(bytes), bytes, {
      onBegun: (before) => carrier.begin(before),
      onHanded: (handed) => carrier.handed(handed),
      onWritten: (written) => carrier.written(written),
    })
    if (outcome === 'sent') carrier.sent()
    else carrier.conclude()
    told.resolve({ end: await carrier.ended, arrivedTo: carrier.arrivedTo })
  }
  const server = (wire === 'TLS' ? createTlsServer(pair, answer as never) : createServer(answer)) as Server
  servers.push(server)
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)))
  return { port: (server.address() as AddressInfo).port, told: told.promise }
}

async function* pieces(bytes: number) {
  for (let at = 0; at < bytes; at += PIECE_BYTES) yield { bytes: Buffer.alloc(Math.min(PIECE_BYTES, bytes - at)) }
}

/** A reader that takes the head and then exactly this many bytes of the body. */
async function read(port: number, wire: Wire, bytes: number) {
  const raw = connect({ port, host: '127.0.0.1' })
  const socket = wire === 'TLS' ? connectTls({ socket: raw, rejectUnauthorized: false }) : raw
  socket.on('error', () => {})
  raw.on('error', () => {})
  await new Promise((resolve) => socket.once(wire === 'TLS' ? 'secureConnect' : 'connect', resolve))
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
  let head = ''
  while (!head.endsWith('\r\n\r\n')) head += ((await take(socket, 1)) ?? Buffer.alloc(0)).toString('latin1')
  for (let got = 0; got < bytes; ) got += (await take(socket, Math.min(bytes - got, PIECE_BYTES))).length
  return { end: () => socket.end(), reset: () => raw.resetAndDestroy(), received: () => raw.bytesRead }
}

async function take(socket: Socket, bytes: number): Promise<Buffer> {
  for (;;) {
    const chunk = socket.read(bytes) as Buffer | null
    if (chunk !== null) return chunk
    await pause(1)
  }
}

describe.each(['plain', 'TLS'] as const)('over %s', (wire) => {
  it.each([1, 200_000, 20_000_000])(
    'counts %i bytes as read when they were read and the connection was closed',
    async (bytes) => {
      const { port, told } = await serve(bytes, wire)
      const socket = await read(port, wire, bytes)
      socket.end()
      expect(await told).toEqual({ end: 'read', arrivedTo: bytes })
    },
  )

  it('does not count everything as read when a reader leaves before the last byte', async () => {
    const { port, told } = await serve(200_000, wire)
    const gone = leave(port, wire, 199_999)
    expect((await told).end).toBe('cut')
    await gone
  })

  it('counts what was read on an open connection as read once it is closed, however late', async () => {
    const { port, told } = await serve(200_000, wire)
    const socket = await read(port, wire, 200_000)
    await pause(700)
    socket.end()
    expect(await told).toEqual({ end: 'read', arrivedTo: 200_000 })
  })

  it('counts what was reset with everything unread as arrived, not as read', async () => {
    const { port, told } = await serve(60_000, wire)
    const socket = await read(port, wire, 0)
    await pause(300)
    socket.reset()
    expect(await told).toEqual({ end: 'cut', arrivedTo: 60_000 })
  })

  it('counts what was reset in the middle as arrived as far as the kernel acknowledged it, and no further', async () => {
    const { port, told } = await serve(40_000_000, wire)
    const socket = await read(port, wire, 10_000_000)
    await pause(300)
    const received = socket.received()
    socket.reset()
    const { end, arrivedTo } = await told
    expect(end).toBe('cut')
    expect(arrivedTo).toBeGreaterThan(9_000_000)
    // This includes what the reader's kernel held besides, but not what ours still held.
    expect(arrivedTo).toBeLessThan(received + 8_000_000)
  })

  it('counts what somebody read and then reset as arrived, to the byte', async () => {
    const { port, told } = await serve(12_600_000, wire)
    const gone = leave(port, wire, 1_575_000)
    const { end, arrivedTo } = await told
    expect(end).toBe('cut')
    expect(arrivedTo).toBeGreaterThanOrEqual(1_575_000)
    await gone
  })

  it('counts what a proxy acknowledged as handed over, whatever it does with its connection', async () => {
    const { port, told } = await serve(60_000, wire, { isProxied: true })
    const socket = await read(port, wire, 60_000)
    expect(await told).toEqual({ end: 'read', arrivedTo: 60_000 })
    socket.reset()
  })

  it('takes an orderly end for a complete read where the kernel does not report', async () => {
    const { port, told } = await serve(60_000, wire, { knows: false })
    const socket = await read(port, wire, 60_000)
    socket.end()
    expect(await told).toEqual({ end: 'read', arrivedTo: 60_000 })
  })

  it('counts nothing of a small answer that is reset as arrived where the kernel does not report', async () => {
    const { port, told } = await serve(60_000, wire, { knows: false })
    const socket = await read(port, wire, 30_000)
    socket.reset()
    expect(await told).toEqual({ end: 'cut', arrivedTo: 0 })
  })
})

it('sends the rest to a reader who closed only their own direction', async () => {
  const { port, told } = await serve(3_000_000, 'plain')
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  let bytes = 0
  socket.on('data', (chunk) => {
    bytes += chunk.length
  })
  socket.end('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await new Promise((resolve) => socket.once('end', resolve))
  expect(bytes).toBeGreaterThan(3_000_000)
  expect(await told).toEqual({ end: 'read', arrivedTo: 3_000_000 })
})
