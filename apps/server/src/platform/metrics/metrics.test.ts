import { readFileSync } from 'node:fs'
import { request as rawRequest } from 'node:http'
import { join } from 'node:path'
import { routes } from '@waybill/contract/core/routes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { until } from '#test/app/until'
import { makeAccount } from '#test/people/account-person'
import { Metrics, shareReading } from './metrics.ts'

const TOKEN = 'the-metrics-token-of-tests'
let app: TestApp
let text: string
let slug: string
let address: string

/** A request with exactly these headers, as a scraper in another network sends it. */
function scrape(headers: Record<string, string>): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const asked = rawRequest({ port: app.config.port, host: '127.0.0.1', path: '/-/metrics', headers }, (answer) => {
      let body = ''
      answer.on('data', (chunk) => {
        body += chunk
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: body }))
    })
    asked.on('error', reject)
    asked.end()
  })
}
const foreign = { host: '10.1.2.3:3000', 'x-forwarded-for': '10.9.9.9' }
const bearer = { ...foreign, authorization: `Bearer ${TOKEN}` }

/** The value of the first sample whose line begins so. */
const readValue = (start: string) => {
  const line = text.split('\n').find((one) => one.startsWith(start))
  return line === undefined ? null : Number(line.split(' ').at(-1))
}

beforeAll(async () => {
  app = await makeTestApp({ env: { METRICS_TOKEN: TOKEN } })
  const person = await makeAccount(app)
  const sent = await person.send({
    files: [{ path: 'a.txt', content: Buffer.from('a') }],
    emailTo: ['asha@rao.example'],
  })
  await person.fetch(sent.links['asha@rao.example'] ?? '', { headers: { accept: 'text/html' } })
  const begun = await person.plan({ files: [{ path: 'b.txt', content: Buffer.from('b') }] })
  await person.putPart({ ...begun, token: 'wrong' }, begun.blobs[0]?.path ?? '', 0, Buffer.from('b'))
  await person.fetch('/nothing/here')
  slug = sent.slug
  address = person.address
  // An answer is counted once it has ended, and a mail once its job has.
  await until(async () => {
    text = (await scrape(bearer)).text
    return (
      readValue('waybill_mails_total{outcome="accepted"}') !== null && text.includes('route="unknown",status="404"')
    )
  })
})
afterAll(() => app?.close())

describe('who may read them', () => {
  test('a scraper with the token, whatever its Host, and a program on this machine', async () => {
    expect((await scrape(bearer)).status).toBe(200)
    expect((await scrape({ host: `127.0.0.1:${app.config.port}` })).status).toBe(200)
  })

  test.each([
    ['without a token', { host: 'localhost:1', 'x-forwarded-for': '10.9.9.9' }, 421],
    ['with a wrong token', { ...foreign, authorization: `Bearer ${TOKEN}x` }, 421],
    ['with an empty token', { ...foreign, authorization: 'Bearer ' }, 421],
    ['by the name of another site, from a browser on this machine', { host: 'evil.example' }, 421],
    ['by a name that only begins like this machine’s', { host: 'localhost.evil.example:80' }, 421],
  ])('nobody %s', async (_how, headers, status) => {
    expect((await scrape(headers)).status).toBe(status)
  })

  test('nobody through a proxy, even at our own host', async () => {
    const headers = { host: `localhost:${app.config.port}`, 'x-forwarded-for': '10.9.9.9' }
    const answer = await scrape(headers)
    expect([answer.status, JSON.parse(answer.text).code]).toEqual([404, 'not-found'])
  })
})

test('counts requests by the pattern of the route, parts, mails, uploads, jobs, connections and disk', () => {
  expect(readValue('waybill_http_requests_total{method="POST",route="/quicksend2",status="200"}')).toBeGreaterThan(1)
  expect(readValue('waybill_http_requests_total{method="GET",route="/d/:slug/:user",status="200"}')).toBe(1)
  expect(readValue('waybill_http_request_seconds_count{method="GET",route="/d/:slug/:user"}')).toBe(1)
  expect(readValue('waybill_parts_refused_total{reason="upload-token-wrong"}')).toBe(1)
  expect(readValue('waybill_uploads_open')).toBe(1)
  expect(readValue('waybill_http_bytes_total{direction="in"}')).toBeGreaterThan(1_000)
  expect(readValue('waybill_http_bytes_total{direction="out"}')).toBeGreaterThan(1_000)
  expect(readValue('waybill_http_connections')).toBeGreaterThan(0)
  expect(readValue('waybill_pool_connections{pool="calls",state="idle"}')).not.toBe(null)
  expect(readValue('waybill_pool_waiting{pool="jobs"}')).not.toBe(null)
  expect(readValue('waybill_live_streams')).toBe(0)
  expect(readValue('waybill_deliveries_in_doubt')).toBe(0)
  expect(readValue('waybill_mails_waiting')).not.toBe(null)
  expect(readValue('waybill_disk_free_bytes')).toBeGreaterThan(1_000_000)
  expect(readValue('waybill_event_loop_lag_seconds{percentile="99"}')).toBeGreaterThanOrEqual(0)
  expect(readValue('waybill_memory_bytes')).toBeGreaterThan(10_000_000)
})

test('labels are of closed lists: routes are patterns, and nothing names a thing or a person', () => {
  for (const secret of [slug, address, address.split('@')[0] ?? '', 'nothing/here', 'rao.example'])
    expect(text).not.toContain(secret)
  const patterns = new Set([
    ...Object.values(routes).map(({ path }): string => path),
    'unknown',
    '/d/:slug',
    '/d/:slug/:user',
  ])
  const shown = [...text.matchAll(/route="([^"]*)"/g)].map(([, route]) => route ?? '')
  expect(shown.length).toBeGreaterThan(5)
  expect(shown.filter((route) => !patterns.has(route))).toEqual([])
  const bounds = new Set([...text.matchAll(/[{,]le="([^"]*)"/g)].map(([, bound]) => bound))
  expect(bounds.size).toBeLessThanOrEqual(7)
})

test('the documents name only what is measured', () => {
  const folder = join(import.meta.dirname, '../../../../../docs/metrics')
  const measured = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name))
  for (const file of ['dashboard.json', 'alerts.yml', 'README.md']) {
    const named = [...readFileSync(join(folder, file), 'utf8').matchAll(/\bwaybill_\w+/g)].map(([name]) =>
      name.replace(/_(?:bucket|count|sum)$/, ''),
    )
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((name) => !measured.has(name))).toEqual([])
  }
  const readme = readFileSync(join(folder, 'README.md'), 'utf8')
  expect([...measured].filter((name) => !readme.includes(`\`${name}\``))).toEqual([])
})

test('counts in one app are not those of another, and what cannot be read is left out', async () => {
  const [one, other] = [new Metrics(), new Metrics()]
  one.noteMail('given-up')
  one.noteS3Call('PutObject', '503')
  one.noteRequest({ method: 'BREW', route: 'unknown', status: 404, seconds: 0.1 })
  one.watch({ name: 'waybill_broken', help: 'Broken' }, () => Promise.reject(new Error('away')))
  const read = await one.text()
  expect(read).toContain('waybill_mails_total{outcome="given-up"} 1')
  expect(read).toContain('waybill_s3_calls_total{operation="PutObject",status="503"} 1')
  expect(read).toContain('method="other"')
  expect(read).not.toMatch(/^waybill_broken/m)
  expect(await other.text()).not.toContain('given-up')
  one.close()
  other.close()
})

test('all that ask before a reading ends share it', async () => {
  let begun = 0
  const { promise, resolve } = Promise.withResolvers<number>()
  const read = shareReading(() => {
    begun += 1
    return promise
  })
  const both = [read(), read()]
  resolve(7)
  expect([await Promise.all(both), begun]).toEqual([[7, 7], 1])
  expect([await read(), begun]).toEqual([7, 2])
  const broken = shareReading(() => {
    throw new Error('away')
  })
  await expect(broken()).rejects.toThrow('away')
})
