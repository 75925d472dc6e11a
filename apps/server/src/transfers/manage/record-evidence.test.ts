import type { TransferRecord } from '@waybill/contract/transfers/list-endpoints'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { until } from '#test/app/until'
import { fetchAll, press, recordOf, sendLink } from '#test/people/open-links'
import { makePerson } from '#test/people/people'
import { noise, Recipient } from '#test/people/recipient'
import { type Delivered, sendFor } from '#test/transfers/receipts'

const BYTES = 90_000
const drawings = { path: 'drawings.zip', content: noise(BYTES, 1) }
const quote = { path: 'quote.pdf', content: noise(20_000, 2) }
const empty = { path: 'empty.txt', content: Buffer.alloc(0) }

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp({ env: { TRUSTED_PROXIES: '' } })
})
afterAll(() => app?.close())

async function record({ owner, sent }: Delivered): Promise<TransferRecord> {
  const { allDocs } = await (await owner.fetch(`/getQs?slug=${sent.slug}`)).json()
  return allDocs[0]
}

/** What the sender sees about one recipient. */
const theirs = async (delivered: Delivered, address = delivered.address) =>
  (await record(delivered)).recipients.find(({ email }) => email === address)

async function reader(delivered: Delivered, address = delivered.address) {
  const { owner, sent } = delivered
  const person = new Recipient(app, owner, { id: sent.id, upload: '', path: sent.links[address] ?? '' })
  const { links } = await person.grant()
  return { person, urls: links.map(({ url }) => url) }
}

const hasAll = (delivered: Delivered) => until(async () => (await theirs(delivered))?.finishedAt !== null)
const proxied = { via: '1.1 proxy.example' }
const nothing = { evidence: null, doubt: null, openDoubt: null }

test('labels what a device itself received, for the recipient and for each file', async () => {
  const delivered = await sendFor(app, [drawings, empty])
  expect((await theirs(delivered))?.known).toEqual(nothing)
  const { person, urls } = await reader(delivered)
  for (const url of urls) await person.take(url)
  await hasAll(delivered)
  const { recipients, files } = await record(delivered)
  expect(recipients[0]).toMatchObject({ filesArrived: 2, known: { ...nothing, evidence: 'received' } })
  const one = { ...nothing, evidence: 'received', recipients: 1 }
  expect(files.map(({ delivered: known }) => known)).toEqual([one, one])
})

test('uses the weakest evidence for the whole: one of several files was handed to a proxy', async () => {
  const delivered = await sendFor(app, [drawings, quote])
  const { person, urls } = await reader(delivered)
  await person.take(urls[0] ?? '')
  await person.take(urls[1] ?? '', proxied)
  await hasAll(delivered)
  const { recipients, files } = await record(delivered)
  expect(recipients[0]?.known).toEqual({ ...nothing, evidence: 'handed-over' })
  expect(files.map(({ delivered: { evidence } }) => evidence)).toEqual(['received', 'handed-over'])
})

const listed = async ({ owner }: Delivered) => (await (await owner.fetch('/getQs')).json()).allDocs[0]

test('distinguishes a delivery from a handover to a proxy in the list', async () => {
  const delivered = await sendFor(app, [quote], ['lin@rao-forge.example'])
  const [asha, lin] = [await reader(delivered), await reader(delivered, 'lin@rao-forge.example')]
  await lin.person.take(lin.urls[0] ?? '', proxied)
  await until(async () => (await theirs(delivered, 'lin@rao-forge.example'))?.finishedAt !== null)
  expect(await listed(delivered)).toMatchObject({ isDelivered: false, isHandedOver: false })
  await asha.person.take(asha.urls[0] ?? '')
  await hasAll(delivered)
  expect(await listed(delivered)).toMatchObject({ isDelivered: true, isHandedOver: true })
})

test('counts an open link as delivered by one device that received all of it, whatever others were handed', async () => {
  const link = await sendLink(app, [quote])
  const come = async (headers: Record<string, string>) => {
    const stranger = makePerson(app)
    const [path = ''] = await press(stranger, link.slug)
    await fetchAll(stranger, path, headers)
  }
  await come(proxied)
  await until(async () => (await recordOf(link)).isDelivered)
  expect(await recordOf(link)).toMatchObject({ devicesFinished: 1, isHandedOver: true })
  await come({})
  await until(async () => (await recordOf(link)).devicesFinished === 2)
  const { isDelivered, isHandedOver, files, recipients } = await recordOf(link)
  expect([isDelivered, isHandedOver, files[0]?.delivered.recipients]).toEqual([true, false, 2])
  const kinds = recipients.map(({ device, known }) => [device !== null, known.evidence])
  expect(kinds).toEqual([
    [false, null],
    [true, 'received'],
    [true, 'handed-over'],
  ])
})

test('shows proxy reports, and entries without evidence, as in the ledger', async () => {
  const delivered = await sendFor(app, [quote])
  const { person, urls } = await reader(delivered)
  await person.take(urls[0] ?? '', proxied)
  await hasAll(delivered)
  const enter = (evidence: string | null) =>
    sql`update events set evidence = ${evidence} where transfer_id = ${delivered.sent.id} and kind = 'finished'`.execute(
      app.ctx.db,
    )
  await enter('sent-by-proxy')
  expect((await theirs(delivered))?.known.evidence).toBe('sent-by-proxy')
  await enter(null)
  expect(await theirs(delivered)).toMatchObject({ filesFinished: 1, known: nothing })
})

test('puts the end of a file in doubt after its connection broke off, and says so a minute later', async () => {
  const delivered = await sendFor(app, [drawings])
  const { person, urls } = await reader(delivered)
  await person.take(urls[0] ?? '', { range: 'bytes=0-59999' })
  await person.until(([row]) => row?.bytes === 60_000)
  await app.passTime(20_000)
  const rest = await person.open(urls[0] ?? '', { range: 'bytes=60000-' })
  await until(async () => (await theirs(delivered))?.filesArrived === 1)
  // While the connection is open, nobody knows what will be in doubt.
  expect(await theirs(delivered)).toMatchObject({ filesFinished: 0, known: nothing })
  rest.socket.resetAndDestroy()
  await person.until(([row]) => row?.bytes === BYTES)
  const doubt = { bytes: 30_000, files: 1, isEnd: true }
  const almost = await record(delivered)
  expect(almost.recipients[0]).toMatchObject({ finishedAt: null, filesFinished: 0, filesArrived: 1 })
  expect(almost.recipients[0]?.known).toEqual({ ...nothing, openDoubt: doubt })
  expect(almost.files[0]?.delivered).toEqual({ ...nothing, openDoubt: doubt, recipients: 0 })
  await app.passTime(61_000)
  await hasAll(delivered)
  expect((await theirs(delivered))?.known).toEqual({ evidence: 'received', doubt, openDoubt: null })
})

test('does not call a doubt in the middle, or about all of a file, its end', async () => {
  const delivered = await sendFor(app, [drawings], ['lin@rao-forge.example'])
  const asha = await reader(delivered)
  const first = await asha.person.open(asha.urls[0] ?? '', { range: 'bytes=0-49999' })
  await until(async () => (await theirs(delivered))?.deliveredBytes === 50_000)
  first.socket.resetAndDestroy()
  await asha.person.until(([row]) => row?.bytes === 50_000)
  await app.passTime(20_000)
  await asha.person.take(asha.urls[0] ?? '', { range: 'bytes=50000-' })
  await until(async () => (await theirs(delivered))?.known.openDoubt !== null)
  expect((await theirs(delivered))?.known.openDoubt).toEqual({ bytes: 50_000, files: 1, isEnd: false })

  const lin = await reader(delivered, 'lin@rao-forge.example')
  const whole = await lin.person.open(lin.urls[0] ?? '')
  await until(async () => (await theirs(delivered, 'lin@rao-forge.example'))?.filesArrived === 1)
  whole.socket.resetAndDestroy()
  await until(async () => (await theirs(delivered, 'lin@rao-forge.example'))?.known.openDoubt !== null)
  expect((await theirs(delivered, 'lin@rao-forge.example'))?.known.openDoubt).toEqual({
    bytes: BYTES,
    files: 1,
    isEnd: false,
  })
  const { files } = await record(delivered)
  expect(files[0]?.delivered.openDoubt).toEqual({ bytes: 50_000 + BYTES, files: 2, isEnd: false })
})

test('does not count a removed recipient among those who have a file, but keeps what is known about them', async () => {
  const delivered = await sendFor(app, [quote], ['lin@rao-forge.example'])
  const { person, urls } = await reader(delivered)
  await person.take(urls[0] ?? '')
  await hasAll(delivered)
  await sql`update recipients set removed_at = now() where id = ${delivered.recipientId}`.execute(app.ctx.db)
  const { files, recipients } = await record(delivered)
  expect(files[0]?.delivered).toEqual({ ...nothing, recipients: 0 })
  expect(recipients.find(({ isRemoved }) => isRemoved)?.known.evidence).toBe('received')
})
