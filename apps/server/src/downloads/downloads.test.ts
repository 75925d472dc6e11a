import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { until } from '#test/app/until'
import { chrome } from '#test/people/open-links'
import { noise, type Recipient, sendTo, sha256 } from '#test/people/recipient'

const files = [
  { path: 'plans/报价 “Q3” №7.pdf', content: noise(700_001) },
  { path: 'plans/empty.txt', content: Buffer.alloc(0) },
  { path: 'plans/small.bin', content: noise(1_234) },
]
const bytesOf = (file: number) => files[file]?.content ?? Buffer.alloc(0)

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app?.close())

const toldTimes = async (recipient: Recipient) => {
  const mails = await app.mails(recipient.sender.address)
  return mails.filter(({ subject }) => !/code/i.test(subject)).length
}
const countOf = async (recipient: Recipient, kind: string, actorKind = 'human') =>
  (await recipient.events()).filter((event) => event.kind === kind && event.actor_kind === actorKind).length

/** Retries, as clients do, while the server is busy. */
async function openWhenFree(recipient: Recipient, url: string, headers: Record<string, string>) {
  for (;;) {
    const answer = await recipient.open(url, headers)
    if (answer.statusCode !== 503) return answer
    answer.resume()
  }
}

describe('a download', () => {
  it('delivers every file and the zip, whole, counted once and reported once', async () => {
    const recipient = await sendTo(app, files)
    const { links, zip } = await recipient.grant()
    expect(links.map(({ bytes }) => bytes)).toEqual(files.map(({ content }) => content.length))
    for (const [i, { url }] of links.entries()) {
      const answer = await recipient.get(url)
      expect(answer.status).toBe(200)
      expect(sha256(await answer.bytes())).toBe(sha256(bytesOf(i)))
    }
    const whole = await recipient.get(zip.url)
    expect(whole.headers.get('content-length')).toBe(String(zip.bytes))
    expect(whole.headers.get('etag')).toBe(zip.etag)
    expect((await whole.bytes()).length).toBe(zip.bytes)
    expect(zip.name).toBe('plans.zip')

    await recipient.untilFinished(3)
    for (const row of await recipient.deliveries()) {
      expect(row.bytes).toBe(links.find(({ file }) => file === row.file_id)?.bytes)
    }
    expect(await countOf(recipient, 'begun')).toBe(3)
    expect(await countOf(recipient, 'finished')).toBe(3)
    expect(await countOf(recipient, 'opened')).toBe(1)
    expect((await recipient.events()).every(({ device }) => device === 'Chrome on Windows')).toBe(true)
    await until(async () => (await recipient.sendings()).length === 0)
    expect(await toldTimes(recipient)).toBe(1)
  })

  it('by the zip alone finishes every file in it', async () => {
    const recipient = await sendTo(app, files)
    const { zip } = await recipient.grant()
    await recipient.take(zip.url)
    await recipient.untilFinished(3)
    expect(await toldTimes(recipient)).toBe(1)
  })

  it('is counted once however many ranges, retries and connections it took', async () => {
    const recipient = await sendTo(app, files)
    const { links, zip } = await recipient.grant()
    const [{ url = '', file = '' } = {}] = links
    const size = bytesOf(0).length
    const ranges = Array.from({ length: 10 }, (_, i) => [
      Math.floor((i * size) / 10),
      Math.floor(((i + 1) * size) / 10),
    ])
    const parts = await Promise.all(
      [...ranges, ...ranges].map(async ([from = 0, to = 0]) => {
        const answer = await openWhenFree(recipient, url, { range: `bytes=${from}-${to - 1}` })
        expect(answer.statusCode).toBe(206)
        expect(answer.headers['content-range']).toBe(`bytes ${from}-${to - 1}/${size}`)
        return Buffer.concat(await Array.fromAsync(answer))
      }),
    )
    expect(sha256(Buffer.concat(parts.slice(0, 10)))).toBe(sha256(bytesOf(0)))
    await recipient.untilFinished(1)
    expect(await recipient.deliveries()).toMatchObject([{ file_id: file, bytes: size }])
    expect(await countOf(recipient, 'begun')).toBe(1)
    expect(await countOf(recipient, 'finished')).toBe(1)
    expect(await toldTimes(recipient)).toBe(0)

    const whole = Buffer.from(await recipient.take(zip.url))
    const pieces = await Promise.all(
      [0, 1, 2, 3].map(async (i) => {
        const [from, to] = [Math.floor((i * zip.bytes) / 4), Math.floor(((i + 1) * zip.bytes) / 4)]
        return recipient.take(zip.url, { range: `bytes=${from}-${to - 1}`, 'if-range': zip.etag })
      }),
    )
    expect(Buffer.concat(pieces).equals(whole)).toBe(true)
    await recipient.untilFinished(3)
    // The archive's end is one entry, with the empty file: all of it went to the proxy.
    const ends = (await recipient.events()).filter(({ kind }) => kind === 'finished')
    expect(ends.map(({ files: of, evidence }) => [of?.length ?? 1, evidence])).toEqual([
      [1, 'handed-over'],
      [2, 'handed-over'],
    ])
    expect(await toldTimes(recipient)).toBe(1)
  })

  it('is not finished by its ends alone', async () => {
    const recipient = await sendTo(app, files)
    const { links } = await recipient.grant()
    const [{ url = '' } = {}] = links
    for (const range of ['bytes=-1', 'bytes=0-9', 'bytes=300-', 'bytes=-1']) {
      await recipient.take(url, { range })
    }
    await recipient.until(([row]) => row?.ranges === '{[0,10),[300,700001)}')
    const [row] = await recipient.deliveries()
    expect(row).toMatchObject({ bytes: 10 + 700_001 - 300, finished_at: null })
  })

  it('does not result from a click, a HEAD or a condition', async () => {
    const recipient = await sendTo(app, files)
    const { links, zip } = await recipient.grant()
    for (let i = 0; i < 20; i++) await recipient.grant()
    const [{ url = '' } = {}] = links
    for (const path of [url, zip.url]) {
      const head = await recipient.get(path, {}, 'HEAD')
      expect(head.status).toBe(200)
      expect(head.headers.get('accept-ranges')).toBe('bytes')
      expect(Number(head.headers.get('content-length'))).toBe(path === url ? bytesOf(0).length : zip.bytes)
      const etag = head.headers.get('etag') ?? ''
      expect((await recipient.get(path, { 'if-none-match': etag })).status).toBe(304)
      expect((await recipient.get(path, { 'if-match': '"other"' })).status).toBe(412)
      const beyond = await recipient.get(path, { range: 'bytes=99999999-' })
      expect(beyond.status).toBe(416)
      expect(beyond.headers.get('content-range')).toMatch(/^bytes \*\/\d+$/)
    }
    expect(await recipient.deliveries()).toEqual([])
    expect(await countOf(recipient, 'visited', 'bot')).toBe(2)
    expect(await countOf(recipient, 'opened')).toBe(1)
    expect(await countOf(recipient, 'begun')).toBe(0)
  })
})

describe('a machine', () => {
  it('that downloads is on record and counts for nobody', async () => {
    const recipient = await sendTo(app, files)
    const agent = { 'user-agent': 'BarracudaCentral' }
    const { links, zip } = await recipient.grant('all', agent)
    for (const path of [...links.map(({ url }) => url), zip.url]) await recipient.take(path, agent)
    for (let tries = 0; (await countOf(recipient, 'delivered', 'bot')) < 4 && tries < 1_000; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    expect(await countOf(recipient, 'delivered', 'bot')).toBe(4)
    expect(await countOf(recipient, 'opened', 'bot')).toBe(1)
    expect(
      (await recipient.events()).every(({ actor_kind, reason }) => actor_kind === 'bot' && reason === 'mail-scanner'),
    ).toBe(true)
    expect(await recipient.deliveries()).toEqual([])
    expect(await toldTimes(recipient)).toBe(0)
    const row = await app.ctx.db
      .selectFrom('recipients')
      .select(['opened_at', 'finished_at'])
      .where('transfer_id', '=', recipient.transferId)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ opened_at: null, finished_at: null })
  })

  it('that is curl acts for a person', async () => {
    const recipient = await sendTo(app, files)
    const agent = { 'user-agent': 'curl/8.5.0' }
    const { zip } = await recipient.grant('all', agent)
    await recipient.take(zip.url, agent)
    await recipient.untilFinished(3)
    expect((await recipient.events()).every(({ device }) => device === 'curl')).toBe(true)
    expect(await toldTimes(recipient)).toBe(1)
  })
})

describe('opened', () => {
  it('is recorded once in half an hour', async () => {
    const recipient = await sendTo(app, files)
    const open = () => recipient.browser.call('reportOpened', { body: recipient.link, headers: chrome })
    await app.passTime(10_000)
    expect((await open()).status).toBe(204)
    await Promise.all(Array.from({ length: 8 }, open))
    expect(await countOf(recipient, 'opened')).toBe(1)
    await app.passTime(31 * 60_000)
    await open()
    expect(await countOf(recipient, 'opened')).toBe(2)
  })
})

describe('a link', () => {
  it('of an email transfer opens with its own token only, and misses cost the network', async () => {
    const [recipient, other] = [await sendTo(app, files), await sendTo(app, files)]
    const { slug } = recipient.link
    const press = (link: unknown) => recipient.browser.call('grantDownload', { body: link })
    for (const link of [
      { slug },
      { slug, user: '' },
      { slug, user: other.link.user },
      { slug: 'AAAAAAA' },
      { slug: '../..' },
    ]) {
      const answer = await press(link)
      expect([answer.status, answer.body.code]).toEqual([404, 'transfer-not-found'])
    }
    const codes = new Set<string>()
    for (let i = 0; i < 20; i++) codes.add((await press({ slug: 'AAAAAAA' })).body.code)
    expect(codes).toEqual(new Set(['transfer-not-found', 'too-many-requests']))
    expect((await press(recipient.link)).status).toBe(200)
  })

  it('says so when it has expired, while a grant stays valid for its day', async () => {
    const recipient = await sendTo(app, files)
    await app.passTime(6.9 * 86_400_000)
    const { grant, links, zip } = await recipient.grant()
    await app.passTime(0.2 * 86_400_000)
    expect((await recipient.browser.call('grantDownload', { body: recipient.link })).body.code).toBe('transfer-expired')
    expect((await recipient.browser.call('reportOpened', { body: recipient.link })).body.code).toBe('transfer-expired')
    expect((await recipient.get(links[0]?.url ?? '', { range: 'bytes=5-9' })).status).toBe(206)
    expect((await recipient.get(zip.url)).status).toBe(200)
    await app.passTime(0.9 * 86_400_000)
    for (const path of [links[0]?.url ?? '', zip.url]) expect((await recipient.get(path)).status).toBe(410)
    expect((await recipient.browser.call('planZip', { body: { grant, files: 'all' } })).body.code).toBe('grant-expired')
  })
})
