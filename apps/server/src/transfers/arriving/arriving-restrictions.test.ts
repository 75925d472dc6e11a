/** What restricts a link holds while its files arrive, also for downloads that run already. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, makeTwin, type TestApp } from '#test/app/test-app'
import { until } from '#test/app/until'
import { type ArrivingTransfer, largeFiles, PART, sendArriving } from '#test/people/arriving-sender'
import { sha256 } from '#test/people/recipient'

let app: TestApp
/** Its downloads wait only a second for the next byte. */
let twin: TestApp
beforeAll(async () => {
  app = await makeTestApp()
  twin = await makeTwin(app, { env: { ARRIVAL_WAIT_SECONDS: '1' } })
})
afterAll(async () => {
  await twin?.close()
  await app?.close()
})

const edit = async (sent: ArrivingTransfer, body: object) => {
  const answer = await sent.sender.call('editTransfer', { params: { transfer: sent.id }, body })
  expect(answer.status).toBe(200)
}

test('one download: a broken one is given back, and the whole file counts once', async () => {
  const sent = await sendArriving(app, largeFiles(1))
  await edit(sent, { downloadLimit: 1 })
  await sent.put(0, 0)
  const path = await sent.linkTo(0)
  const answer = await fetch(`${twin.origin}${path}`, { headers: sent.recipient.browser.headers() })
  await expect(answer.arrayBuffer()).rejects.toThrow()
  await sent.put(0, 1, 2, 3)
  expect((await sent.finish()).status).toBe(200)
  await until(async () => (await sent.press(0)).status === 200)
  const content = await sent.recipient.take(await sent.linkTo(0))
  expect(sha256(content)).toBe(sha256(sent.files[0]?.content ?? Buffer.alloc(0)))
  await sent.recipient.untilFinished(1)
  await until(async () => (await sent.press(0)).body.code === 'download-limit-reached')
})

test('a new password cuts running downloads, and is asked of everybody', async () => {
  const sent = await sendArriving(app, largeFiles(1))
  await sent.put(0, 0)
  const answer = await sent.recipient.open(await sent.linkTo(0))
  let [bytes, isCut] = [0, false]
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length
  })
  answer.once('error', () => {
    isCut = true
  })
  await until(() => bytes === PART)
  await edit(sent, { password: 'quince and medlar' })
  await until(() => isCut)
  expect((await sent.arrival()).code).toBe('link-locked')
  expect((await sent.press(0)).body.code).toBe('link-locked')
})

test('recipients who must prove their address see nothing before they have', async () => {
  const sent = await sendArriving(app, largeFiles(1))
  await edit(sent, { onlyProven: true })
  await sent.put(0, 0)
  expect((await sent.arrival()).code).toBe('link-locked')
  const query = new URLSearchParams(sent.recipient.link)
  const followed = await sent.recipient.browser.fetch(`/arrival?${query}`)
  expect((await followed.json()).code).toBe('link-locked')
})

test('a pause ends the followers, and the upload goes on', async () => {
  const sent = await sendArriving(app, largeFiles(1))
  const query = new URLSearchParams(sent.recipient.link)
  const followed = await sent.recipient.browser.fetch(`/arrival?${query}`)
  await edit(sent, { isPaused: true })
  await sent.put(0, 0)
  expect(await followed.text()).toContain('event: over')
  await sent.put(0, 1, 2, 3)
  expect((await sent.finish()).status).toBe(200)
  expect((await sent.arrival()).code).toBe('transfer-paused')
})

test('the zip is planned once all files are there', async () => {
  const sent = await sendArriving(app, largeFiles(2))
  await sent.put(0, 0, 1, 2, 3)
  const { grant } = (await sent.recipient.browser.call('grantDownload', { body: sent.recipient.link })).body
  const plan = () => sent.recipient.browser.call('planZip', { body: { grant, files: 'all' } })
  expect((await plan()).body.code).toBe('files-still-arriving')
  await sent.put(1, 0, 1, 2, 3)
  await sent.finish()
  expect((await sent.recipient.get((await plan()).body.url)).status).toBe(200)
})

test('a range that begins behind the file is refused, and its bytes are never waited for', async () => {
  const sent = await sendArriving(app, largeFiles(1))
  await sent.put(0, 0)
  const path = await sent.linkTo(0)
  for (const range of [`bytes=${4 * PART}-`, `bytes=${Number.MAX_SAFE_INTEGER}-`]) {
    const answer = await sent.recipient.get(path, { range })
    expect([answer.status, answer.headers.get('content-range')]).toEqual([416, `bytes */${4 * PART}`])
  }
  const last = await fetch(`${twin.origin}${path}`, { headers: sent.recipient.browser.headers({ range: 'bytes=-1' }) })
  expect([last.status, last.headers.get('retry-after')]).toEqual([409, '15'])
})
