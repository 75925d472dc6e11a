/** One recipient downloads by many connections at once, over several origins. */
import { type IncomingMessage, request } from 'node:http'
import { crc32 } from 'node:zlib'
import type { ReplyOf } from '@waybill/contract/core/endpoint'
import type { planFastDownload } from '@waybill/contract/downloads/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#test/app/free-port'
import { makeTestApp, makeTwin, type TestApp } from '#test/app/test-app'
import { until } from '#test/app/until'
import { noise, type Recipient, sendTo, sha256 } from '#test/people/recipient'

const MB = 1_000_000
type Plan = ReplyOf<typeof planFastDownload>

let app: TestApp
/** Another process on the same database and files. */
let twin: TestApp
beforeAll(async () => {
  // No proxy in between: other rules apply to what a proxy was handed.
  app = await makeTestApp({ env: { TRUSTED_PROXIES: '', UPLOAD_PORTS: String(await freePort()) } })
  twin = await makeTwin(app, { env: { TRUSTED_PROXIES: '' } })
})
afterAll(async () => {
  await twin?.close()
  await app?.close()
})

/** As the page asks: no cookie at other origins, and `If-Range` with every range. */
function ask(plan: Plan, origin: string, from: number, to: number): Promise<IncomingMessage> {
  const headers = { origin: app.origin, 'user-agent': 'Mozilla/5.0 Chrome/156', 'sec-fetch-dest': 'empty' }
  const range = { range: `bytes=${from}-${to - 1}`, 'if-range': plan.etag }
  return new Promise((resolve, reject) => {
    request(new URL(plan.url, origin), { headers: { ...headers, ...range }, agent: false }, resolve)
      .on('error', reject)
      .end()
  })
}

async function readAll(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function planned(recipient: Recipient, file?: string): Promise<Plan> {
  const { grant } = await recipient.grant()
  const { status, body } = await recipient.browser.call('planFastDownload', { body: { grant, file } })
  expect(status).toBe(200)
  return body
}

/** Reads in `pieces`, one connection each, all at once, from the origins in turn. */
async function takeAtOnce(plan: Plan, pieces: number, origins = plan.origins): Promise<Buffer> {
  const size = Math.ceil(plan.bytes / pieces)
  const parts = Array.from({ length: pieces }, async (_, nth) => {
    const origin = origins[nth % origins.length] ?? ''
    const answer = await ask(plan, origin, nth * size, Math.min(plan.bytes, (nth + 1) * size))
    expect(answer.statusCode).toBe(206)
    return readAll(answer)
  })
  return Buffer.concat(await Promise.all(parts))
}

function expectSummed(plan: Plan, bytes: Buffer): void {
  expect(plan.blocks.at(-1)?.to).toBe(plan.bytes)
  for (const [nth, { to, crc32: sum }] of plan.blocks.entries())
    expect(sum).toBe(crc32(bytes.subarray(plan.blocks[nth - 1]?.to ?? 0, to)))
}

const kindsOf = async (recipient: Recipient, kind: string) =>
  (await recipient.events()).filter((event) => event.kind === kind)

test('a file by sixteen connections over two origins and two processes is finished once, whatever overlaps', async () => {
  const content = noise(5 * MB)
  const recipient = await sendTo(app, [{ path: 'a.bin', content }])
  const [file] = (await recipient.grant()).links
  const plan = await planned(recipient, file?.file)
  expect(plan).toMatchObject({ name: 'a.bin', bytes: 5 * MB, atOnce: 24 })
  expect(plan.origins).toHaveLength(2)
  const again = async () => readAll(await ask(plan, twin.origin, 1 * MB, 3 * MB))
  const [got] = await Promise.all([takeAtOnce(plan, 16, [...plan.origins, twin.origin]), again(), again()])
  expect(got.equals(content)).toBe(true)
  expectSummed(plan, got)
  await recipient.untilFinished(1)
  expect(await recipient.deliveries()).toMatchObject([{ bytes: 5 * MB, doubt_bytes: 0, evidence: 'received' }])
  expect(await kindsOf(recipient, 'begun')).toHaveLength(1)
  expect(await kindsOf(recipient, 'finished')).toHaveLength(1)
  // Once more: nothing is counted again.
  await takeAtOnce(plan, 5)
  await recipient.until(() => true)
  expect(await kindsOf(recipient, 'finished')).toHaveLength(1)
})

test('a connection that is cut where another took over its rest leaves no doubt', async () => {
  const content = noise(5 * MB)
  const recipient = await sendTo(app, [{ path: 'a.bin', content }])
  const plan = await planned(recipient)
  const [own = '', other = ''] = plan.origins
  const first = await ask(plan, own, 0, plan.bytes)
  let got = 0
  const isHalf = new Promise<void>((resolve) => {
    first.on('data', (chunk: Buffer) => {
      got += chunk.length
      if (got < plan.bytes / 2) return
      first.pause()
      resolve()
    })
  })
  await isHalf
  const rest = readAll(await ask(plan, other, got, plan.bytes))
  first.socket.resetAndDestroy()
  await rest
  await recipient.untilFinished(1)
  expect(await recipient.deliveries()).toMatchObject([{ doubt_bytes: 0, evidence: 'received' }])
})

test('the zip alike: exact blocks, and each file is finished once', async () => {
  const files = [
    { path: 'a/one.bin', content: noise(3 * MB, 1) },
    { path: 'a/empty', content: Buffer.alloc(0) },
    ...Array.from({ length: 20 }, (_, nth) => ({ path: `a/${nth}.txt`, content: noise(30_000 + nth, nth + 2) })),
  ]
  const recipient = await sendTo(app, files)
  const plan = await planned(recipient)
  expect(plan.name).toBe('a.zip')
  const got = await takeAtOnce(plan, 7)
  expectSummed(plan, got)
  expect(sha256(got)).toBe(sha256(await recipient.take(plan.url)))
  await recipient.untilFinished(files.length)
  const finished = (await kindsOf(recipient, 'finished')).flatMap(({ file_id, files: of }) => of ?? [{ id: file_id }])
  expect(finished).toHaveLength(files.length)
})

test('pages of this server may ask at another port, and no other page', async () => {
  const recipient = await sendTo(app, [{ path: 'a.bin', content: noise(1_000) }])
  const plan = await planned(recipient)
  const other = new URL(plan.url, plan.origins[1])
  const preflight = (origin: string) =>
    fetch(other, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'if-range' },
    })
  const allowed = await preflight(app.origin)
  expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([204, app.origin])
  expect(allowed.headers.get('access-control-allow-headers')).toContain('range, if-range')
  expect(Number(allowed.headers.get('access-control-max-age'))).toBeGreaterThanOrEqual(7_200)
  expect(allowed.headers.get('access-control-allow-credentials')).toBeNull()
  expect((await preflight('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull()
  const answer = await fetch(other, { headers: { origin: app.origin, 'if-range': plan.etag, range: 'bytes=0-9' } })
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([206, app.origin])
  expect(answer.headers.get('access-control-expose-headers')).toContain('content-range, etag')
  await answer.bytes()
  // Another version of the file: the whole, so that nothing is patched together.
  const changed = await fetch(other, { headers: { 'if-range': '"other"', range: 'bytes=0-9' } })
  expect([changed.status, (await changed.bytes()).length]).toEqual([200, plan.bytes])
})

test('one grant has 32 answers open at most; others of the same recipient are served meanwhile', async () => {
  const recipient = await sendTo(app, [{ path: 'a.bin', content: noise(20 * MB) }])
  const plan = await planned(recipient)
  const origin = plan.origins[0] ?? ''
  const open = await Promise.all(Array.from({ length: 32 }, () => ask(plan, origin, 0, plan.bytes)))
  expect(open.map(({ statusCode }) => statusCode)).toEqual(Array(32).fill(206))
  const refused = await ask(plan, origin, 0, 10)
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '2'])
  expect(JSON.parse(String(await readAll(refused)))).toMatchObject({ code: 'too-many-calls' })
  const colleague = await planned(recipient)
  expect((await readAll(await ask(colleague, origin, 0, 1_000))).length).toBe(1_000)
  for (const answer of open) answer.socket.resetAndDestroy()
  await until(async () => {
    const answer = await ask(plan, origin, 0, 10)
    await readAll(answer)
    return answer.statusCode === 206
  })
})

test('where downloads are limited, many connections are one download, also at an origin without a cookie', async () => {
  const content = noise(4 * MB)
  const recipient = await sendTo(app, [{ path: 'a.bin', content }])
  await app.ctx.db.updateTable('transfers').set({ download_limit: 1 }).where('id', '=', recipient.transferId).execute()
  const { grant, links } = await recipient.grant()
  const { body: plan } = await recipient.browser.call('planFastDownload', { body: { grant, file: links[0]?.file } })
  // The other origin knows the browser by its network, as a download manager.
  const parts = await Promise.all(
    [0, 1, 2, 3].map(async (nth) => readAll(await ask(plan, plan.origins[1], nth * MB, (nth + 1) * MB))),
  )
  expect(Buffer.concat(parts).equals(content)).toBe(true)
  await recipient.untilFinished(1)
  const again = await recipient.browser.call('planFastDownload', { body: { grant, file: links[0]?.file } })
  expect(again.body.code).toBe('download-limit-reached')
})

test('a withdrawn file, an ended grant and an unknown one are named', async () => {
  const recipient = await sendTo(app, [{ path: 'a.bin', content: noise(1_000) }])
  const { grant, links } = await recipient.grant()
  const [file] = links
  const ask = async (body: object) => (await recipient.browser.call('planFastDownload', { body })).body.code
  expect(await ask({ grant, file: 'nothing' })).toBe('file-not-found')
  const set = { withdrawn_at: new Date() }
  await app.ctx.db
    .updateTable('files')
    .set(set)
    .where('id', '=', file?.file ?? '')
    .execute()
  expect(await ask({ grant, file: file?.file })).toBe('file-withdrawn')
  expect(await ask({ grant })).toBe('file-withdrawn')
  expect(await ask({ grant: `${grant.slice(0, -2)}xx` })).toBe('grant-not-found')
})
