/** What the lines of a proxy's log prove about a download, and that nobody else's lines prove anything. */
import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '#test/app/free-port'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { until } from '#test/app/until'
import { logLine, sendDatagrams } from '#test/http/log-line'
import { noise, type Recipient, sendTo } from '#test/people/recipient'
import { checkDeliveries } from './check-deliveries.ts'

const PROXY = '127.0.0.1'
const STRANGER = '127.0.0.2'
const BYTES = 300_000

let app: TestApp
let port = 0
beforeAll(async () => {
  port = await freePort()
  app = await makeTestApp({ env: { TRUSTED_PROXIES: PROXY, PROXY_LOG: `127.0.0.1:${port}` } })
})
afterAll(() => app?.close())

async function sent(bytes = BYTES) {
  const recipient = await sendTo(app, [{ path: 'a.bin', content: noise(bytes) }])
  const { links } = await recipient.grant()
  return { recipient, url: links[0]?.url ?? '' }
}

interface Asking {
  from?: string
  method?: string
  headers?: Record<string, string>
}

/** Sends a request from one of this machine's addresses. */
function ask(path: string, { from = PROXY, method = 'GET', headers = {} }: Asking = {}): Promise<IncomingMessage> {
  const url = new URL(path, app.origin)
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const options = { host: '127.0.0.1', port: url.port, path: url.pathname, localAddress: from, method, agent: false }
  const own = { host: url.host, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
  request({ ...options, headers: { ...own, ...headers } }, resolve)
    .on('error', reject)
    .end()
  return promise
}

/** Reads an answer whole, as a proxy does, and returns the id under which to report it. */
async function pass(path: string, asking: Asking = {}): Promise<string> {
  const answer = await ask(path, asking)
  await buffer(answer)
  return `${answer.headers['waybill-delivery']}`
}

/** Reads an answer whole, without a proxy. */
const take = async (path: string, headers: Record<string, string> = {}) => {
  await buffer(await ask(path, { from: STRANGER, headers }))
}

const tell = (...datagrams: Uint8Array[]) => sendDatagrams(PROXY, port, datagrams)
const delivery = async (recipient: Recipient) => (await recipient.deliveries())[0]
const isFinished = async (recipient: Recipient) => (await delivery(recipient))?.finished_at instanceof Date
/** Everything that was handed to the proxy is recorded as such. */
const isHanded = (recipient: Recipient, bytes = BYTES) =>
  until(async () => (await delivery(recipient))?.bytes === bytes)
const entries = async (recipient: Recipient) =>
  (await recipient.events()).map(({ kind, bytes, evidence }) => ({ kind, bytes, evidence }))
const isSound = async () => expect(await checkDeliveries(app.ctx)).toEqual([])

describe('the id of an answer', () => {
  test('is given to a trusted proxy, a new one with each answer', async () => {
    const { url } = await sent()
    const [one, two] = [await pass(url), await pass(url)]
    await tell(logLine(one, BYTES), logLine(two, BYTES))
    expect(one).toMatch(/^[\w-]{22}$/)
    expect(two).toMatch(/^[\w-]{22}$/)
    expect(two).not.toBe(one)
  })

  test.each<[string, Asking]>([
    ['a stranger', { from: STRANGER }],
    [
      'a stranger who says that they are a proxy',
      { from: STRANGER, headers: { 'x-forwarded-for': PROXY, via: '1.1 a' } },
    ],
    ['a stranger who sends one', { from: STRANGER, headers: { 'waybill-delivery': 'A'.repeat(22) } }],
    ['a question for the headers alone', { method: 'HEAD' }],
  ])('is not given to %s', async (_, asking) => {
    const { url } = await sent()
    expect((await ask(url, asking)).resume().headers['waybill-delivery']).toBeUndefined()
  })

  test('is never the one in the request', async () => {
    const { url } = await sent()
    const id = await pass(url, { headers: { 'waybill-delivery': 'A'.repeat(22) } })
    await tell(logLine(id, BYTES))
    expect(id).not.toBe('A'.repeat(22))
  })
})

describe('a line about a complete answer', () => {
  test('finishes the file as sent by the proxy, and not before it has come', async () => {
    const { recipient, url } = await sent()
    const id = await pass(url)
    await isHanded(recipient)
    expect(await delivery(recipient)).toMatchObject({ finished_at: null, evidence: null })
    await tell(logLine(id, BYTES))
    await until(() => isFinished(recipient))
    expect(await delivery(recipient)).toMatchObject({ evidence: 'sent-by-proxy', doubt_bytes: 0 })
    expect((await entries(recipient)).slice(-2)).toEqual([
      { kind: 'delivered', bytes: BYTES, evidence: 'sent-by-proxy' },
      { kind: 'finished', bytes: null, evidence: 'sent-by-proxy' },
    ])
    await isSound()
  })

  test('finishes an empty file, and one in an archive', async () => {
    const files = [0, 5_000].map((bytes) => ({ path: `${bytes}.bin`, content: noise(bytes) }))
    const recipient = await sendTo(app, files)
    const { zip } = await recipient.grant()
    const id = await pass(zip.url)
    await tell(logLine(id, zip.bytes))
    await recipient.untilFinished(2)
    expect((await recipient.deliveries()).map(({ evidence }) => evidence)).toEqual(['sent-by-proxy', 'sent-by-proxy'])
  })

  test('with fewer bytes than were handed over proves nothing about them', async () => {
    const { recipient, url } = await sent()
    await tell(logLine(await pass(url), BYTES - 1))
    await until(() => isFinished(recipient))
    expect(await delivery(recipient)).toMatchObject({ evidence: 'handed-over' })
  })
})

describe('a line about a broken answer', () => {
  test('takes back what the proxy had not sent, until somebody continues from there', async () => {
    const { recipient, url } = await sent()
    const id = await pass(url)
    await isHanded(recipient)
    await tell(logLine(id, 120_000, { isComplete: false }))
    await recipient.until(([row]) => row?.bytes === 120_000)
    expect(await delivery(recipient)).toMatchObject({ ranges: '{[0,120000)}', finished_at: null })
    expect((await entries(recipient)).at(-1)).toEqual({ kind: 'delivered', bytes: 120_000, evidence: 'sent-by-proxy' })
    expect(await recipient.sendings()).toMatchObject([{ arrived_to: 120_000, ended_at: expect.any(Date) }])
    await isSound()
    const rest = await pass(url, { headers: { range: 'bytes=120000-' } })
    await tell(logLine(rest, BYTES - 120_000, { status: 206 }))
    await until(() => isFinished(recipient))
    expect(await delivery(recipient)).toMatchObject({ evidence: 'sent-by-proxy', doubt_bytes: 0 })
  })

  test('finishes nothing, however long nobody asks again', async () => {
    const { recipient, url } = await sent()
    const id = await pass(url)
    await isHanded(recipient)
    await tell(logLine(id, BYTES, { isComplete: false }))
    await recipient.until(([row]) => row?.bytes === BYTES)
    await app.passTime(61_000)
    await app.runJobs()
    expect(await isFinished(recipient)).toBe(false)
  })

  test('over HTTP/3 is a cut, and counts no more than was handed over', async () => {
    const { recipient, url } = await sent()
    const id = await pass(url)
    await isHanded(recipient)
    await tell(logLine(id, 120_000, { version: '3.0', isComplete: false }))
    await recipient.until(([row]) => row?.bytes === 120_000)
    expect((await entries(recipient)).at(-1)).toEqual({ kind: 'delivered', bytes: 120_000, evidence: 'handed-over' })
  })

  test('takes nothing back that another connection read', async () => {
    const { recipient, url } = await sent()
    await take(url, { range: 'bytes=100000-199999' })
    await recipient.until(([row]) => row?.bytes === 100_000)
    const id = await pass(url)
    await isHanded(recipient)
    await tell(logLine(id, 50_000, { isComplete: false }))
    await recipient.until(([row]) => row?.bytes === 150_000)
    expect(await delivery(recipient)).toMatchObject({ ranges: '{[0,50000),[100000,200000)}' })
  })
})

describe('a file whose parts came in several ways', () => {
  const half = BYTES / 2
  const [first, second] = [{ range: `bytes=0-${half - 1}` }, { range: `bytes=${half}-` }]

  test('has the weakest evidence of its parts', async () => {
    const { recipient, url } = await sent()
    await take(url, first)
    await tell(logLine(await pass(url, { headers: second }), half, { status: 206 }))
    await until(() => isFinished(recipient))
    expect(await delivery(recipient)).toMatchObject({ evidence: 'sent-by-proxy' })
  })

  test('has the best evidence known for each byte', async () => {
    const { recipient, url } = await sent()
    await take(url, { ...first, via: '1.1 a' })
    await recipient.until(([row]) => row?.handed_ranges === `{[0,${half})}`)
    await take(url, first)
    await recipient.until(([row]) => row?.handed_ranges === '{}')
    await take(url, second)
    await until(() => isFinished(recipient))
    expect(await delivery(recipient)).toMatchObject({ evidence: 'received' })
  })
})

test('labels an empty file that a stranger forwarded', async () => {
  const { recipient, url } = await sent(0)
  await take(url, { via: '1.1 a' })
  await until(() => isFinished(recipient))
  expect(await delivery(recipient)).toMatchObject({ evidence: 'handed-over' })
})

describe('a forged line', () => {
  const broken = { isComplete: false }
  const guessed = Buffer.alloc(16, 7).toString('base64url')

  test.each<[string, (id: string) => Promise<void>]>([
    ['of a stranger', (id) => sendDatagrams(STRANGER, port, [logLine(id, 0, broken)])],
    ['by a guessed id', () => tell(logLine(guessed, 0, broken))],
    ['that is too long', (id) => tell(Buffer.concat([logLine(id, 0, broken), Buffer.alloc(60_000, ' ')]))],
    ['that is not text', (id) => tell(Buffer.concat([Buffer.from([0xff, 0xc0]), logLine(id, 0, broken)]))],
    ['that is no line', (id) => tell(Buffer.from(id), Buffer.from(`<190>nginx: ${id} 200 0 HTTP/1.1 `))],
    ['of a crowd', () => tell(...Array.from({ length: 3_000 }, () => logLine(guessed, 0, broken)))],
  ])('%s', async (_, attack) => {
    const { recipient, url } = await sent()
    const id = await pass(url)
    await attack(id)
    // Under load the kernel may have had no room for it.
    await until(async () => {
      await tell(logLine(id, BYTES))
      return isFinished(recipient)
    })
    expect(await delivery(recipient)).toMatchObject({ evidence: 'sent-by-proxy' })
  })

  test('for a second time', async () => {
    const { recipient, url } = await sent()
    const id = await pass(url)
    await tell(logLine(id, 1_000, broken), logLine(id, BYTES))
    await recipient.until(([row]) => row?.bytes === 1_000)
    expect(await isFinished(recipient)).toBe(false)
  })
})

test('says what it knows when the process stops during the wait: that it was handed over', async () => {
  const { recipient, url } = await sent()
  await pass(url)
  await isHanded(recipient)
  expect(await isFinished(recipient)).toBe(false)
  await app.restart()
  expect(await delivery(recipient)).toMatchObject({ evidence: 'handed-over', finished_at: expect.any(Date) })
})
