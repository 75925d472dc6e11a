import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#test/app/free-port'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { readCongestionControl } from './congestion-control.ts'
import { examineFront } from './examine-front.ts'
import { adviceFor } from './front-advice.ts'
import { frontToken, isFrontToken } from './front-token.ts'
import { checkSelf } from './self-check.ts'

let app: TestApp
const HEADER = 'waybill-operator-token'

beforeAll(async () => {
  app = await makeTestApp({ env: { UPLOAD_PORTS: String(await freePort()), LOG_LEVEL: 'error' }, logsToFile: true })
})
afterAll(() => app.close())

const withToken = () => ({ [HEADER]: frontToken(app.ctx.masterKey, app.ctx.clock.nowMs()) })

test('Without a token these are unknown paths, and a token of yesterday is none', async () => {
  for (const path of ['/-/front', '/-/front/bytes?bytes=8']) {
    expect((await app.fetch(path)).status).toBe(404)
    expect((await app.fetch(path, { headers: { [HEADER]: 'A'.repeat(43) } })).status).toBe(404)
  }
  // What is wrong with a call is said to nobody without the token.
  for (const query of ['', '?bytes=0', '?bytes=x', '?bytes=8&more=1']) {
    const told = await app.fetch(`/-/front/bytes${query}`)
    expect([query, told.status, ((await told.json()) as { code: string }).code]).toEqual([query, 404, 'not-found'])
  }
  const { masterKey, clock } = app.ctx
  const now = clock.nowMs()
  const HOUR = 3_600_000
  expect(
    [-2, -1, 0, 1, 2].map((hours) => isFrontToken(masterKey, frontToken(masterKey, now + hours * HOUR), now)),
  ).toEqual([false, true, true, true, false])
})

test('The token opens these calls and nothing else of the operator', async () => {
  expect((await app.fetch('/-/front', { headers: withToken() })).status).toBe(200)
  const health = await app.fetch('/-/health', { headers: { ...withToken(), 'x-forwarded-for': '203.0.113.9' } })
  expect(Object.keys((await health.json()) as object)).toEqual(['status'])
})

test('Sends as many bytes as asked, whole and in part, and counts those that it gets', async () => {
  const headers = withToken()
  const whole = await app.fetch('/-/front/bytes?bytes=300000', { headers })
  expect((await whole.arrayBuffer()).byteLength).toBe(300_000)
  const part = await app.fetch('/-/front/bytes?bytes=300000', { headers: { ...headers, range: 'bytes=10-19' } })
  expect([part.status, part.headers.get('content-range'), (await part.arrayBuffer()).byteLength]).toEqual([
    206,
    'bytes 10-19/300000',
    10,
  ])
  expect((await app.fetch('/-/front/bytes?bytes=67108865', { headers })).status).toBe(400)
  const sent = await app.fetch('/-/front/bytes', {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(200_000),
  })
  expect(await sent.json()).toMatchObject({ bytes: 200_000 })
})

test('Examines a server without a front, and its own', async () => {
  const { masterKey, clock } = app.ctx
  const now = () => clock.nowMs()
  const url = new URL(app.origin)
  const { findings, carried, front } = await examineFront({
    url,
    token: frontToken(masterKey, now()),
    bytes: 1_000_000,
    now,
  })
  const names = findings.map(({ finding }) => finding).filter((name) => name !== 'congestion-control')
  expect(names).toEqual([])
  expect(front?.uploadOrigins.length).toBe(2)
  expect(carried.map(({ way }) => way)).toEqual(['up', 'down', 'up', 'down'])
  await checkSelf(app.ctx)
  expect(app.ctx.selfCheck.findings).not.toBeNull()
  // The bodies that the examination breaks off are no failures.
  expect(await readFile(join(app.dataDir, 'test.log'), 'utf8')).not.toContain('"level":50')
})

test('Says that nothing answers, or that something else does', async () => {
  let answer = '{}'
  const asked: string[] = []
  const other = createServer(({ url: path = '' }, response) => {
    asked.push(path)
    response.end(answer)
  })
  await once(other.listen(0, '127.0.0.1'), 'listening')
  const url = new URL(`http://127.0.0.1:${(other.address() as AddressInfo).port}`)
  const examine = () => examineFront({ url, token: 'any', bytes: 1_000_000, now: () => app.ctx.clock.nowMs() })
  expect((await examine()).findings).toMatchObject([{ finding: 'not-waybill', facts: { status: 200 } }])
  // Nor may it choose where the examination connects to, with a token.
  const ours = (await (await app.fetch('/-/front', { headers: withToken() })).json()) as object
  for (const origin of ['http://localhost:1', `https://127.0.0.1:${url.port}`, 'file:///etc', 'nonsense', 7]) {
    answer = JSON.stringify({ ...ours, uploadOrigins: [url.origin, origin] })
    expect((await examine()).findings).toMatchObject([{ finding: 'not-waybill' }])
  }
  expect(new Set(asked)).toEqual(new Set(['/-/front']))
  other.close()
  await once(other, 'close')
  const { findings } = await examine()
  expect(findings).toMatchObject([{ finding: 'unreachable', facts: { reason: 'ECONNREFUSED' } }])
  expect(findings.map(adviceFor)[0]).toContain('cannot be reached from here (ECONNREFUSED)')
})

test('Reads the congestion control, and knows none where the system has no such file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'waybill-proc-'))
  expect(await readCongestionControl(folder)).toEqual({ congestionControl: null, offeredControls: [] })
  await writeFile(join(folder, 'tcp_congestion_control'), 'cubic\n')
  await writeFile(join(folder, 'tcp_available_congestion_control'), 'reno cubic\n')
  expect(await readCongestionControl(folder)).toEqual({
    congestionControl: 'cubic',
    offeredControls: ['reno', 'cubic'],
  })
  await rm(folder, { recursive: true })
})
