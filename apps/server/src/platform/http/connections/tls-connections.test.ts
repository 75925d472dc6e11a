import { once } from 'node:events'
import type { Server, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { until } from '#test/app/until'
import { makePair } from '#test/http/own-certificate'
import { isProxyIn } from '../proxies/is-proxy.ts'
import { answerBroken } from './answer-broken.ts'
import { Connections } from './connections.ts'

let nowMs = 0
let server: Server
let connections: Connections
const answers: ServerResponse[] = []

beforeEach(async () => {
  nowMs = 0
  answers.length = 0
  const { chain, key } = await makePair()
  connections = new Connections({ most: 16, silentPerNetwork: 3, isProxy: isProxyIn([]), now: () => nowMs })
  const timeouts = { keepAliveTimeout: 3_600_000, requestTimeout: 0, headersTimeout: 0, handshakeTimeout: 3_600_000 }
  server = createServer({ cert: chain, key, ...timeouts }, (_request, response) => {
    answers.push(response)
  })
  server.on('clientError', answerBroken)
  connections.mind(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  connections.close()
  connections.cutHandshakes()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

/** A connection that sends nothing yet, from its own network: 127.0.<network>.1/24. */
async function come(network = 0): Promise<Socket> {
  const { port } = server.address() as AddressInfo
  const arrival = once(server, 'connection')
  const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.${network}.1` })
  socket.on('error', () => {})
  await arrival
  return socket
}

/** The server's end of the newest connection after its handshake. */
let taken: TLSSocket

async function shake(socket: Socket): Promise<TLSSocket> {
  const over = once(server, 'secureConnection')
  const voice = connectTls({ socket, rejectUnauthorized: false })
  voice.on('error', () => {})
  ;[taken] = (await over) as [TLSSocket]
  return voice
}

async function ask(voice: TLSSocket): Promise<void> {
  const before = answers.length
  voice.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n')
  await until(() => answers.length > before)
}

const rest = (open: number, silent: number) =>
  until(() => connections.counts.open === open && connections.counts.silent === silent)
const lookAt = (ms: number) => {
  nowMs = ms
  connections.look()
}

test('cuts an unfinished handshake after 20 s as idle, and so a client without a request after it', async () => {
  const dumb = await come()
  const half = await come()
  half.write(Buffer.from('160301020001', 'hex'))
  const shaken = await shake(await come())
  const saids = [text(dumb), text(half), text(shaken)]
  lookAt(19_999)
  expect(connections.counts).toEqual({ open: 3, silent: 3 })
  lookAt(20_000)
  await rest(0, 0)
  expect(await Promise.all(saids)).toEqual(['', '', ''])
})

test('counts unfinished handshakes against the network: cuts the oldest for the newest', async () => {
  const dumb = [(await come()).resume(), await come(), await come(), await come()]
  await rest(3, 3)
  await until(() => dumb[0]?.destroyed === true || dumb[0]?.readableEnded === true)
  const other = await shake(await come(9))
  await ask(other)
  await rest(4, 3)
})

test('refuses a further handshake of a network whose connections are all busy', async () => {
  for (let nth = 0; nth < 4; nth += 1) await ask(await shake(await come(1)))
  await once((await come(1)).resume(), 'close')
  await ask(await shake(await come(2)))
  expect(connections.counts.open).toBe(5)
})

test('counts a TLS connection as idle after an answer, not during a request, and says why it ends half a request', async () => {
  const voice = await shake(await come())
  await ask(voice)
  expect(connections.counts).toEqual({ open: 1, silent: 0 })
  lookAt(500_000)
  expect(connections.counts.open).toBe(1)
  answers[0]?.end('x')
  await rest(1, 1)
  lookAt(570_000)
  expect(connections.counts.open).toBe(1)
  expect(String((await once(voice, 'data'))[0])).toMatch(/^HTTP\/1\.1 200/)
  const before = taken.bytesRead
  voice.write('GET /')
  await until(() => taken.bytesRead > before)
  // The first look that sees the bytes starts their time.
  lookAt(574_000)
  lookAt(593_999)
  expect(connections.counts.open).toBe(1)
  const said = text(voice)
  lookAt(594_000)
  await rest(0, 0)
  expect(await said).toMatch(/HTTP\/1\.1 408 [\s\S]*request-too-slow/)
})

test('cuts handshakes when a server closes, and nothing else', async () => {
  const dumb = await come()
  const asked = await shake(await come())
  await ask(asked)
  connections.cutHandshakes()
  await once(dumb.resume(), 'close')
  answers[0]?.end('served')
  expect(String((await once(asked, 'data'))[0])).toMatch(/^HTTP\/1\.1 200/)
})
