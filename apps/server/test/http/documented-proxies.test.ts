/**
 * The nginx, Caddy and haproxy of docs/operating.md, in front of two real processes: what the page promises for each is
 * true.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { doctorBy } from '../../src/operating/doctor.ts'
import type { Examination, Finding } from '../../src/platform/http/front/examine-front.ts'
import { freePort } from '../app/free-port.ts'
import { until } from '../app/until.ts'
import { KillableServer } from '../crash/killable-server.ts'
import { queryAt } from '../database/query-beside.ts'
import { cloneDatabase, type TestDatabase } from '../database/test-database.ts'
import { makePerson, type Person, type SentFile } from '../people/people.ts'
import { noise } from '../people/recipient.ts'
import { grantedUrls } from '../transfers/saved-transfer.ts'
import { HOST, type ProxyName, type RunningProxy, startDocumentedProxy } from './documented-proxy.ts'
import { askThrough, CLIENT, siteBehind } from './site-behind.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 })

const MB = 1_000_000
/** More than the systems in between may hold for a reader who has stopped. */
const LARGE_BYTES = 40 * MB

const [small, large] = [noise(200_000, 1), noise(LARGE_BYTES, 2)]
const smallFile = { path: 'small.bin', content: small }
const largeFile = { path: 'large.bin', content: large }

const TOKEN = 'a-token-of-the-operator-for-this-test'
const settingsAt = ({ url }: TestDatabase) => ({
  DATABASE_URL: url,
  PUBLIC_URL: `https://${HOST}`,
  OPERATOR_TOKEN: TOKEN,
})

interface Told extends Pick<Examination, 'carried'> {
  findings: Array<Finding & { advice: string }>
}

/** What `npm run waybill -- doctor` finds through a proxy. The kernel is not the proxy's matter. */
async function examine({ httpPort, httpsPort, ca }: RunningProxy) {
  const doctor = doctorBy(({ protocol }) => ({
    host: '127.0.0.1',
    localAddress: CLIENT,
    ...(protocol === 'https:' ? { port: httpsPort, ca } : { port: httpPort }),
  }))
  let printed = ''
  await doctor.run([`https://${HOST}`, '--token', TOKEN, '--megabytes', '8', '--json'], (text) => {
    printed += text
  })
  const { findings, carried } = JSON.parse(printed) as Told
  return { findings: findings.filter(({ finding }) => finding !== 'congestion-control'), carried }
}

interface Case {
  name: ProxyName
  isHeard: boolean
  evidence: string
  /** What the doctor finds. */
  found?: string[]
  /** Further settings that the document requires. */
  env?: Record<string, string>
}

describe.each<Case>([
  { name: 'nginx', isHeard: true, evidence: 'sent-by-proxy' },
  { name: 'nginx', isHeard: false, evidence: 'handed-over' },
  { name: 'caddy', isHeard: false, evidence: 'handed-over', env: { DRAIN_SECONDS: '3' }, found: ['http2'] },
  { name: 'haproxy', isHeard: false, evidence: 'handed-over' },
])('behind $name, whose log is read: $isHeard', ({ name, isHeard, evidence, found = [], env: more }) => {
  let database: TestDatabase
  let folder = ''
  let servers: KillableServer[] = []
  let proxy: RunningProxy
  let person: Person

  beforeAll(async () => {
    database = await cloneDatabase()
    folder = mkdtempSync(join(tmpdir(), 'waybill-behind-'))
    const behind = {
      one: await freePort(),
      two: await freePort(),
      oneLog: await freePort(),
      twoLog: await freePort(),
    }
    const env = { ...settingsAt(database), TRUSTED_PROXIES: '127.0.0.1', ...more }
    const log = (port: number) => (isHeard ? { PROXY_LOG: `127.0.0.1:${port}` } : null)
    servers = [
      new KillableServer(folder, behind.one, { ...env, ...log(behind.oneLog) }),
      new KillableServer(folder, behind.two, { ...env, ...log(behind.twoLog) }),
    ]
    for (const server of servers) await server.start()
    proxy = await startDocumentedProxy(name, behind)
    person = makePerson(siteBehind(proxy, folder))
    await person.prove()
  })
  afterAll(async () => {
    await proxy?.[Symbol.asyncDispose]()
    await Promise.all(servers.map((server) => server.stop()))
    await database.drop()
    rmSync(folder, { recursive: true })
  })

  /** A transfer to a new person, and where they download its files. */
  async function sent(files: readonly SentFile[]) {
    const address = `reader-${Math.random().toString(36).slice(2)}@rao-forge.example`
    const { id, links } = await person.send({ files: [...files], emailTo: [address] })
    const reader = makePerson(siteBehind(proxy, folder))
    return { id, urls: await grantedUrls(reader, links[address] ?? '') }
  }

  const entriesOf = (id: string, kind: string) =>
    queryAt<{ evidence: string; bytes: string; ip: string; path: string }>(
      database.url,
      `select e.evidence, e.bytes, host(i.ip) as ip, e.path from events e left join event_ips i on i.event_id = e.id
       where e.transfer_id = $1 and e.kind = $2 order by e.place`,
      [id, kind],
    )
  const isRunning = async () =>
    (await queryAt(database.url, 'select from sendings where node_id is not null', [])).length

  test('serves a page over HTTPS', async () => {
    const answer = await askThrough(proxy, '/')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toMatch(/^text\/html/)
    expect((await buffer(answer)).toString()).toContain('<title>')
  })

  test('receives an upload, returns it in a download, and records the evidence', async () => {
    const { id, urls } = await sent([smallFile, largeFile])
    const [smallUrl = '', largeUrl = ''] = urls
    // A client's claims about itself and about an answer are not trusted.
    const forged = { 'x-forwarded-for': '198.51.100.7', 'waybill-delivery': 'A'.repeat(22) }
    const answers = [await askThrough(proxy, smallUrl, { headers: forged }), await askThrough(proxy, largeUrl)]
    const [one, two] = await Promise.all(answers.map(buffer))
    expect(answers.map(({ headers }) => headers['waybill-delivery'])).toEqual([undefined, undefined])
    expect(one?.equals(small)).toBe(true)
    expect(two?.equals(large)).toBe(true)
    await until(async () => (await entriesOf(id, 'finished')).length === 2)
    expect(await entriesOf(id, 'finished')).toMatchObject([
      { evidence, ip: CLIENT },
      { evidence, ip: CLIENT },
    ])
    expect(await entriesOf(id, 'delivered')).toMatchObject([{ evidence }, { evidence }])
  })

  test('does not finish a reader who leaves before the end', async () => {
    const { id, urls } = await sent([largeFile])
    const answer = await askThrough(proxy, urls[0] ?? '')
    let got = 0
    for await (const chunk of answer) {
      got += chunk.length
      if (got > MB) break
    }
    answer.socket.destroy()
    await until(async () => (await entriesOf(id, 'delivered')).length === 1)
    const [entry] = await entriesOf(id, 'delivered')
    expect(entry?.evidence).toBe(evidence)
    expect(Number(entry?.bytes)).toBeGreaterThanOrEqual(MB)
    expect(Number(entry?.bytes)).toBeLessThan(LARGE_BYTES)
    expect(await isRunning()).toBe(0)
    expect(await entriesOf(id, 'finished')).toEqual([])
  })

  // The same nginx stands in front twice.
  if (!isHeard) {
    test('passes the examination of the doctor', async () => {
      const { findings, carried } = await examine(proxy)
      expect(findings.map(({ finding }) => finding)).toEqual(found)
      expect(carried.map(({ way }) => way)).toEqual(['up', 'down'])
    })
  }

  test('gives two processes that listen at different addresses the same settings', async () => {
    const changes = await queryAt(database.url, "select from security_events where event = 'settings-changed'", [])
    expect(changes).toEqual([])
  })

  test('redirects a reader on http to https, and refuses a sender', async () => {
    const plain = (asked: object) => askThrough(proxy, '/d/abcdefg?x=1', { ...asked, isPlain: true })
    const led = await plain({})
    expect(led.statusCode).toBe(301)
    expect(led.headers.location).toBe(`https://${HOST}/d/abcdefg?x=1`)
    expect((await plain({ method: 'HEAD' })).statusCode).toBe(301)
    expect((await plain({ method: 'POST', body: Buffer.from('{}') })).statusCode).toBe(400)
    expect((await plain({ headers: { authorization: 'Bearer secret' } })).statusCode).toBe(400)
  })

  test('serves everybody when one process is gone', async () => {
    await servers[0]?.stop()
    for (let nth = 0; nth < 4; nth += 1) {
      expect((await askThrough(proxy, '/.well-known/security.txt')).resume().statusCode).toBe(200)
    }
    const { id, urls } = await sent([smallFile])
    expect((await buffer(await askThrough(proxy, urls[0] ?? ''))).equals(small)).toBe(true)
    await until(async () => (await entriesOf(id, 'finished')).length === 1)
    expect(await entriesOf(id, 'finished')).toMatchObject([{ evidence }])
  })
})

test('The doctor names each fault of an nginx that is set up wrongly, and what to change', async () => {
  const database = await cloneDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'waybill-behind-'))
  const one = await freePort()
  await using proxy = await startDocumentedProxy(
    'nginx',
    { one, two: one, oneLog: one, twoLog: one },
    {
      changes: [
        ['listen 443 ssl;', 'listen 443 ssl http2;'],
        ['client_max_body_size 65m;', 'client_max_body_size 4m;'],
        ['proxy_request_buffering off;', ''],
        ['proxy_set_header Host $host;', 'proxy_set_header Host $host; proxy_set_header Range "";'],
        ['return 301 https://send.example.com$request_uri;', 'location / { return 200; }'],
      ],
    },
  )
  const server = new KillableServer(folder, one, settingsAt(database))
  try {
    await server.start()
    const { findings, carried } = await examine(proxy)
    expect(findings.map(({ finding }) => finding)).toEqual([
      'proxy-unnamed',
      'plain-http',
      'http2',
      'body-limit',
      'upload-buffered',
      'upload-failed',
      'range-dropped',
    ])
    expect(findings.map(({ advice }) => advice).join(' ')).toContain('client_max_body_size 65m')
    expect(carried.map(({ way }) => way)).toEqual(['down'])
  } finally {
    await server.stop()
    await database.drop()
    rmSync(folder, { recursive: true })
  }
})
