import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { fetchWhole, insertAccount, open } from '#test/transfers/alerted'
import { insertTransfer, type Tracked } from '#test/transfers/tracked-transfer'
import { recordEvents } from '../../tracking/ledger/index.ts'
import { checkDeliveries } from './check-deliveries.ts'

/** Finds edits of the data beside the ledgers. */
let app: TestApp
let sent: Tracked
let [asha, lin, some, file, other] = ['', '', '', '', '']
beforeAll(async () => {
  app = await makeTestApp()
  const { id } = await insertAccount(app.ctx, { alerts: 'none' })
  const files = [
    { path: 'a.dwg', bytes: 1_000 },
    { path: 'b.dwg', bytes: 2_000 },
  ]
  const recipients = ['asha', 'lin', 'some'].map((name) => ({ address: `${name}@rao-forge.example` }))
  sent = await insertTransfer(app.ctx, { accountId: id, files, recipients })
  ;[asha = '', lin = '', some = ''] = sent.recipientIds
  ;[file = '', other = ''] = sent.fileIds
  for (const recipientId of [asha, lin]) await open(app.ctx, sent, recipientId)
  await fetchWhole(app.ctx, sent, asha, { fileId: file, bytes: 1_000 })
  await fetchWhole(app.ctx, sent, asha, { fileId: other, bytes: 2_000 })
  await fetchWhole(app.ctx, sent, lin, { fileId: file, bytes: 400 }, 1_000)
  // An archive, as one entry: its rows have exactly the same time.
  const context = { transferId: sent.transferId, recipientId: some, ip: '', userAgent: undefined }
  const judged = { actorKind: 'human', reason: null } as const
  await recordEvents(app.ctx.db, app.ctx, { ...context, judged }, [{ kind: 'finished', files: sent.fileIds }])
  await sql`
    insert into deliveries (recipient_id, file_id, bytes, finished_at)
    select ${some}, f.id, f.bytes, e.at from files f, events e
    where f.id = any(${[...sent.fileIds]}::text[]) and e.recipient_id = ${some} and e.kind = 'finished'`.execute(
    app.ctx.db,
  )
  await sql`
    update recipients set finished_at = (select max(finished_at) from deliveries where recipient_id = ${some})
    where id = ${some}`.execute(app.ctx.db)
  await app.passTime(11 * 60_000)
})
afterAll(() => app?.close())

test('accepts what really happened: single files, a part, and an archive with one entry', async () => {
  expect(await checkDeliveries(app.ctx)).toEqual([])
})

test.each<[string, () => RawBuilder<unknown>, () => Array<[string, string | null, string]>]>([
  [
    'a time of finishing is forged',
    () =>
      sql`update deliveries set finished_at = finished_at - interval '1 hour' where recipient_id = ${asha} and file_id = ${file}`,
    () => [[asha, file, 'finished at another time than recorded']],
  ],
  [
    'a time of finishing is forged of one file of an archive',
    () =>
      sql`update deliveries set finished_at = finished_at + interval '6 seconds' where recipient_id = ${some} and file_id = ${other}`,
    () => [[some, other, 'finished at another time than recorded']],
  ],
  [
    'a finish is made up',
    () => sql`update deliveries set finished_at = now() where recipient_id = ${lin}`,
    () => [[lin, file, 'finished without an entry']],
  ],
  [
    'a finish is wiped',
    () => sql`update deliveries set finished_at = null where recipient_id = ${asha} and file_id = ${file}`,
    () => [[asha, file, 'finish wiped']],
  ],
  [
    'an opening is forged',
    () => sql`update recipients set opened_at = opened_at - interval '1 day' where id = ${asha}`,
    () => [[asha, null, 'opened at another time than recorded']],
  ],
  [
    'an opening is made up',
    () => sql`update recipients set opened_at = now() where id = ${some}`,
    () => [[some, null, 'opened without an entry']],
  ],
  [
    'an opening is wiped',
    () => sql`update recipients set opened_at = null where id = ${lin}`,
    () => [[lin, null, 'opening wiped']],
  ],
  [
    'that somebody has everything is forged',
    () => sql`update recipients set finished_at = finished_at - interval '1 hour' where id = ${asha}`,
    () => [[asha, null, 'finished at another time than recorded']],
  ],
  [
    'that somebody has everything is made up',
    () => sql`update recipients set finished_at = now() where id = ${lin}`,
    () => [[lin, null, 'finished at another time than recorded']],
  ],
  [
    'that somebody has everything is wiped',
    () => sql`update recipients set finished_at = null where id = ${asha}`,
    () => [[asha, null, 'finish wiped']],
  ],
  [
    'bytes are raised',
    () => sql`update deliveries set bytes = 401 where recipient_id = ${lin}`,
    () => [[lin, file, '401 bytes, of which 400 are recorded']],
  ],
  [
    'bytes are more than the file has',
    () => sql`update deliveries set bytes = 1001 where recipient_id = ${asha} and file_id = ${file}`,
    () => [[asha, file, '1001 bytes, of which 1000 are recorded']],
  ],
  [
    'a delivery is made up',
    () => sql`insert into deliveries (recipient_id, file_id) values (${lin}, ${other})`,
    () => [[lin, other, 'delivery without an entry']],
  ],
  [
    'a delivery is taken away',
    () => sql`delete from deliveries where recipient_id = ${some} and file_id = ${file}`,
    () => [[some, file, 'delivery taken away']],
  ],
])('detects when %s', async (_what, forgery, expected) => {
  await app.ctx.db
    .transaction()
    .execute(async (tx) => {
      await forgery().execute(tx)
      const found = await checkDeliveries({ db: tx })
      expect(found).toEqual(
        expected().map(([id, fileId, what]) => ({
          kind: 'delivery-off',
          id,
          facts: fileId === null ? { what } : { file: fileId, what },
        })),
      )
      throw new Error('put back')
    })
    .catch((error) => {
      if (error.message !== 'put back') throw error
    })
})
