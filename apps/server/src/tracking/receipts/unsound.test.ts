/** Edits in the database get no signature. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { until } from '#test/app/until'
import { type Delivered, download, fetchPdf, fetchReceipt, sendFor } from '#test/transfers/receipts'

let app: TestApp
let asZip: Delivered
let untouched: Delivered
beforeAll(async () => {
  app = await makeTestApp()
  asZip = await sendFor(app)
  await download(app, asZip, { asZip: true })
  untouched = await sendFor(app)
})
afterAll(() => app?.close())

const run = (statement: string) => sql.raw(statement).execute(app.ctx.db)
const path = ({ sent, recipientId }: Delivered) => `/transfers/${sent.id}/receipts/${recipientId}`

/** The receipt after `change`, which is undone. */
async function tampered(of: Delivered, change: (of: Delivered) => string): Promise<{ status: number; code: string }> {
  const tables = ['events', 'ledgers', 'deliveries', 'recipients', 'files']
  for (const table of tables) await run(`create table kept_${table} as select * from ${table}`)
  try {
    await run(change(of))
    const answer = await of.owner.fetch(path(of))
    return { status: answer.status, code: (await answer.json()).code }
  } finally {
    await run(`delete from events; insert into events select * from kept_events`)
    await run(`delete from deliveries d where not exists (
      select from kept_deliveries k where k.recipient_id = d.recipient_id and k.file_id = d.file_id)`)
    for (const table of tables.slice(1)) {
      const columns = await columnsOf(table)
      const set = columns.map((name) => `${name} = k.${name}`).join(', ')
      const key = { ledgers: ['transfer_id'], deliveries: ['recipient_id', 'file_id'] }[table] ?? ['id']
      await run(`insert into ${table} select * from kept_${table} on conflict do nothing`)
      await run(
        `update ${table} t set ${set} from kept_${table} k where ${key.map((k) => `t.${k} = k.${k}`).join(' and ')}`,
      )
    }
    for (const table of tables) await run(`drop table kept_${table}`)
  }
}

async function columnsOf(table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'`.execute(app.ctx.db)
  return rows.map(({ name }) => name)
}

const file = ({ fileIds }: Delivered) => fileIds[0] ?? ''
const ofFile = (of: Delivered) => `recipient_id = '${of.recipientId}' and file_id = '${file(of)}'`
const lastOf = ({ sent }: Delivered) =>
  `transfer_id = '${sent.id}' and place = (select length from ledgers where transfer_id = '${sent.id}')`
const begun = (of: Delivered, bytes: number) =>
  `insert into deliveries (recipient_id, file_id, began_at, finished_at, bytes, ranges)
   values ('${of.recipientId}', '${file(of)}', now(), ${bytes > 0 ? 'now()' : 'null'}, ${bytes}, '{[0,${bytes})}')`

test('signs an untouched record', async () => {
  for (const of of [asZip, untouched]) expect((await fetchReceipt(of)).signed.key).toEqual(expect.any(String))
})

describe('refuses a record with', () => {
  test.each<[string, (of: Delivered) => string]>([
    [
      'an edited entry',
      ({ sent }) => `update events set city = 'Paris' where transfer_id = '${sent.id}' and place = 2`,
    ],
    ['another time of an entry', (of) => `update events set at = at - interval '1 day' where ${lastOf(of)}`],
    [
      'another list of files',
      (of) => `update events set files = files - 0 where files is not null and transfer_id = '${of.sent.id}'`,
    ],
    [
      'other evidence in an entry',
      (of) => `update events set evidence = 'received' where transfer_id = '${of.sent.id}'`,
    ],
    ['an entry deleted between', ({ sent }) => `delete from events where transfer_id = '${sent.id}' and place = 2`],
    ['the last entry deleted', (of) => `delete from events where ${lastOf(of)}`],
    ['the last entry deleted, and head and length set back', (of) => setBack(of)],
    [
      'another head',
      ({ sent }) => `update ledgers set head = decode(repeat('ab', 32), 'hex') where transfer_id = '${sent.id}'`,
    ],
    ['another length', ({ sent }) => `update ledgers set length = length + 1 where transfer_id = '${sent.id}'`],
    [
      'a finish forged',
      (of) => `update deliveries set finished_at = finished_at - interval '1 hour' where ${ofFile(of)}`,
    ],
    ['a finish wiped', (of) => `update deliveries set finished_at = null where ${ofFile(of)}`],
    ['a beginning forged', (of) => `update deliveries set began_at = began_at - interval '1 hour' where ${ofFile(of)}`],
    ['a delivery deleted', (of) => `delete from deliveries where ${ofFile(of)}`],
    ['fewer bytes delivered', (of) => `update deliveries set bytes = 1 where ${ofFile(of)}`],
    ['a doubt forged', (of) => `update deliveries set doubt_bytes = 5 where ${ofFile(of)}`],
    ['a proxy denied', (of) => `update deliveries set evidence = 'received' where ${ofFile(of)}`],
    ['an opening wiped', (of) => `update recipients set opened_at = null where id = '${of.recipientId}'`],
    ['another size of a file', (of) => `update files set bytes = bytes + 1 where id = '${file(of)}'`],
    ['another sum of a file', (of) => `update files set sha256 = sha256('other') where id = '${file(of)}'`],
    ['no sum of a file any more', (of) => `update files set sha256 = null where id = '${file(of)}'`],
    [
      'another sum of a file, and the entry made to fit',
      (of) => `update files set sha256 = sha256('other') where id = '${file(of)}';
        update events set files = jsonb_set(files, '{0,sha256}', to_jsonb(encode(sha256('other'), 'hex')))
        where transfer_id = '${of.sent.id}' and kind = 'checked'`,
    ],
    ['a sum of nothing that was read', (of) => `update files set checked_at = null where id = '${file(of)}'`],
  ])('%s', async (_what, change) => {
    expect(await tampered(asZip, change)).toEqual({ status: 409, code: 'receipt-not-sound' })
    expect((await fetchReceipt(asZip)).signed.key).toEqual(expect.any(String))
  })

  test.each<[string, (of: Delivered) => string]>([
    [
      'an opening that is in no entry',
      (of) => `update recipients set opened_at = now() where id = '${of.recipientId}'`,
    ],
    [
      'another sum of a file that nobody has fetched',
      (of) => `update files set sha256 = sha256('x') where id = '${file(of)}'`,
    ],
    ['another size of a file that nobody has fetched', (of) => `update files set bytes = 7 where id = '${file(of)}'`],
    ['a delivery that is in no entry', (of) => begun(of, 120_000)],
    ['a beginning that is in no entry', (of) => begun(of, 0)],
  ])('%s', async (_what, change) => {
    expect(await tampered(untouched, change)).toEqual({ status: 409, code: 'receipt-not-sound' })
  })
})

/** As somebody who knows how ledgers are stored would do it. */
const setBack = (of: Delivered) => `
  delete from events where ${lastOf(of)};
  update ledgers l set length = length - 1, head = (
    select hash from events e where e.transfer_id = l.transfer_id order by place desc limit 1
  ) where transfer_id = '${of.sent.id}'`

test('records a refusal for the operator, alerts them, and prints no PDF either', async () => {
  const own = await sendFor(app)
  await run(`update recipients set opened_at = now() where id = '${own.recipientId}'`)
  expect((await fetchPdf(own)).status).toBe(409)
  const { db } = app.ctx
  await until(async () => {
    const notes = await db.selectFrom('security_events').selectAll().where('event', '=', 'receipt-refused').execute()
    return notes.some(
      ({ facts }) => JSON.stringify(facts).includes(own.recipientId) && JSON.stringify(facts).includes('opening'),
    )
  })
  await until(async () =>
    (await db.selectFrom('alarms').select('alarm').execute()).some(({ alarm }) => alarm === 'receipts-unsound'),
  )
})
