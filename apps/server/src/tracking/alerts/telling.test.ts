import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { until } from '#test/app/until'
import { makeAccount } from '#test/people/account-person'
import { makePerson, type Person, type SendOptions } from '#test/people/people'

const BENGALURU = '49.207.0.1'
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app.close())

const files = [
  { path: '报价 “Q3” №7.pdf', content: Buffer.alloc(40_000, 1) },
  { path: 'gearbox.dwg', content: Buffer.alloc(2_000_000, 2) },
]

/** A proven sender's transfer, and a function that gives each recipient a grant for it. */
async function send(emailTo: string[], options: Partial<SendOptions> = {}) {
  const sender = makePerson(app)
  await sender.prove()
  const sent = await sender.send({ files, emailTo, ...options })
  const grantOf = async (address: string, reader: Person) => {
    const user = (sent.links[address] ?? '').split('/').at(-1)
    const granted = await reader.call('grantDownload', { body: { slug: sent.slug, user, files: 'all' } })
    const { grant } = granted.body
    const described = await reader.call('describeDownload', { body: { grant } })
    const zip = await reader.call('planZip', { body: { grant, files: 'all' } })
    return { links: described.body.links as Array<{ url: string }>, zip: zip.body as { url: string } }
  }
  return { sender, sent, grantOf }
}

const download = (reader: Person, url: string, more: Record<string, string> = {}) =>
  reader.fetch(url, { headers: { 'user-agent': chrome, 'x-forwarded-for': BENGALURU, ...more } })

/** The sender's mails about deliveries, once `count` of them exist. */
async function toldTo(sender: Person, count: number) {
  for (let tries = 0; tries < 400; tries += 1) {
    const mails = (await app.mails(sender.address)).filter(({ subject }) => !subject.includes('code'))
    if (mails.length >= count) return mails
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('The sender was not told')
}

test('mails recipients one by one, each with a personal link and replies to the sender', async () => {
  const people = ['asha@rao.example', 'bo@li.example', 'cy@ng.example']
  const { sender, sent } = await send(people, { message: 'Final housing' })
  expect(new Set(Object.values(sent.links)).size).toBe(3)
  for (const address of people) {
    const mails = (await app.mails(address)).filter(({ text }) => text.includes(sent.slug))
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text.startsWith(`${sender.address} sent you 2 files\n${sender.address}, address verified\n`)).toBe(
      true,
    )
    expect(mails[0]?.text).toContain('> Final housing')
    expect(mails[0]?.text).toContain('报价 “Q3” №7.pdf  40 kB')
    expect(mails[0]?.text).toMatch(/Expires \d{1,2} [A-Z][a-z]{2} \d{4}/)
    for (const other of people.filter((one) => one !== address)) expect(JSON.stringify(mails)).not.toContain(other)
  }
})

test('reports a recipient of the zip once, with names, both clocks and the place', async () => {
  const { sender, grantOf, sent } = await send(['asha@rao.example', 'bo@li.example'])
  const reader = makePerson(app)
  const { zip, links } = await grantOf('asha@rao.example', reader)
  await (await download(reader, zip.url)).bytes()
  const [mail] = await toldTo(sender, 1)
  const place = app.ctx.geo.locate(BENGALURU)
  expect(place?.country).toBe('IN')
  expect(mail?.subject).toBe(`asha@rao.example downloaded 2 files · No. ${sent.slug}`)
  expect(mail?.text).toContain(`Downloaded in ${place?.city}, India`)
  expect(mail?.text).toContain('gearbox.dwg  2 MB')
  expect(mail?.text).toContain('报价 “Q3” №7.pdf  40 kB')
  expect(mail?.text.match(/UTC\+5:30 their time/g)).toHaveLength(2)

  for (const { url } of links) await (await download(reader, url)).bytes()
  await (await download(reader, zip.url)).bytes()
  await app.passTime(2 * 3_600_000)
  expect(await toldTo(sender, 1)).toHaveLength(1)
})

/** The arrival of an answer over a connection that stays open is known some seconds later. */
async function everythingSettled(): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const delivered = await app.ctx.db.selectFrom('deliveries').select('bytes').where('bytes', '=', 1_000_000).execute()
    const running = await app.ctx.db.selectFrom('sendings').select('id').where('ended_at', 'is', null).execute()
    if (delivered.length > 0 && running.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('The delivery did not settle')
}

test('reports a recipient who stops before the end once, an hour later, and again when everything has arrived', async () => {
  const { sender, grantOf, sent } = await send(['asha@rao.example'])
  const reader = makePerson(app)
  const { links } = await grantOf('asha@rao.example', reader)
  await (await download(reader, links[1]?.url ?? '', { range: 'bytes=0-999999' })).bytes()
  await everythingSettled()
  await app.runJobs()
  await app.passTime(50 * 60_000)
  expect((await app.mails(sender.address)).filter(({ subject }) => subject.includes('has not finished'))).toEqual([])
  await app.passTime(11 * 60_000)
  const [stopped, ...others] = await toldTo(sender, 1)
  expect(others).toEqual([])
  expect(stopped?.subject).toBe(`asha@rao.example has not finished downloading · No. ${sent.slug}`)
  expect(stopped?.text).toContain('asha@rao.example has 0 of 2 files')
  expect(stopped?.text).toContain('gearbox.dwg  1 MB of 2 MB')

  await (await download(reader, links[1]?.url ?? '', { range: 'bytes=1000000-' })).bytes()
  await (await download(reader, links[0]?.url ?? '')).bytes()
  const subjects = (await toldTo(sender, 2)).map(({ subject }) => subject)
  expect(subjects).toEqual([
    `asha@rao.example downloaded 2 files · No. ${sent.slug}`,
    `asha@rao.example has not finished downloading · No. ${sent.slug}`,
  ])
  await app.passTime(3 * 3_600_000)
  expect(await toldTo(sender, 2)).toHaveLength(2)
})

test("reports a browser's downloads, and the zip it downloaded again, to an account that wants every download", async () => {
  const sender = await makeAccount(app, { role: 'pro' })
  await sender.call('updateProfile', { body: { transferSettings: { alerts: 'every' } } })
  const sent = await sender.send({ files, emailTo: ['asha@rao.example'] })
  const reader = makePerson(app)
  const user = (sent.links['asha@rao.example'] ?? '').split('/').at(-1)
  const granted = await reader.call('grantDownload', { body: { slug: sent.slug, user, files: 'all' } })
  const { grant } = granted.body
  const zip = await reader.call('planZip', { body: { grant, files: 'all' } })
  const listed = async () => (await app.mails(sender.address)).filter(({ subject }) => subject.includes('of No.'))
  for (const expected of [1, 2]) {
    await (await download(reader, zip.body.url, { connection: 'close' })).bytes()
    await zipsDelivered(sent.id, expected)
  }
  await app.passTime(61_000)
  const [mail, ...others] = await listed()
  expect(others).toEqual([])
  expect(mail?.subject).toBe(`2 downloads of No. ${sent.slug}`)
  expect(mail?.text).toMatch(/2 files in one zip {2}2 MB\n {2}asha@rao\.example\n/)
  expect(mail?.text).toMatch(/2 files in one zip {2}2 MB\n {2}asha@rao\.example, again\n/)

  const link = /\/mute\/[\w-]{42}/.exec(mail?.text ?? '')?.[0] ?? ''
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  await reader.fetch(link, { method: 'POST', body: 'List-Unsubscribe=One-Click', headers: form })
  const { body } = await sender.call('editTransfer', { params: { transfer: sent.id }, body: {} })
  expect(body.transfer.alerts).toBe('none')
  await (await download(reader, zip.body.url, { connection: 'close' })).bytes()
  await zipsDelivered(sent.id, 3)
  await app.passTime(3_600_000)
  expect(await listed()).toHaveLength(1)
})

async function zipsDelivered(transferId: string, count: number): Promise<void> {
  await until(async () => {
    const rows = await app.ctx.db
      .selectFrom('events')
      .select('place')
      .where('transfer_id', '=', transferId)
      .where('kind', '=', 'delivered')
      .execute()
    return rows.length >= count
  })
}
