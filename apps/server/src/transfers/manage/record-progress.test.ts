import type { RecipientState } from '@waybill/contract/transfers/list-endpoints'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { noise, Recipient } from '#test/people/recipient'
import { type Delivered, download, replaceFile, sendFor } from '#test/transfers/receipts'
import { newId } from '../../platform/ids.ts'

const drawings = { path: 'plans/drawings.zip', content: noise(4_000_000, 1) }
const quote = { path: 'quote.pdf', content: noise(20_000, 2) }

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app.close())

/** The sender's view of the single recipient. */
async function seenOf({ owner, sent }: Delivered): Promise<RecipientState> {
  const { allDocs } = await (await owner.fetch(`/getQs?slug=${sent.slug}`)).json()
  return allDocs[0].recipients[0]
}

test("shows an unfinished download's file, how much was sent, and since when it has stalled", async () => {
  const delivered = await sendFor(app, [drawings, quote])
  const { owner, sent, address } = delivered
  expect(await seenOf(delivered)).toMatchObject({ filesFinished: 0, current: null, stalledAt: null })
  const reader = new Recipient(app, owner, { id: sent.id, upload: '', path: sent.links[address] ?? '' })
  const { links } = await reader.grant()
  await reader.take(links[1]?.url ?? '')
  await reader.untilFinished(1)
  await reader.take(links[0]?.url ?? '', { range: 'bytes=0-2479999' })
  await reader.until((rows) => rows.some(({ finished_at, bytes }) => finished_at === null && bytes > 0))
  const half = await seenOf(delivered)
  expect(half).toMatchObject({ filesFinished: 1, downloads: 1, stalledAt: null, finishedAt: null })
  expect(half.current).toEqual({ fileName: drawings.path, bytes: 4_000_000, deliveredBytes: 2_480_000 })
  expect(half.deliveredBytes).toBe(2_500_000)

  await app.passTime(660_000)
  await app.runJobs()
  expect((await seenOf(delivered)).stalledAt).not.toBeNull()
  await reader.take(links[0]?.url ?? '', { range: 'bytes=2480000-' })
  await reader.untilFinished(2)
  const whole = await seenOf(delivered)
  expect(whole).toMatchObject({ filesFinished: 2, current: null, stalledAt: null, deliveredBytes: 4_020_000 })
  expect(whole.finishedAt).not.toBeNull()
})

test('shows whether the newest mail with the link arrived, not the first and no reminder', async () => {
  const delivered = await sendFor(app, [quote])
  const write = (template: string, cameBack: boolean) =>
    sql`insert into mails (id, message_id, template, recipient_id, accepted_at, bounced_at)
      select ${newId()}, ${newId()}, ${template}, id, now(), case when ${cameBack} then now() end
      from recipients where transfer_id = ${delivered.sent.id}`.execute(app.ctx.db)
  expect((await seenOf(delivered)).mail).toBe('accepted')
  await write('files-arrived-again', true)
  expect((await seenOf(delivered)).mail).toBe('refused')
  await write('files-waiting', false)
  expect((await seenOf(delivered)).mail).toBe('refused')
  await write('files-arrived-again', false)
  expect((await seenOf(delivered)).mail).toBe('accepted')
})

test('ignores deliveries of a file that was replaced since', async () => {
  const delivered = await sendFor(app, [quote])
  await download(app, delivered)
  expect(await seenOf(delivered)).toMatchObject({ filesFinished: 1, deliveredBytes: 20_000, downloads: 1 })
  const next = { path: 'quote.pdf', content: noise(20_000, 3) }
  await replaceFile(app, delivered, delivered.fileIds[0] ?? '', next)
  const seen = await seenOf(delivered)
  expect(seen).toMatchObject({ filesFinished: 0, deliveredBytes: 0, downloads: 1, finishedAt: null, current: null })
})

test('counts an empty file among delivered ones, and a withdrawn one not', async () => {
  const delivered = await sendFor(app, [drawings, quote, { path: 'empty.txt', content: Buffer.alloc(0) }])
  const { recipientId, fileIds } = delivered
  const [, whole, empty] = fileIds
  await sql`insert into deliveries (recipient_id, file_id, finished_at)
    select ${recipientId}, unnest(${[whole, empty]}::text[]), now()`.execute(app.ctx.db)
  expect(await seenOf(delivered)).toMatchObject({ filesFinished: 2 })
  await sql`update files set withdrawn_at = now(), withdrawn_because = 'deleted' where id = ${whole}`.execute(
    app.ctx.db,
  )
  expect(await seenOf(delivered)).toMatchObject({ filesFinished: 1 })
})

test('counts a transfer as delivered once all recipients have everything, not before', async () => {
  const { owner, sent } = await sendFor(app, [quote], ['lin@rao-forge.example', 'gone@rao-forge.example'])
  const isDelivered = async () => (await (await owner.fetch('/getQs')).json()).allDocs[0].isDelivered
  const change = (what: string, who: string) =>
    sql`update recipients set ${sql.ref(what)} = now() where transfer_id = ${sent.id} and address like ${who}`.execute(
      app.ctx.db,
    )
  expect(await isDelivered()).toBe(false)
  await change('finished_at', 'asha%')
  await change('removed_at', 'gone%')
  expect(await isDelivered()).toBe(false)
  await change('finished_at', 'lin%')
  expect(await isDelivered()).toBe(true)
})
