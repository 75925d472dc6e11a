import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { until } from '#test/app/until'
import { isProxyIn } from '../proxies/is-proxy.ts'
import { Connections } from './connections.ts'

let nowMs = 0
let server: Server
let connections: Connections
const answers: ServerResponse[] = []
afterEach(async () => {
  connections.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

async function open(limits: { most?: number; silentPerNetwork?: number; proxies?: string[] } = {}): Promise<void> {
  nowMs = 0
  answers.length = 0
  const { most = 100, silentPerNetwork = 50, proxies = [] } = limits
  connections = new Connections({ most, silentPerNetwork, isProxy: isProxyIn(proxies), now: () => nowMs })
  server = createServer({ keepAliveTimeout: 3_600_000, requestTimeout: 0, headersTimeout: 0 }, (_request, response) => {
    answers.push(response)
  })
  connections.mind(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
}

/** A connection from its own network: 127.0.<network>.1/24. */
async function come(network = 0): Promise<{ socket: Socket; taken: Socket; said: Promise<string> }> {
  const { port } = server.address() as AddressInfo
  const arrival = once(server, 'connection')
  const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.${network}.1` })
  socket.on('error', () => {})
  const said = text(socket).catch(() => 'broken')
  const [taken] = (await arrival) as [Socket]
  return { socket, taken, said }
}

const isOpen = ({ socket }: { socket: Socket }) => !socket.destroyed && !socket.readableEnded
const ask = async ({ socket }: { socket: Socket }) => {
  const before = answers.length
  socket.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n')
  await until(async () => answers.length > before)
}
const counts = () => connections.counts
const rest = (open: number, silent: number) =>
  until(async () => counts().open === open && counts().silent === silent).then(() => counts())

test('cuts a client without a request after 20 s, before or during the headers, and says why in the second case', async () => {
  await open()
  const [silent, half] = [await come(), await come()]
  half.socket.write('GET / HTTP/1.1\r\nHost')
  await until(async () => half.taken.bytesRead > 0)
  nowMs = 19_999
  connections.look()
  expect(counts()).toEqual({ open: 2, silent: 2 })
  nowMs = 20_000
  connections.look()
  await rest(0, 0)
  expect(await silent.said).toBe('')
  expect(await half.said).toMatch(/^HTTP\/1\.1 408 [\s\S]*request-too-slow/)
})

test('lets an answered client be idle for 75 s, and gives it 20 s from the first byte of its next request', async () => {
  await open()
  const [idle, dribbling] = [await come(), await come()]
  for (const one of [idle, dribbling]) await ask(one)
  expect(counts()).toEqual({ open: 2, silent: 0 })
  nowMs = 500_000
  connections.look()
  expect(counts().open).toBe(2)
  for (const answer of answers) answer.end('x')
  await rest(2, 2)
  const bytesBefore = dribbling.taken.bytesRead
  dribbling.socket.write('GET /')
  await until(async () => dribbling.taken.bytesRead > bytesBefore)
  // The first look that sees the byte starts its time.
  nowMs = 540_000
  connections.look()
  expect(counts().open).toBe(2)
  nowMs = 560_000
  connections.look()
  await rest(1, 1)
  expect(isOpen(idle)).toBe(true)
  nowMs = 575_000
  connections.look()
  await rest(0, 0)
})

test('cuts the oldest idle connection of a network for its newest, and keeps those of another network', async () => {
  await open({ silentPerNetwork: 3 })
  const other = await come(9)
  const own = [await come(), await come(), await come(), await come(), await come()]
  await rest(4, 4)
  await until(async () => !isOpen(own[0] as never) && !isOpen(own[1] as never))
  expect(own.slice(2).map(isOpen)).toEqual([true, true, true])
  await ask(other)
  answers[0]?.end('served')
  expect(await Promise.race([other.said, once(other.socket, 'data').then(() => 'data')])).toBe('data')
})

test('cuts the oldest idle connection of the network with most of them when all are too many, and never an active request', async () => {
  await open({ most: 16, silentPerNetwork: 8 })
  const asked = await come(1)
  await ask(asked)
  for (let network = 2; network < 6; network += 1) {
    for (let nth = 0; nth < 4; nth += 1) await come(network)
  }
  await rest(16, 15)
  expect(isOpen(asked)).toBe(true)
})

test('refuses the newest connection when none is idle, with a time to retry, and limits a network to a quarter of all', async () => {
  await open({ most: 16, silentPerNetwork: 8 })
  for (let nth = 0; nth < 4; nth += 1) await ask(await come(1))
  const { said } = await come(1)
  expect(await said).toMatch(/^HTTP\/1\.1 503 [\s\S]*Retry-After: 5[\s\S]*"busy"/)
  await ask(await come(2))
})

test("does not count a trusted proxy's connections by network, because it speaks for everybody", async () => {
  await open({ most: 16, silentPerNetwork: 2, proxies: ['127.0.7.0/24'] })
  for (let nth = 0; nth < 12; nth += 1) await come(7)
  expect(await rest(12, 12)).toEqual({ open: 12, silent: 12 })
})

test.each([
  ['10.1.2.3', true],
  ['::ffff:10.1.2.3', true],
  ['11.1.2.3', false],
  ['2001:db8::5', true],
  ['2001:db9::5', false],
])('decides whether %s is a proxy: %s', (address, told) => {
  expect(isProxyIn(['10.0.0.0/8', '2001:db8::/32'])(address)).toBe(told)
})
