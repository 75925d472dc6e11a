import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { fetchWhole, insertAccount, open } from '#test/transfers/alerted'
import { addPastEvent } from '#test/transfers/ledgers'
import { insertTransfer } from '#test/transfers/tracked-transfer'
import { deleteAccountThings } from '../../transfers/manage/delete-account-things.ts'
import { checkCounts } from './check/check-counts.ts'
import { addUp } from './count-store.ts'
import { addUpCounts } from './event-tasks.ts'
import { forgetCounts, recordEvents, recordNotice } from './index.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app?.close())

const judged = { actorKind: 'human', reason: null } as const

const sent = async (accountId: string) => {
  const recipients = [{ address: 'asha@rao-forge.example' }, { address: null }]
  const files = [
    { path: 'a.dwg', bytes: 10 },
    { path: 'b.dwg', bytes: 20 },
  ]
  return insertTransfer(app.ctx, { accountId, recipients, files })
}
const totals = async (accountId: string) => {
  const { rows } = await sql<Record<'downloads' | 'repeats' | 'openings' | 'mails', number>>`
    select coalesce(sum(downloads), 0)::int as downloads, coalesce(sum(repeats), 0)::int as repeats,
      coalesce(sum(openings), 0)::int as openings, coalesce(sum(mails), 0)::int as mails
    from counted_sums where account_id = ${accountId} and facet = 'time' and span = 1`.execute(app.ctx.db)
  return rows[0]
}

test('counts once what people really do, and separately what they download again', async () => {
  const { id } = await insertAccount(app.ctx, { alerts: 'none' })
  const one = await sent(id)
  const [asha = '', link = ''] = one.recipientIds
  const [a = '', b = ''] = one.fileIds
  const [first, second] = [
    { fileId: a, bytes: 10 },
    { fileId: b, bytes: 20 },
  ]
  await open(app.ctx, one, asha)
  await open(app.ctx, one, asha)
  await fetchWhole(app.ctx, one, asha, first)
  await fetchWhole(app.ctx, one, asha, [first, second])
  await fetchWhole(app.ctx, one, asha, [first, second])
  await fetchWhole(app.ctx, one, link, first)
  await fetchWhole(app.ctx, one, link, first)
  await app.ctx.db
    .transaction()
    .execute((tx) => recordNotice(tx, app.ctx, { transferId: one.transferId, recipientId: asha, kind: 'mailed' }))
  expect(await checkCounts(app.ctx)).toEqual([])
  await addUpCounts(app.ctx)
  expect(await totals(id)).toEqual({ downloads: 3, repeats: 2, openings: 1, mails: 1 })
  expect(await checkCounts(app.ctx)).toEqual([])
})

const kinds = ['opened', 'finished', 'delivered', 'mailed', 'begun', 'visited', 'bounced'] as const
const anEvent = fc.record({
  account: fc.nat(1),
  recipient: fc.option(fc.nat(1), { nil: null }),
  file: fc.option(fc.nat(1), { nil: null }),
  kind: fc.constantFrom(...kinds),
  detail: fc.constantFrom(null, 'again'),
  actorKind: fc.constantFrom('human' as const, 'human' as const, 'bot' as const),
  country: fc.constantFrom(null, 'IN', 'CN', 'ZZ'),
  timeZone: fc.constantFrom(null, 'Asia/Kathmandu', 'Mars/Olympus', ''),
  minutesAgo: fc.nat(600_000),
  isAddedUp: fc.boolean(),
})

test('matches the ledgers, whatever happens and however it is added up', async () => {
  const accounts = await Promise.all([0, 1].map(() => insertAccount(app.ctx, { alerts: 'none' })))
  const transfers = await Promise.all(accounts.map(({ id }) => sent(id)))
  await fc.assert(
    fc.asyncProperty(fc.array(anEvent, { minLength: 1, maxLength: 12 }), async (events) => {
      for (const { account, recipient, file, isAddedUp, ...event } of events) {
        const transfer = transfers[account]
        if (!transfer) throw new Error('There is no such transfer')
        const { transferId, recipientIds, fileIds } = transfer
        const recipientId = recipient === null ? null : (recipientIds[recipient] ?? null)
        const fileId = file === null ? null : (fileIds[file] ?? null)
        await addPastEvent(app.ctx.db, { transferId, recipientId, fileId, ...event })
        if (isAddedUp) await addUp(app.ctx.db, 3)
      }
      expect(await checkCounts(app.ctx)).toEqual([])
    }),
    { numRuns: 15 },
  )
  await Promise.all(Array.from({ length: 6 }, () => addUp(app.ctx.db, 2)))
  await addUpCounts(app.ctx)
  expect(await checkCounts(app.ctx)).toEqual([])
}, 120_000)

test('counts an archive once for each of its files, when it was finished', async () => {
  const { id } = await insertAccount(app.ctx, { alerts: 'none' })
  const one = await sent(id)
  const { transferId, fileIds } = one
  const context = { transferId, recipientId: one.recipientIds[0] ?? '', judged, ip: '1.1.1.1', userAgent: undefined }
  await recordEvents(app.ctx.db, app.ctx, context, [
    { kind: 'begun', files: fileIds },
    { kind: 'finished', files: fileIds, ageMs: 5 * 3_600_000 },
    { kind: 'delivered', files: fileIds, bytes: 30, detail: `again ${fileIds.length}` },
  ])
  await addUpCounts(app.ctx)
  expect(await totals(id)).toEqual({ downloads: 2, repeats: 1, openings: 0, mails: 0 })
  const { rows } = await sql<{ subject: string; downloads: number }>`
    select subject, downloads from counted_sums
    where account_id = ${id} and facet = 'file' and span = 384 and country = '' order by subject`.execute(app.ctx.db)
  expect(rows).toEqual(fileIds.toSorted().map((subject) => ({ subject, downloads: 1 })))
  const { rows: hours } = await sql<{ hours: number }>`
    select (max(quarter) - min(quarter)) / 4 as hours from counted where account_id = ${id}`.execute(app.ctx.db)
  expect(hours[0]?.hours).toBe(5)
  expect(await checkCounts(app.ctx)).toEqual([])
})

test('finds a wrong count, in the rows and in the sums', async () => {
  const { id } = await insertAccount(app.ctx, { alerts: 'none' })
  const one = await sent(id)
  await open(app.ctx, one, one.recipientIds[0] ?? '')
  await addUpCounts(app.ctx)
  await sql`update counted_sums set openings = openings + 1 where account_id = ${id} and facet = 'time' and span = 16`.execute(
    app.ctx.db,
  )
  expect(await checkCounts(app.ctx)).toEqual([{ kind: 'counts-off', id, facts: { what: '1 sums are wrong' } }])
  await sql`delete from counted where account_id = ${id}`.execute(app.ctx.db)
  const found = await checkCounts(app.ctx)
  expect(found).toContainEqual({ kind: 'counts-off', id, facts: { what: '1 counted too few, 0 too many' } })
  await forgetCounts(app.ctx.db, id)
  await sql`update events set account_id = null where account_id = ${id}`.execute(app.ctx.db)
  expect(await checkCounts(app.ctx)).toEqual([])
})

test('keeps and counts nothing of an ended account, but keeps the numbers of a deleted transfer', async () => {
  const { id } = await insertAccount(app.ctx, { alerts: 'none' })
  const one = await sent(id)
  const [asha = '', link = ''] = one.recipientIds
  await open(app.ctx, one, asha)
  await sql`update transfers set deleted_at = now() where id = ${one.transferId}`.execute(app.ctx.db)
  await addUpCounts(app.ctx)
  expect((await totals(id))?.openings).toBe(1)
  await open(app.ctx, one, link)
  await sql`update accounts set deleted_at = now(), email = null where id = ${id}`.execute(app.ctx.db)
  await forgetCounts(app.ctx.db, id)
  await open(app.ctx, await sent(id), asha).catch(() => undefined)
  await addUpCounts(app.ctx)
  for (const table of ['counted', 'counted_fresh', 'counted_sums'] as const) {
    expect(await app.ctx.db.selectFrom(table).selectAll().where('account_id', '=', id).execute()).toEqual([])
  }
  expect(await checkCounts(app.ctx)).toEqual([])
})

test('leaves nothing behind that is added up while its account ends', async () => {
  const { id } = await insertAccount(app.ctx, { alerts: 'none' })
  const one = await sent(id)
  const { db } = app.ctx
  await db.transaction().execute(async (tx) => {
    await sql`update accounts set deleted_at = now(), email = null where id = ${id}`.execute(tx)
    await forgetCounts(tx, id)
    await open(app.ctx, one, one.recipientIds[0] ?? '')
    await addUpCounts(app.ctx)
    await open(app.ctx, one, one.recipientIds[1] ?? '')
  })
  await deleteAccountThings(app.ctx, id)
  expect(await checkCounts(app.ctx)).toEqual([])
  await addUpCounts(app.ctx)
  for (const table of ['counted', 'counted_fresh', 'counted_sums'] as const) {
    expect(await db.selectFrom(table).selectAll().where('account_id', '=', id).execute()).toEqual([])
  }
})
