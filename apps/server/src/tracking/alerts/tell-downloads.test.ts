import type { AlertMode } from '@waybill/contract/tracking/alerts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rounds } from '#test/app/rounds'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { fetchWhole, insertAccount, open, peopleOf } from '#test/transfers/alerted'
import { insertTransfer, type Tracked } from '#test/transfers/tracked-transfer'
import { recordEvents } from '../ledger/index.ts'
import { startDigests } from './tell-digest.ts'
import { tellDownloads } from './tell-downloads.ts'

const MINUTE = 60_000
const RECIPIENTS = rounds(40, 200)
const files = [
  { path: 'a.dwg', bytes: 1_000 },
  { path: 'b.dwg', bytes: 2_000 },
]

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app.close())

const send = (count = 1) => insertTransfer(app.ctx, { alerts: 'every', files, recipients: peopleOf(count) })
const take = (sent: Tracked, nth: number, who = 0) =>
  fetchWhole(app.ctx, sent, sent.recipientIds[who] ?? '', {
    fileId: sent.fileIds[nth] ?? '',
    bytes: files[nth]?.bytes ?? 0,
  })
const takeZip = (sent: Tracked, who = 0) =>
  fetchWhole(
    app.ctx,
    sent,
    sent.recipientIds[who] ?? '',
    files.map(({ bytes }, nth) => ({ fileId: sent.fileIds[nth] ?? '', bytes })),
  )
const listedOf = async ({ slug }: Tracked) =>
  (await app.mails('ada@lovelace.example')).filter(({ subject }) => subject.endsWith(`of No. ${slug}`))
const textsOf = async (sent: Tracked) => (await listedOf(sent)).map(({ text }) => text.split('\n\n-- \n')[0] ?? '')

test('reports every finished download, repeats included, in at most one mail per ten minutes', async () => {
  const sent = await send()
  await take(sent, 0)
  await app.passTime(1.1 * MINUTE)
  const [first, ...none] = await textsOf(sent)
  expect(none).toEqual([])
  expect(first).toContain('1 new download\n\na.dwg  1 kB\n  person-0@rao-forge.example\n')

  await take(sent, 1)
  await take(sent, 0)
  await app.passTime(5 * MINUTE)
  expect(await textsOf(sent)).toHaveLength(1)
  await take(sent, 0)
  await takeZip(sent)
  await app.passTime(5.1 * MINUTE)
  const [second, ...before] = await textsOf(sent)
  expect(before).toEqual([first])
  expect(second?.match(/^\S.* k?B$/gm)).toEqual([
    'b.dwg  2 kB',
    'a.dwg  1 kB',
    'a.dwg  1 kB',
    '2 files in one zip  3 kB',
  ])
  expect(second?.match(/, again$/gm)).toHaveLength(3)

  await app.passTime(30 * MINUTE)
  await Promise.all([tellDownloads(app.ctx, sent), tellDownloads(app.ctx, sent)])
  expect(await listedOf(sent)).toHaveLength(2)
})

test('reports a zip that completes everything for the first time once, and nothing of it again', async () => {
  const sent = await send()
  await takeZip(sent)
  await app.passTime(1.1 * MINUTE)
  const [text] = await textsOf(sent)
  expect(text?.match(/^\S.* k?B$/gm)).toEqual(['2 files in one zip  3 kB'])
  expect(text).not.toContain('again')
})

test('reports an archive with one entry as one download with the bytes of its files', async () => {
  const sent = await send()
  const { transferId, fileIds } = sent
  const context = { transferId, recipientId: sent.recipientIds[0] ?? '', ip: '1.1.1.1', userAgent: undefined }
  const judged = { actorKind: 'human', reason: null } as const
  await recordEvents(app.ctx.db, app.ctx, { ...context, judged }, [
    { kind: 'finished', files: fileIds, evidence: 'handed-over' },
  ])
  await tellDownloads(app.ctx, sent)
  await app.runJobs()
  const [text] = await textsOf(sent)
  expect(text?.match(/^\S.* k?B$/gm)).toEqual(['2 files in one zip  3 kB'])
  expect(text).not.toContain('again')
  expect(text).toContain('  Handed to your proxy.')
})

test('does not count a part of a file as a download', async () => {
  const sent = await send()
  await take(sent, 0)
  await app.passTime(1.1 * MINUTE)
  const part = { fileId: sent.fileIds[0] ?? '', bytes: 999 }
  await fetchWhole(app.ctx, sent, sent.recipientIds[0] ?? '', part, 1_000)
  await fetchWhole(app.ctx, sent, sent.recipientIds[0] ?? '', [part], 1_200)
  await app.passTime(11 * MINUTE)
  expect(await listedOf(sent)).toHaveLength(1)
})

test('does not report what happened before this mode was chosen', async () => {
  const sent = await insertTransfer(app.ctx, { alerts: 'finished', files })
  await take(sent, 0)
  await app.passTime(MINUTE)
  await sql`update transfers set alert_mode = 'every', alerts_since = now() where id = ${sent.transferId}`.execute(
    app.ctx.db,
  )
  await take(sent, 1)
  await app.passTime(1.1 * MINUTE)
  expect((await textsOf(sent))[0]).toContain('1 new download\n\nb.dwg')
})

test('reports a download of the millisecond in which this mode was chosen', async () => {
  const sent = await insertTransfer(app.ctx, { alerts: 'finished', files })
  await take(sent, 0)
  await sql`update transfers set alert_mode = 'every',
      alerts_since = (select max(at) from events where transfer_id = transfers.id) + interval '999 microseconds'
    where id = ${sent.transferId}`.execute(app.ctx.db)
  await tellDownloads(app.ctx, sent)
  expect((await textsOf(sent))[0]).toContain('1 new download\n\na.dwg')
})

test('names everybody who made one of many downloads', async () => {
  const many = Array.from({ length: 15 }, (_, nth) => ({ path: `${nth}.dwg`, bytes: 1_000 }))
  const sent = await insertTransfer(app.ctx, { alerts: 'every', files: many, recipients: peopleOf(5) })
  for (const recipientId of sent.recipientIds) {
    for (const fileId of sent.fileIds) await fetchWhole(app.ctx, sent, recipientId, { fileId, bytes: 1_000 })
  }
  await app.passTime(1.1 * MINUTE)
  const [mail, ...none] = await textsOf(sent)
  expect(none).toEqual([])
  expect(mail).toContain('75 new downloads')
  for (const { address } of peopleOf(5))
    expect(mail).toContain(`${address}  15 kB\n  downloaded 15 files\n  Received by their device.\n`)
  expect(mail).not.toContain('more')
})

describe(`${RECIPIENTS} recipients who open and finish within one minute`, () => {
  const count = RECIPIENTS
  const single = { ' downloaded 2 files': count }
  test.each<[AlertMode, Record<string, number>]>([
    ['finished', single],
    ['opened', { ...single, ' opened your transfer': 1 }],
    ['every', { ...single, ' downloads of No.': 1 }],
    ['digest', { 'activity on': 1 }],
    ['none', {}],
  ])(
    '%s: never sends more mails than promised',
    async (alerts, promised) => {
      const account = await insertAccount(app.ctx, { alerts })
      const sent = await insertTransfer(app.ctx, { accountId: account.id, files, recipients: peopleOf(count) })
      await sql`update transfers set sender_address = ${account.email} where id = ${sent.transferId}`.execute(
        app.ctx.db,
      )
      for (let from = 0; from < count; from += 8) {
        await Promise.all(
          sent.recipientIds.slice(from, from + 8).map(async (recipientId, nth) => {
            await open(app.ctx, sent, recipientId)
            await takeZip(sent, from + nth)
          }),
        )
      }
      await app.runJobs()
      await app.passTime(25 * 60 * MINUTE)
      await app.runJobs()
      await startDigests(app.ctx)
      const subjects = (await app.mails(account.email)).map(({ subject }) => subject)
      const counted = Object.keys(promised).map((words) => subjects.filter((one) => one.includes(words)).length)
      expect(counted).toEqual(Object.values(promised))
      expect(subjects).toHaveLength(Object.values(promised).reduce((sum, count) => sum + count, 0))
    },
    120_000,
  )
})
