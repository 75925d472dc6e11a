import { createServer, type Server } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { until } from '#test/app/until'
import { DnsStub } from '#test/http/dns-stub'
import { answering, HttpsReceiver } from '#test/http/https-receiver'
import { type Outbound, openOutbound } from './outbound.ts'

const NAME = 'hooks.example.com'
/** A global address that answers nothing. */
const GLOBAL = '192.31.196.1'
const posting = { body: '{"kind":"test"}', headers: { 'content-type': 'application/json' } }

let receiver: HttpsReceiver
let names: DnsStub
beforeAll(async () => {
  receiver = await HttpsReceiver.open([NAME])
  await receiver.trust()
})
beforeEach(async () => {
  names = await DnsStub.open()
  names.answers = [['127.0.0.1']]
  receiver.received.length = 0
  receiver.connections = 0
  receiver.answer = answering(204)
})
afterEach(() => names.close())
afterAll(() => receiver?.close())

/** Its port 443 is the receiver's, and the stub resolves its names. */
const open = (allowed: readonly string[] = []): Outbound =>
  openOutbound({
    allowed: new Set(allowed),
    resolve: names.resolve,
    port: receiver.port,
    onBroken: (error) => {
      throw error
    },
  })

describe('never connects to an address that is not global', () => {
  test.each([
    ['a name that leads to this machine', [['127.0.0.1']]],
    ['to its network', [['10.0.0.7']]],
    ['to what tells of cloud machines', [['169.254.169.254']]],
    ['to this network', [['0.0.0.0']]],
    ['to a global address and to this machine', [[GLOBAL, '127.0.0.1']]],
    ['to this machine and to a global address', [['127.0.0.1', GLOBAL]]],
    ['nowhere', [[]]],
  ])('%s', async (_what, answers) => {
    names.answers = answers
    expect(await open().post(`https://${NAME}/hook`, posting)).toMatchObject({ status: null, failure: 'no-address' })
    expect(receiver.connections).toBe(0)
  })

  test('a name that resolves to the internet when it is checked and to an internal address when it is connected to', async () => {
    names.answers = [[GLOBAL], ['127.0.0.1']]
    const outcome = await open().post(`https://${NAME}/hook`, posting)
    expect(['connection', 'timeout']).toContain(outcome.failure)
    expect([names.asked, receiver.connections]).toEqual([1, 0])
    expect(await names.resolve(NAME)).toEqual(['127.0.0.1'])
  })

  test.each([
    'https://127.0.0.1/hook',
    'https://127.1/hook',
    'https://0x7f.1/hook',
    'https://2130706433/hook',
    'https://017700000001/hook',
    'https://[::1]/hook',
    'https://[::ffff:127.0.0.1]/hook',
    'https://localhost/hook',
    'https://localhost./hook',
    'https://ｌｏｃａｌｈｏｓｔ/hook',
    'http://hooks.example.com/hook',
    'https://user:password@hooks.example.com/hook',
  ])('%s', async (url) => {
    expect(await open().post(url, posting)).toMatchObject({ status: null, failure: 'no-address' })
    expect(await open().post(url.replace('/hook', `:${receiver.port}/hook`), posting)).toMatchObject({
      failure: 'no-address',
    })
    expect([names.asked, receiver.connections]).toEqual([0, 0])
  })

  test('the target of a redirect', async () => {
    const canary = await HttpsReceiver.open()
    await canary.trust()
    for (const status of [301, 302, 303, 307, 308]) {
      receiver.answer = answering(status, { location: canary.url })
      expect(await open([receiver.host, canary.host]).post(receiver.url, posting)).toMatchObject({ status })
    }
    expect([receiver.received.length, canary.connections]).toEqual([5, 0])
    await canary.close()
  })
})

describe('an address that the operator allows', () => {
  const allowed = () => [`${NAME}:${receiver.port}`]
  const url = () => `https://${NAME}:${receiver.port}/hook?key=1`

  test('receives the given body under its own name, wherever it is', async () => {
    const outcome = await open(allowed()).post(url(), posting)
    expect(outcome).toMatchObject({ status: 204, failure: null })
    expect(receiver.received).toMatchObject([
      { body: posting.body, headers: { host: `${NAME}:${receiver.port}`, 'content-length': '15' } },
    ])
    expect(names.asked).toBe(1)
  })

  test('is reachable by its address too, and only on its own port', async () => {
    const byAddress = `127.0.0.1:${receiver.port}`
    expect(await open([byAddress]).post(`https://${byAddress}/`, posting)).toMatchObject({ status: 204 })
    expect(await open(['127.0.0.1:1']).post(`https://${byAddress}/`, posting)).toMatchObject({ failure: 'no-address' })
  })

  test('is not called under a name that its certificate lacks', async () => {
    const other = `other.example.com:${receiver.port}`
    expect(await open([other]).post(`https://${other}/`, posting)).toMatchObject({ status: null, failure: 'tls' })
    expect(receiver.received).toEqual([])
  })

  test('is not called through a proxy from the environment', async () => {
    const proxied: string[] = []
    const proxy = createServer((socket) => {
      proxied.push(String(socket.remotePort))
      socket.destroy()
    })
    const port = await listen(proxy)
    for (const name of ['HTTPS_PROXY', 'https_proxy']) vi.stubEnv(name, `http://127.0.0.1:${port}`)
    vi.stubEnv('NODE_USE_ENV_PROXY', '1')
    expect(await open(allowed()).post(url(), posting)).toMatchObject({ status: 204 })
    vi.unstubAllEnvs()
    expect(proxied).toEqual([])
    proxy.close()
  })
})

describe('a receiver that', () => {
  test('answers endlessly is read up to a quarter of a megabyte and counts as reached', async () => {
    let sent = 0
    receiver.answer = (_request, response) => {
      response.writeHead(200)
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536))) sent += 65_536
      }
      response.on('drain', more)
      more()
    }
    expect(await open([receiver.host]).post(receiver.url, posting)).toMatchObject({ status: 200 })
    await until(() => receiver.open === 0)
    expect(sent).toBeLessThan(16_000_000)
  })

  test('stays silent is given up', async () => {
    receiver.answer = () => {}
    const outcome = await open([receiver.host]).post(receiver.url, posting)
    expect(outcome).toMatchObject({ status: null, failure: 'timeout' })
    await until(() => receiver.open === 0)
  })

  test('cuts the connection, lacks TLS, switches protocols or does not listen is not reached', async () => {
    receiver.answer = (request) => request.socket.destroy()
    expect(await open([receiver.host]).post(receiver.url, posting)).toMatchObject({ failure: 'connection' })
    receiver.answer = (request) =>
      request.socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n')
    expect(await open([receiver.host]).post(receiver.url, posting)).toMatchObject({ failure: 'connection' })
    const plain = createServer((socket) =>
      socket.on('error', () => {}).once('data', () => socket.end('HTTP/1.1 200 OK\r\n\r\n', () => socket.destroy())),
    )
    const port = await listen(plain)
    const host = `localhost:${port}`
    expect(await open([host]).post(`https://${host}/`, posting)).toMatchObject({ status: null, failure: 'tls' })
    await new Promise((resolve) => plain.close(resolve))
    expect(await open([host]).post(`https://${host}/`, posting)).toMatchObject({ failure: 'connection' })
  })
})

test('counts work beside the jobs and waits for it at the end', async () => {
  const broken: unknown[] = []
  const outbound = openOutbound({ allowed: new Set(), onBroken: (error) => broken.push(error) })
  const before = outbound.room()
  const done: string[] = []
  outbound.start(async () => {
    await new Promise((resolve) => setTimeout(resolve, 50))
    done.push('first')
  })
  outbound.start(() => Promise.reject(new Error('as ordered')))
  expect(outbound.room()).toBe(before - 2)
  await outbound.close()
  expect([done, broken.length, outbound.room()]).toEqual([['first'], 1, before])
})

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port))
  })
