import { once } from 'node:events'
import { request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { until } from '#test/app/until'
import { answerProblem } from '../answer-problem.ts'
import { admitCalls, type CallLimits } from './admit-calls.ts'
import { takeContentTypes } from './content-types.ts'

let app: FastifyInstance
/** The calls in progress; each ends when `end` is called. */
let working: Array<{ path: string; end: () => void }>
let begun: string[]
afterEach(() => app.close())

async function open(limits: Partial<CallLimits> = {}): Promise<void> {
  working = []
  begun = []
  app = Fastify({ trustProxy: true })
  app.setErrorHandler(answerProblem)
  takeContentTypes(app)
  const crowd = admitCalls(app, { atOnce: 2, ...limits })
  app.addHook('onRequest', async (request, reply) => {
    await crowd.admit(request, reply)
    const account = request.headers['x-account']
    if (typeof account === 'string') await crowd.admitAccount(request, account)
  })
  const work = async ({ url }: { url: string }) => {
    begun.push(url)
    const { promise, resolve } = Promise.withResolvers<void>()
    const one = { path: url, end: resolve }
    working.push(one)
    await promise
    working.splice(working.indexOf(one), 1)
    return { ok: true }
  }
  const endpoint = (name: string, more = {}) => ({ config: { endpoint: { name, ...more } as never } })
  app.get('/call/:nth', work)
  app.post('/body', { bodyLimit: 1_000_000 }, work)
  app.get('/assets/*', work)
  app.get('/health', endpoint('readHealth', { countsAmong: 'nobody' }), work)
  app.get('/part/:nth', endpoint('receivePart', { countsAmong: 'tokens' }), async (request) => {
    request.stay?.leave()
    return work(request)
  })
  app.get('/stream', async (_request, reply) => reply.send(Readable.from(slowly())))
  await app.listen({ port: 0, host: '127.0.0.1' })
}

async function* slowly() {
  yield 'first'
  const { promise, resolve } = Promise.withResolvers<void>()
  working.push({ path: '/stream', end: resolve })
  await promise
}

interface Asked {
  status: Promise<number>
  retryAfter: Promise<string | undefined>
  leave: () => void
  write: (text: string) => void
}

function go(path: string, { from = '198.51.100.7', account = '', method = 'GET', bytes = 0 } = {}): Asked {
  const { port } = app.server.address() as AddressInfo
  const headers: Record<string, string> = { 'x-forwarded-for': from, 'content-type': 'application/json' }
  if (account !== '') headers['x-account'] = account
  if (bytes > 0) headers['content-length'] = String(bytes)
  const sent = ask({ port, host: '127.0.0.1', path, method, headers, agent: false })
  sent.on('error', () => {})
  const answer = once(sent, 'response').then(([got]) => got.resume())
  if (bytes > 0) sent.flushHeaders()
  else sent.end()
  const told = (read: (got: { statusCode: number; headers: Record<string, string> }) => unknown) =>
    answer.then(read, () => 0) as Promise<never>
  return {
    status: told((got) => got.statusCode),
    retryAfter: told((got) => got.headers['retry-after']),
    leave: () => sent.destroy(),
    write: (text) => void sent.write(text),
  }
}

const atWork = (count: number) => until(async () => working.length === count)
const endAll = async (calls: Asked[]) => {
  const ending = setInterval(() => {
    for (const { end } of working) end()
  }, 1)
  const statuses = await Promise.all(calls.map(({ status }) => status))
  clearInterval(ending)
  return statuses
}

test("works on two calls of one network in order of arrival, and on another network's at once", async () => {
  await open()
  const own: Asked[] = []
  for (let nth = 0; nth < 5; nth += 1) {
    own.push(go(`/call/${nth}`, { from: `198.51.100.${nth}` }))
    await until(async () => begun.length === Math.min(nth + 1, 2))
  }
  const other = go('/call/other', { from: '203.0.113.9' })
  await atWork(3)
  expect(begun).toEqual(['/call/0', '/call/1', '/call/other'])
  expect(await endAll([...own, other])).toEqual([200, 200, 200, 200, 200, 200])
  expect(begun).toHaveLength(6)
})

test("works on two calls of one account at once, from any network, and holds no network's place meanwhile", async () => {
  await open()
  const own = [1, 2, 3, 4].map((nth) => go(`/call/${nth}`, { from: `198.51.${nth}.1`, account: 'a' }))
  await atWork(2)
  const beside = [3, 4].flatMap((nth) => [1, 2].map((more) => go(`/call/b${nth}${more}`, { from: `198.51.${nth}.9` })))
  await until(async () => beside.length + 2 === working.length)
  expect(await endAll([...own, ...beside])).toEqual(Array(8).fill(200))
})

test('counts IPv6 by /64', async () => {
  await open()
  const calls = [1, 2, 3].map((nth) => go(`/call/${nth}`, { from: `2001:db8:1:2::${nth}` }))
  await atWork(2)
  calls.push(go('/call/other', { from: '2001:db8:1:3::1' }))
  await atWork(3)
  expect(await endAll(calls)).toEqual([200, 200, 200, 200])
})

test('lets static files, health and calls with a good token pass without waiting', async () => {
  await open()
  const held = [go('/call/1'), go('/call/2'), go('/call/3')]
  await atWork(2)
  const free = [go('/assets/a.js'), go('/health'), ...Array.from({ length: 70 }, (_, nth) => go(`/part/${nth}`))]
  await atWork(74)
  expect(await endAll([...held, ...free])).toEqual(Array(75).fill(200))
})

test('refuses a call when the queue is full or slow, and says when to retry', async () => {
  await open({ maxWaiting: 1, patienceMs: 40 })
  const held = [go('/call/1'), go('/call/2')]
  await atWork(2)
  const late = [go('/call/3'), go('/call/4')]
  expect(await Promise.all(late.map(({ status }) => status))).toEqual([429, 429])
  expect(await late[0]?.retryAfter).toBe('2')
  expect(await endAll(held)).toEqual([200, 200])
  expect(begun).toEqual(['/call/1', '/call/2'])
})

test('takes a client that leaves out of the queue, and frees its place if it was active', async () => {
  await open({ maxWaiting: 1 })
  const held = [go('/call/1'), go('/call/2')]
  await atWork(2)
  const left = go('/call/left')
  await until(async () => (await go('/call/full').status) === 429)
  left.leave()
  // Once the departure is noticed there is room for one call.
  let next: Asked | null = null
  await until(async () => {
    const tried = go('/call/next')
    const isRefused = await Promise.race([tried.status.then((status) => status === 429), ticks()])
    if (!isRefused) next = tried
    return !isRefused
  })
  held[0]?.leave()
  await until(async () => begun.includes('/call/next'))
  expect(begun).not.toContain('/call/left')
  expect(await endAll([held[1] as Asked, next as unknown as Asked])).toEqual([200, 200])
})

/** Long enough for an immediate refusal to come back. */
const ticks = async () => {
  for (let nth = 0; nth < 20; nth += 1) await go('/nowhere', { from: '192.0.2.1' }).status
  return false
}

test('holds no place for a body in transit or a slow stream', async () => {
  await open({ atOnce: 1 })
  const slow = go('/body', { method: 'POST', bytes: 10 })
  slow.write('{')
  const quick = go('/call/1')
  await atWork(1)
  expect(await endAll([quick])).toEqual([200])
  slow.write('"a":1234}')
  await atWork(1)
  expect(await endAll([slow])).toEqual([200])
})
