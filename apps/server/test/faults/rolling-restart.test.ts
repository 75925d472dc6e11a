/** Two processes behind a real balancer, stopped and started in turn under load: no call is refused. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from '#test/app/free-port'
import { until } from '#test/app/until'
import { KillableServer } from '#test/crash/killable-server'
import { cloneDatabase, type TestDatabase } from '#test/database/test-database'
import { ensureHaproxy } from '../../../../scripts/install/ensure-proxies.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 })

let database: TestDatabase
let folder = ''
let servers: KillableServer[] = []
let balancer: ChildProcess
let origin = ''

beforeAll(async () => {
  ensureHaproxy()
  database = await cloneDatabase()
  folder = mkdtempSync(join(tmpdir(), 'waybill-rolling-'))
  const port = await freePort()
  origin = `http://localhost:${port}`
  const env = { DATABASE_URL: database.url, PUBLIC_URL: origin, TRUSTED_PROXIES: '127.0.0.1', DRAIN_SECONDS: '3' }
  servers = await Promise.all([0, 1].map(async () => new KillableServer(folder, await freePort(), env)))
  await Promise.all(servers.map((server) => server.start()))
  balancer = startBalancer(port)
  await until(async () => (await serversUp().catch(() => 0)) === 2)
})
afterAll(async () => {
  balancer.kill('SIGKILL')
  await Promise.all(servers.map((server) => server.stop()))
  await database.drop()
  rmSync(folder, { recursive: true })
})

/** As in docs/operating.md. */
function startBalancer(port: number): ChildProcess {
  const backends = servers.map((server, nth) => `  server n${nth} 127.0.0.1:${server.port}`)
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(
    file,
    `global
  maxconn 500
  stats socket ${folder}/haproxy.sock mode 600
defaults
  mode http
  timeout connect 5s
  timeout client 120s
  timeout server 120s
  timeout check 2s
  option forwardfor
  option redispatch
  retries 3
  retry-on conn-failure empty-response
frontend send
  bind 127.0.0.1:${port}
  default_backend waybill
backend waybill
  option httpchk
  http-check send meth GET uri /-/ready hdr Host localhost:${port}
  default-server check inter 500 fall 1 rise 1
${backends.join('\n')}
`,
  )
  return spawn('/usr/sbin/haproxy', ['-f', file, '-db'], { stdio: 'ignore' })
}

/** How many the balancer sends requests to. */
async function serversUp(): Promise<number> {
  const socket = connect(join(folder, 'haproxy.sock'))
  socket.write('show stat\n')
  const lines = (await text(socket)).split('\n')
  return lines.filter((line) => /^waybill,n\d,/.test(line) && line.split(',')[17] === 'UP').length
}

const agent = new Agent({ keepAlive: true })

function ask(path: string, method = 'GET', body?: string): Promise<number> {
  const headers = { origin, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
  return new Promise((resolve, reject) => {
    const asked = request(new URL(path, origin), { method, agent, headers }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
    })
    asked.once('error', reject)
    asked.end(body)
  })
}

test('restarts two processes in turn without a failed request', async () => {
  const statuses = new Map<number | string, number>()
  let isOver = false
  const count = (status: number | string) => statuses.set(status, (statuses.get(status) ?? 0) + 1)
  const visit = async () => {
    while (!isOver) {
      await ask('/.well-known/security.txt').then(count, (error) => count(error.code))
      // One that must not be sent twice.
      await ask('/refreshNothing', 'POST', '{}').then(count, (error) => count(error.code))
    }
  }
  const visitors = Array.from({ length: 4 }, visit)
  for (const server of servers) {
    expect(await server.stop()).toBe(0)
    await server.start()
    await until(async () => (await serversUp()) === 2)
  }
  isOver = true
  await Promise.all(visitors)
  expect([...statuses.keys()].sort()).toEqual([200, 404])
  expect(statuses.get(200)).toBeGreaterThan(50)
})

test('announces its stop to a balancer at once, and keeps answering until it stops', async () => {
  const [server] = servers
  const own = { host: new URL(origin).host }
  const at = (path: string) =>
    new Promise<number>((resolve, reject) => {
      request({ port: server?.port, host: '127.0.0.1', path, headers: own, agent: false }, (answer) => {
        answer.resume()
        resolve(answer.statusCode ?? 0)
      })
        .once('error', reject)
        .end()
    })
  expect(await at('/-/ready')).toBe(200)
  const stopping = server?.stop()
  await until(async () => (await at('/-/ready')) === 503)
  expect(await at('/.well-known/security.txt')).toBe(200)
  expect(await stopping).toBe(0)
})
