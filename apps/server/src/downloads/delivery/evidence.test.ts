import type { IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { until } from '#test/app/until'
import { noise, type Recipient, sendTo } from '#test/people/recipient'

const MB = 1_000_000

let app: TestApp
beforeAll(async () => {
  // No proxy in between: other rules apply to what a proxy was handed.
  app = await makeTestApp({ env: { TRUSTED_PROXIES: '' } })
})
afterAll(() => app?.close())

async function sent(bytes: number) {
  const recipient = await sendTo(app, [{ path: 'a.bin', content: noise(bytes) }])
  const { links } = await recipient.grant()
  return { recipient, url: links[0]?.url ?? '' }
}

const delivery = async (recipient: Recipient) => (await recipient.deliveries())[0]
const isFinished = async (recipient: Recipient) => (await delivery(recipient))?.finished_at instanceof Date

/** Reads this much of an answer and leaves the rest unread. */
async function read(answer: IncomingMessage, bytes: number): Promise<void> {
  for (let got = 0; got < bytes; ) {
    const chunk = answer.read() as Buffer | null
    if (chunk) got += chunk.length
    else await pause(1)
  }
}

/** No connection is open, and the outcome of the last one is saved. */
const settled = (recipient: Recipient) => recipient.until(([row]) => row !== undefined)

describe('arrived bytes', () => {
  test('are shown while a small file is in transit', async () => {
    const { recipient, url } = await sent(3 * MB)
    const answer = await recipient.open(url)
    await read(answer, 100_000)
    await until(async () => ((await delivery(recipient))?.bytes ?? 0) >= 100_000)
    expect(await isFinished(recipient)).toBe(false)
    answer.socket.destroy()
  })

  test('are those that the kernel acknowledged, and a seek proves nothing about the bytes before it', async () => {
    const { recipient, url } = await sent(40 * MB)
    const first = await recipient.open(url)
    await read(first, 1_000)
    await pause(300)
    const received = first.socket.bytesRead
    first.socket.resetAndDestroy()
    await recipient.take(url, { range: `bytes=${39 * MB}-` })
    await recipient.until(([row]) => /,\[39000000,40000000\)\}$/.test(row?.ranges ?? ''))
    const row = await delivery(recipient)
    expect(row?.finished_at).toBeNull()
    // The reader's kernel may hold some megabytes that its program has not requested yet.
    expect(row?.bytes).toBeLessThan(received + 10 * MB)
  })

  test('finish a file in parts of any order', async () => {
    const { recipient, url } = await sent(6 * MB)
    await recipient.take(url, { range: `bytes=${4 * MB}-` })
    await recipient.take(url, { range: `bytes=0-${2 * MB - 1}` })
    await recipient.take(url, { range: `bytes=${2 * MB}-${4 * MB - 1}` })
    await until(() => isFinished(recipient))
    expect(await delivery(recipient)).toMatchObject({ doubt_bytes: 0, evidence: 'received' })
  })
})

describe('one connection for the whole file', () => {
  test('is not finished when it is reset with some of it unread, however long nobody asks again', async () => {
    const { recipient, url } = await sent(50_000)
    const answer = await recipient.open(url)
    await pause(400)
    answer.socket.resetAndDestroy()
    await settled(recipient)
    expect(await delivery(recipient)).toMatchObject({ bytes: 50_000, finished_at: null })
    await app.passTime(61_000)
    await app.passTime(61_000)
    expect(await isFinished(recipient)).toBe(false)
  })

  test('is finished when it is paused and then closed with everything read', async () => {
    const { recipient, url } = await sent(300_000)
    const answer = await recipient.open(url)
    await read(answer, 200_000)
    await pause(500)
    expect(await isFinished(recipient)).toBe(false)
    answer.resume()
    await until(() => isFinished(recipient))
  })
})

describe('a connection that is cut', () => {
  test('was read up to the start of a neighbour', async () => {
    const { recipient, url } = await sent(6 * MB)
    const first = await recipient.open(url)
    await read(first, 3 * MB)
    const second = recipient.take(url, { range: `bytes=${3 * MB}-` })
    await second
    await until(async () => ((await delivery(recipient))?.bytes ?? 0) === 6 * MB)
    first.socket.resetAndDestroy()
    await until(() => isFinished(recipient))
    expect(await delivery(recipient)).toMatchObject({ doubt_bytes: 0 })
  })

  test('was read up to the point where its client continues at once', async () => {
    const { recipient, url } = await sent(2 * MB)
    const first = await recipient.open(url)
    await read(first, 900_000)
    await pause(200)
    first.socket.resetAndDestroy()
    await settled(recipient)
    await recipient.take(url, { range: 'bytes=900000-' })
    await until(() => isFinished(recipient))
    expect(await delivery(recipient)).toMatchObject({ doubt_bytes: 0 })
  })

  test('leaves a doubt where they continue later, which is named after a minute without requests', async () => {
    const { recipient, url } = await sent(100_000)
    const first = await recipient.open(url, { range: 'bytes=0-49999' })
    await pause(300)
    first.socket.resetAndDestroy()
    await settled(recipient)
    await app.passTime(20_000)
    await recipient.take(url, { range: 'bytes=50000-' })
    await recipient.until(([row]) => row?.bytes === 100_000)
    expect(await isFinished(recipient)).toBe(false)
    await app.passTime(61_000)
    await until(() => isFinished(recipient))
    expect(await delivery(recipient)).toMatchObject({ doubt_bytes: 50_000 })
    const events = await recipient.events()
    const finished = events.filter(({ kind }) => kind === 'finished')
    expect(finished).toMatchObject([{ doubt_bytes: 50_000, evidence: 'received' }])
  })

  test('leaves none where they later resume exactly that version', async () => {
    const { recipient, url } = await sent(2 * MB)
    const first = await recipient.open(url)
    const etag = first.headers.etag ?? ''
    await read(first, 900_000)
    await pause(200)
    first.socket.resetAndDestroy()
    await settled(recipient)
    await app.passTime(20_000)
    await recipient.take(url, { range: 'bytes=900000-', 'if-range': etag })
    await until(() => isFinished(recipient))
    expect(await delivery(recipient)).toMatchObject({ doubt_bytes: 0 })
  })
})

test('labels what a proxy is handed as such, and finishes a body that is written whole', async () => {
  const { recipient, url } = await sent(200_000)
  const answer = await recipient.open(url, { via: '1.1 proxy.example' })
  await read(answer, 200_000)
  await until(() => isFinished(recipient))
  expect(await delivery(recipient)).toMatchObject({ evidence: 'handed-over' })
  const events = await recipient.events()
  expect(events.filter(({ kind }) => kind === 'finished' || kind === 'delivered')).toMatchObject([
    { evidence: 'handed-over' },
    { evidence: 'handed-over' },
  ])
})

test('counts empty files, alone and in an archive, which is on record in three entries', async () => {
  const files = Array.from({ length: 30 }, (_, i) => ({ path: `f/${i}.bin`, content: noise(i * 500, i + 1) }))
  const recipient = await sendTo(app, files)
  const { links, zip } = await recipient.grant()
  await recipient.take(links.find(({ bytes }) => bytes === 0)?.url ?? '')
  await recipient.untilFinished(1)
  await recipient.take(zip.url)
  await recipient.untilFinished(30)
  const kinds = (await recipient.events()).map(({ kind, files: of }) => `${kind} ${of?.length ?? 1}`)
  expect(kinds).toEqual(['opened 1', 'begun 1', 'finished 1', 'begun 29', 'delivered 1', 'finished 29'])
})

test('uses the same times in the ledger and beside it, those of the event even when saving is late', async () => {
  const { recipient, url } = await sent(500_000)
  await recipient.take(url)
  await until(() => isFinished(recipient))
  const row = await delivery(recipient)
  const events = await recipient.events()
  const at = (kind: string) => events.find((event) => event.kind === kind)?.at
  expect(row?.finished_at).toEqual(at('finished'))
  expect(row?.began_at).toEqual(at('begun'))
})
