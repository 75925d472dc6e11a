/** Slugs are guessed by the ten thousand, from a thousand networks, while ten thousand transfers are live. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { until } from '#test/app/until'
import { type PipedAnswer, pipeline } from '#test/http/pipeline'
import { makePerson } from '#test/people/people'
import { sendTo } from '#test/people/recipient'
import { makeMany } from '#test/transfers/many-transfers'
import { newSlug } from '../../../src/platform/ids.ts'

const LIVE = 10_000
/** WAYBILL_TEST_WHOLE=1 makes twelve times as many, which takes minutes. */
const GUESSES = process.env.WAYBILL_TEST_WHOLE ? 100_000 : 8_000
/** The misses that a network may have in a minute. */
const PER_NETWORK = 20
const CONNECTIONS = 4
/** Guesses that a connection sends ahead: no more are in flight than the server can use at once. */
const PACK = 5

// A busy machine is slow, not wrong.
vi.setConfig({ testTimeout: 900_000, hookTimeout: 120_000 })

let app: TestApp
let slugs: string[]
beforeAll(async () => {
  app = await makeTestApp({ env: { LOG_LEVEL: 'warn' }, logsToFile: true })
  const sent = await sendTo(app, [{ path: 'scan/secret.txt', content: Buffer.from('secret') }])
  slugs = await makeMany(sent, LIVE)
})
afterAll(() => app.close())

test('the live transfers show their list to a correct guess', async () => {
  for (const slug of slugs.slice(0, 5)) {
    const page = await makePerson(app).fetch(`/w/${slug}`, { headers: { accept: 'text/html' } })
    expect([page.status, (await page.text()).includes('secret.txt')]).toEqual([200, true])
  }
})

/** A network's guesses: a page or two, the others as calls, in every way to ask. */
function guessesOf(network: number): string[] {
  const from = `${10 + (network >> 16)}.${(network >> 8) & 255}.${network & 255}.9`
  const head = `Host: localhost:${app.config.port}\r\nX-Forwarded-For: ${from}\r\nOrigin: ${app.origin}\r\n`
  return Array.from({ length: PER_NETWORK }, (_, nth) => {
    const slug = newSlug()
    const user = nth % 2 === 0 ? '' : 'A'.repeat(22)
    if (nth === 0) return `GET /${network % 2 ? 'w' : 'd'}/${slug} HTTP/1.1\r\n${head}Accept: text/html\r\n\r\n`
    const body = JSON.stringify({ slug, user })
    const path = nth % 4 < 2 ? '/increment' : '/opened'
    const length = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`
    return `POST ${path} HTTP/1.1\r\n${head}${length}\r\n${body}`
  })
}

/** Removes what differs between any two answers. */
const steady = ({ status, body }: PipedAnswer) =>
  `${status} ${body.replaceAll(/nonce="[^"]*"/g, '').replace(/"requestId":"[^"]*"/, '')}`

test(`${GUESSES} random slugs against ${LIVE} live transfers open nothing, and every answer is the same`, async () => {
  const answers = new Map<string, number>()
  let networks = 0
  const waiting: string[][] = []
  const nextPack = (): string[] | undefined => {
    if (waiting.length === 0 && networks < GUESSES / PER_NETWORK) {
      const guesses = guessesOf(networks++)
      for (let from = 0; from < guesses.length; from += PACK) waiting.push(guesses.slice(from, from + PACK))
    }
    return waiting.shift()
  }
  await pipeline(app.config.port, CONNECTIONS, nextPack, (answer) => {
    const key = steady(answer)
    answers.set(key, (answers.get(key) ?? 0) + 1)
  })
  const [calls, ...pages] = [...answers].sort(([, one], [, other]) => other - one)
  // One page at /w/, one at /d/, which offers to resend a lost mail, whatever the slug.
  const looks = GUESSES / PER_NETWORK
  expect([calls?.[1], ...pages.map(([, count]) => count)]).toEqual([GUESSES - looks, looks / 2, looks / 2])
  expect(calls?.[0]).toMatch(/^404 .*"code":"transfer-not-found"/)
  for (const [page] of pages) expect(page).toMatch(/^404 .*There is nothing at this link/s)
  expect(JSON.stringify([...answers.keys()])).not.toContain('secret.txt')
})

test('the alarm was raised once, is visible in health, and fails nothing', async () => {
  const health = async () => (await app.call('readHealth')).body
  await until(async () => (await health()).warnings.length > 0)
  expect(await health()).toMatchObject({ status: 'ok', warnings: [{ alarm: 'slug-misses' }] })
  const lines = (await readFile(join(app.dataDir, 'test.log'), 'utf8')).split('\n').filter((line) => line !== '')
  const raised = lines.map((line) => JSON.parse(line)).filter(({ alarm }) => alarm !== undefined)
  expect(raised).toMatchObject([{ level: 50, alarm: 'slug-misses', perHour: 5_000 }])
})
