import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { chrome, fetchAll, type OpenLink, press, readPass, recordOf, sendLink, settled } from '#test/people/open-links'
import { makePerson } from '#test/people/people'
import { noise, sendTo } from '#test/people/recipient'
import { checkTransfers, findLinkDevice, insertLinkDevice, MOST_DEVICES } from '../../transfers/index.ts'
import { recipientOfDevice } from './link-device.ts'

const files = [
  { path: 'plan.pdf', content: noise(200_000) },
  { path: 'note.txt', content: noise(500) },
]
const firefox = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  accept: '*/*',
  'accept-language': 'en',
}

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(async () => {
  expect(await checkTransfers(app.ctx)).toEqual([])
  await app.close()
})
const devicesOf = async (link: OpenLink) => (await recordOf(link)).recipients.filter(({ device }) => device !== null)
const eventsOf = (id: string, by: 'human' | 'bot' | 'owner') =>
  app.ctx.db
    .selectFrom('events')
    .selectAll()
    .where('transfer_id', '=', id)
    .where('actor_kind', '=', by)
    .orderBy('place')
const untilDone = async (link: OpenLink, path: string, of: ReturnType<typeof makePerson>) => {
  await fetchAll(of, path)
  await settled(app, link.id)
}
const untilDownloads = async (link: OpenLink, count: number) => {
  for (let tries = 0; tries < 1_000; tries += 1) {
    const record = await recordOf(link)
    if (record.total_downloads === count) return record
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error(`never ${count} downloads`)
}
/** What was sent to each device: an answer that has just begun may not be on record yet. */
const untilDelivered = async (link: OpenLink, bytes: number[]) => {
  for (let tries = 0; tries < 1_000; tries += 1) {
    const delivered = (await devicesOf(link)).map(({ deliveredBytes }) => deliveredBytes)
    if (isDeepStrictEqual(delivered, bytes)) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error(`never ${bytes}`)
}

describe('on an open link', () => {
  test('counts three strangers as three recipients, with three downloads', async () => {
    const link = await sendLink(app, files.slice(1))
    for (let nth = 0; nth < 3; nth += 1) {
      const stranger = makePerson(app)
      const [path = ''] = await press(stranger, link.slug)
      await untilDone(link, path, stranger)
    }
    const record = await untilDownloads(link, 3)
    expect([record.deviceCount, record.devicesFinished, record.isDelivered]).toEqual([3, 3, true])
    const devices = await devicesOf(link)
    expect(devices.map(({ device, finishedAt, downloads }) => [device?.name, finishedAt !== null, downloads])).toEqual(
      Array(3).fill(['Chrome on Windows', true, 1]),
    )
    const [whole] = record.recipients
    expect([whole?.email, whole?.device, whole?.downloads, whole?.finishedAt !== null]).toEqual([null, null, 3, true])
  })

  test('counts a browser that reports and presses at once as one recipient, by the cookie of its page', async () => {
    const link = await sendLink(app, files.slice(1))
    const stranger = makePerson(app)
    const { pass } = await readPass(stranger, `/d/${link.slug}`)
    expect(await devicesOf(link)).toEqual([])
    const body = { slug: link.slug }
    const report = () =>
      stranger.call('reportOpened', { body: { ...body, visit: pass, stayed: true }, headers: chrome })
    const answers = await Promise.all([report(), press(stranger, link.slug), report(), press(stranger, link.slug)])
    expect(answers).toHaveLength(4)
    expect(await devicesOf(link)).toHaveLength(1)
    expect((await recordOf(link)).deviceCount).toBe(1)
  })

  test('stores no device for a page, and never replaces its cookie', async () => {
    const link = await sendLink(app, files.slice(1))
    const count = async () => (await app.ctx.db.selectFrom('devices').select('id').execute()).length
    const before = await count()
    const read = (cookie?: string) =>
      app.fetch(`/d/${link.slug}`, { headers: { ...chrome, ...(cookie === undefined ? {} : { cookie }) } })
    const [offered = ''] = (await read()).headers.getSetCookie()
    expect(offered).toMatch(/^waybill_device=[\w-]{43}; .*HttpOnly/)
    expect((await read(offered.split(';')[0])).headers.getSetCookie()).toEqual([])
    for (const made of ['A'.repeat(43), offered.slice(15, 57).concat('~')]) {
      expect((await read(`waybill_device=${made}`)).headers.getSetCookie()).toHaveLength(1)
    }
    expect(await count()).toBe(before)
  })

  test('does not combine the halves of two strangers', async () => {
    const link = await sendLink(app, files.slice(0, 1))
    const [one, other] = [makePerson(app), makePerson(app)]
    const [first = ''] = await press(one, link.slug)
    const [second = ''] = await press(other, link.slug)
    await fetchAll(one, first, { range: 'bytes=0-99999' })
    await fetchAll(other, second, { range: 'bytes=100000-' })
    // With the grant of the first one too: the browser determines whose download it is.
    await fetchAll(other, first, { range: 'bytes=100000-' })
    await untilDelivered(link, [100_000, 100_000])
    await settled(app, link.id)
    const record = await recordOf(link)
    expect([record.total_downloads, record.devicesFinished, record.isDelivered]).toEqual([0, 0, false])
    expect((await devicesOf(link)).map(({ deliveredBytes }) => deliveredBytes)).toEqual([100_000, 100_000])
  })

  test('counts a program without cookies as another recipient with each grant, and as the same with its grant', async () => {
    const link = await sendLink(app, files)
    const agent = { 'user-agent': 'curl/8.5.0', accept: '*/*' }
    const grants = await Promise.all(
      [1, 2].map(() => app.call('grantDownload', { body: { slug: link.slug }, headers: agent })),
    )
    for (const { body } of grants) {
      const { body: described } = await app.call('describeDownload', { body: { grant: body.grant } })
      for (const { url } of described.links) {
        await (await app.fetch(url, { headers: { ...agent, connection: 'close' } })).arrayBuffer()
      }
    }
    const record = await untilDownloads(link, 4)
    expect([record.deviceCount, record.devicesFinished]).toEqual([2, 2])
    expect((await devicesOf(link)).map(({ device }) => device?.name)).toEqual(['curl', 'curl'])
  })

  test('creates no row for a bot that presses', async () => {
    const link = await sendLink(app, files)
    await makePerson(app).call('grantDownload', {
      body: { slug: link.slug },
      headers: { 'user-agent': 'BarracudaCentral' },
    })
    expect(await devicesOf(link)).toEqual([])
    expect((await recordOf(link)).deviceCount).toBe(0)
  })

  test('applies a limit to the link: a fresh browser does not evade it', async () => {
    const link = await sendLink(app, files.slice(1))
    await link.owner.call('editTransfer', { params: { transfer: link.id }, body: { downloadLimit: 2 } })
    for (let nth = 0; nth < 2; nth += 1) {
      const stranger = makePerson(app)
      const [path = ''] = await press(stranger, link.slug)
      await untilDone(link, path, stranger)
    }
    await untilDownloads(link, 2)
    const third = await makePerson(app).call('grantDownload', { body: { slug: link.slug }, headers: firefox })
    expect(third.body.code).toBe('download-limit-reached')
  })

  test('counts what anybody downloaded before the limit', async () => {
    const link = await sendLink(app, files.slice(1))
    for (let nth = 0; nth < 2; nth += 1) {
      const stranger = makePerson(app)
      const [path = ''] = await press(stranger, link.slug)
      await untilDone(link, path, stranger)
    }
    await untilDownloads(link, 2)
    await link.owner.call('editTransfer', { params: { transfer: link.id }, body: { downloadLimit: 2 } })
    const third = await makePerson(app).call('grantDownload', { body: { slug: link.slug }, headers: firefox })
    expect(third.body.code).toBe('download-limit-reached')
  })

  test('allows a link and a network a number of devices; further ones share a row', async () => {
    const link = await sendLink(app, files)
    const [row] = (await recordOf(link)).recipients
    const of = { transferId: link.id, linkId: row?._id ?? '' }
    const visitor = (nth: number, network: string) => ({
      deviceId: null,
      network,
      ip: '81.2.69.160',
      userAgent: `curl/${nth}`,
    })
    const ids = new Set<string>()
    for (let nth = 0; nth < 122; nth += 1) ids.add(await recipientOfDevice(app.ctx, of, visitor(nth, '81.2.69.0/24')))
    expect(ids.size).toBe(121)
    const made = { ...of, deviceId: null, device: 'x', country: null, city: null }
    for (let nth = 120; nth < MOST_DEVICES; nth += 1) {
      await insertLinkDevice(app.ctx.db, {
        ...made,
        id: `device-${nth}-${link.slug}`,
        tokenHash: Buffer.from(`${nth} ${link.slug}`),
      })
    }
    const behind = await recipientOfDevice(app.ctx, of, visitor(1, '81.2.70.0/24'))
    expect(ids).toContain(behind)
    const stranger = makePerson(app)
    const [path = ''] = await press(stranger, link.slug)
    await untilDone(link, path, stranger)
    expect((await devicesOf(link)).map(({ device }) => device)).toEqual([{ name: null, isRest: true }])
  })

  test('recognises a visitor in the same browser', async () => {
    const link = await sendLink(app, files)
    const stranger = makePerson(app)
    for (let nth = 0; nth < 3; nth += 1) {
      await stranger.call('reportOpened', { body: { slug: link.slug }, headers: firefox })
      await press(stranger, link.slug, firefox)
    }
    const [device, ...others] = await devicesOf(link)
    expect([device?.device?.name, others]).toEqual(['Firefox on Linux', []])
    const opened = (await eventsOf(link.id, 'human').execute()).filter(({ kind }) => kind === 'opened')
    expect(opened.map(({ recipient_id }) => recipient_id)).toEqual([device?._id])
    expect(await findLinkDevice(app.ctx.db, 'none', 'none')).toBeNull()
  })
})

describe('the owner', () => {
  test('is marked and counted nowhere, signed in or in a browser where they are', async () => {
    const link = await sendLink(app, files)
    const { owner } = link
    // A tab without the access token, in the browser that signed in.
    const tab = makePerson(app)
    await tab.call('requestSenderCode', { body: { email: tab.address } })
    const { id: deviceId } = await app.ctx.db
      .selectFrom('devices')
      .select('id')
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    await app.ctx.db
      .updateTable('sessions')
      .set({ device_id: deviceId })
      .where('account_id', '=', owner.accountId)
      .execute()
    for (const person of [owner, tab]) {
      await person.call('reportOpened', { body: { slug: link.slug }, headers: firefox })
      for (const path of await press(person, link.slug, firefox)) await fetchAll(person, path)
    }
    await settled(app, link.id)
    await app.runJobs()
    const record = await recordOf(link)
    expect([record.total_downloads, record.deviceCount, record.isUnseen, record.isDelivered]).toEqual([
      0,
      0,
      true,
      false,
    ])
    expect(
      record.recipients.map(({ openedAt, finishedAt, city, downloads }) => [openedAt, finishedAt, city, downloads]),
    ).toEqual([[null, null, null, 0]])
    expect((await eventsOf(link.id, 'human').execute()).map(({ kind }) => kind)).toEqual(['sent', 'checked'])
    const kinds = (await eventsOf(link.id, 'owner').execute()).map(({ kind }) => kind)
    expect(new Set(kinds)).toEqual(new Set(['opened', 'begun', 'delivered']))
    const feed = await owner.call('listNotifications', { body: {} })
    expect(feed.body.notifications).toEqual([])
    // Signed out, the same browser is anybody's.
    await app.ctx.db
      .updateTable('sessions')
      .set({ device_id: null })
      .where('account_id', '=', owner.accountId)
      .execute()
    await tab.call('reportOpened', { body: { slug: link.slug }, headers: firefox })
    expect((await recordOf(link)).deviceCount).toBe(1)
  })

  test('of a transfer without an account is the browser that sent it', async () => {
    const recipient = await sendTo(app, files)
    await app.passTime(10_000)
    await recipient.sender.call('reportOpened', { body: recipient.link, headers: firefox })
    expect((await recipient.events()).map(({ kind, actor_kind }) => [kind, actor_kind])).toEqual([['opened', 'owner']])
    await recipient.browser.call('reportOpened', { body: recipient.link, headers: firefox })
    expect((await recipient.events()).map(({ actor_kind }) => actor_kind)).toEqual(['owner', 'human'])
  })

  test('who sends to their own address is its recipient there', async () => {
    const { owner } = await sendLink(app, files)
    await app.ctx.db
      .insertInto('account_addresses')
      .values({ address: owner.address, account_id: owner.accountId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const sent = await owner.send({ files, emailTo: [owner.address] })
    const [, , slug = '', user = ''] = (sent.links[owner.address] ?? '').split('/')
    await app.passTime(10_000)
    await owner.call('reportOpened', { body: { slug, user }, headers: firefox })
    expect((await eventsOf(sent.id, 'human').execute()).map(({ kind }) => kind)).toContain('opened')
  })

  test('uses the download quota where downloads are limited', async () => {
    const link = await sendLink(app, files.slice(1))
    await link.owner.call('editTransfer', { params: { transfer: link.id }, body: { downloadLimit: 1 } })
    const [path = ''] = await press(link.owner, link.slug)
    await fetchAll(link.owner, path)
    await settled(app, link.id)
    const next = await makePerson(app).call('grantDownload', { body: { slug: link.slug }, headers: firefox })
    expect(next.body.code).toBe('download-limit-reached')
    expect((await recordOf(link)).total_downloads).toBe(0)
  })
})
