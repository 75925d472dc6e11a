import { createHash } from 'node:crypto'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { until } from '#test/app/until'
import { makeAccount, PASSWORD } from '#test/people/account-person'
import { noise, type Recipient, sendTo } from '#test/people/recipient'
import { insertAccount } from '#test/transfers/alerted'
import { insertTransfer } from '#test/transfers/tracked-transfer'
import { openContext } from '../../context.ts'
import type { Database } from '../../platform/database/schema.ts'
import { makeLog } from '../../platform/log.ts'
import { deleteAccountThings } from '../../transfers/manage/delete-account-things.ts'
import { chainStart, chainText, saltedDigest } from './chain.ts'
import { entryOf } from './entry-of.ts'
import { forgetAddresses } from './event-tasks.ts'
import {
  checkLedger,
  checkLedgers,
  type JudgedActor,
  momentOf,
  recordEvent,
  recordEvents,
  recordNotice,
} from './index.ts'
import { makeMonths } from './month-store.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp({ env: { IP_RETENTION_DAYS: '0' } })
})
afterAll(() => app?.close())

const human: JudgedActor = { actorKind: 'human', reason: null }
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

async function opened(): Promise<{ recipient: Recipient; recipientId: string; transferId: string }> {
  const recipient = await sendTo(app, [{ path: 'a.txt', content: noise(10) }])
  const { transferId } = recipient
  await app.runJobs()
  const { id: recipientId } = await app.ctx.db
    .selectFrom('recipients')
    .select('id')
    .where('transfer_id', '=', transferId)
    .executeTakeFirstOrThrow()
  await recordEvents(app.ctx.db, app.ctx, { transferId, recipientId, judged: human, ip: '47.75.18.65', userAgent }, [
    { kind: 'opened' },
    { kind: 'begun', fileId: 'a' },
    { kind: 'finished', fileId: 'a', bytes: 10 },
  ])
  return { recipient, recipientId, transferId }
}

const ledgerOf = (transferId: string) =>
  app.ctx.db.selectFrom('events').selectAll().where('transfer_id', '=', transferId).orderBy('place').execute()

test('begins with the sending, and anybody can hash every entry again', async () => {
  const { transferId } = await opened()
  const rows = await ledgerOf(transferId)
  // Two jobs of the save, in either order.
  const [first, ...rest] = rows.map(({ kind }) => kind)
  expect([first, ...rest.splice(0, 2).sort(), ...rest]).toEqual([
    'sent',
    'checked',
    'mailed',
    'opened',
    'begun',
    'finished',
  ])
  let before: Buffer = chainStart(transferId)
  for (const row of rows) {
    before = createHash('sha256')
      .update(before)
      .update(chainText(transferId, entryOf(row)))
      .digest()
    expect(row.hash).toEqual(before)
  }
  expect(await checkLedger(app.ctx.db, transferId)).toEqual({ isSound: true, length: 6, head: before })
})

test('stores addresses in the chain as salted digests that their own rows explain', async () => {
  const { recipient, recipientId, transferId } = await opened()
  const [sent, , , open] = await ledgerOf(transferId)
  const ip = await app.ctx.db
    .selectFrom('event_ips')
    .selectAll()
    .where('event_id', '=', open?.id ?? '')
    .executeTakeFirstOrThrow()
  expect(saltedDigest(ip.salt, ip.ip)).toEqual(open?.ip_digest)
  const { address } = await app.ctx.db
    .selectFrom('recipients')
    .select('address')
    .where('id', '=', recipientId)
    .$narrowType<{ address: string }>()
    .executeTakeFirstOrThrow()
  const saltOf = async (subject: string) =>
    app.ctx.db
      .selectFrom('identities')
      .select('salt')
      .where('transfer_id', '=', transferId)
      .where('subject', '=', subject)
      .executeTakeFirstOrThrow()
  expect(saltedDigest((await saltOf(recipientId)).salt, address)).toEqual(open?.person_digest)
  expect(saltedDigest((await saltOf('sender')).salt, recipient.sender.address)).toEqual(sent?.person_digest)
  const told = JSON.stringify([await ledgerOf(transferId)])
  for (const secret of [address, recipient.sender.address, '47.75.18.65']) expect(told).not.toContain(secret)
})

describe('a chain stays valid', () => {
  test('when addresses are deleted, a recipient is erased and the account is deleted', async () => {
    const owner = await makeAccount(app, { role: 'pro' })
    const { slug, id } = await owner.send({ files: [{ path: 'a.txt', content: noise(10) }] })
    const [recipient] = await app.ctx.db.selectFrom('recipients').selectAll().where('transfer_id', '=', id).execute()
    await app.runJobs()
    const context = { transferId: id, recipientId: recipient?.id ?? null, judged: human, ip: '81.2.69.160', userAgent }
    await recordEvent(app.ctx.db, app.ctx, { ...context, kind: 'opened' })
    const before = await ledgerOf(id)
    expect(before.map(({ kind }) => kind).sort()).toEqual(['checked', 'mailed', 'opened', 'sent'])

    await forgetAddresses(app.ctx)
    expect(await app.ctx.db.selectFrom('event_ips').select('ip').execute()).toEqual([])
    expect(await checkLedger(app.ctx.db, id)).toMatchObject({ isSound: true, length: 4 })

    await app.ctx.db.updateTable('recipients').set({ address: '' }).where('transfer_id', '=', id).execute()
    await app.ctx.db.deleteFrom('identities').where('transfer_id', '=', id).execute()
    expect(await checkLedger(app.ctx.db, id)).toMatchObject({ isSound: true, length: 4 })

    await owner.call('deleteAccount', { body: { password: PASSWORD } })
    await until(async () => (await ledgerOf(id)).at(-1)?.kind === 'deleted')
    const after = await ledgerOf(id)
    expect(after.slice(0, 4)).toEqual(before)
    expect(after.at(-1)?.kind).toBe('deleted')
    expect(await checkLedger(app.ctx.db, id)).toMatchObject({ isSound: true, length: after.length })
    expect(JSON.stringify([after, slug])).not.toContain(owner.address)
    expect(await checkLedgers(app.ctx)).toEqual([])
  })

  test('and identifies nobody who was erased during an addition', async () => {
    const { db } = app.ctx
    const { id: accountId } = await insertAccount(app.ctx, { alerts: 'none' })
    const recipients = [{ address: 'first@rao-forge.example' }, { address: 'second@rao-forge.example' }]
    const { transferId, recipientIds } = await insertTransfer(app.ctx, { accountId, recipients })
    const [first = '', second = ''] = recipientIds
    const note = (tx: Kysely<Database>, recipientId: string) =>
      recordNotice(tx, app.ctx, { transferId, recipientId, kind: 'mailed' })
    const waiting = async (count: number) => {
      const { rows } = await sql<{ waiting: number }>`
        select count(*)::int as waiting from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`.execute(db)
      return (rows[0]?.waiting ?? 0) >= count
    }
    await sql`update transfers set deleted_at = now() where id = ${transferId}`.execute(db)
    await db.transaction().execute((tx) => recordNotice(tx, app.ctx, { transferId, kind: 'expired' }))
    const following: Array<Promise<unknown>> = []
    await db.transaction().execute(async (tx) => {
      await note(tx, first)
      let isCleared = false
      const clearing = deleteAccountThings(app.ctx, accountId).then(() => {
        isCleared = true
      })
      await until(async () => isCleared || (await waiting(1)))
      following.push(clearing)
      following.push(db.transaction().execute((later) => note(later, second)))
      await until(() => waiting(isCleared ? 1 : 2))
    })
    await Promise.all(following)
    expect(await db.selectFrom('identities').selectAll().where('transfer_id', '=', transferId).execute()).toEqual([])
    expect(await checkLedger(db, transferId)).toMatchObject({ isSound: true, length: 3 })
  })

  test('when many add to it at once, in two processes', async () => {
    const other = await openContext(app.ctx.config, makeLog('silent'))
    const { transferId, recipientId } = await opened()
    const context = { transferId, recipientId, judged: human, ip: '1.1.1.1', userAgent }
    await Promise.all(
      Array.from({ length: 64 }, (_, nth) => {
        const { ctx } = nth % 2 === 0 ? app : other
        return recordEvent(ctx.db, ctx, { ...context, kind: 'delivered', bytes: nth })
      }),
    )
    await other.close()
    expect(await checkLedger(app.ctx.db, transferId)).toMatchObject({ isSound: true, length: 70 })
  })

  test('when earlier events are saved later: each entry has its own time and says that it is late', async () => {
    const { transferId, recipientId } = await opened()
    const context = { transferId, recipientId, judged: human, ip: '1.1.1.1', userAgent }
    const [first, at] = await app.ctx.db.transaction().execute(async (tx) => {
      const earlier = await momentOf(tx, 60_000)
      const now = await momentOf(tx, 0)
      await recordEvents(tx, app.ctx, context, [
        { kind: 'begun', ageMs: 7_200_000 },
        { kind: 'delivered', at: earlier, bytes: 5, evidence: 'handed-over' },
        { kind: 'delivered', at: now, bytes: 5, doubtBytes: 2 },
        { kind: 'delivered', ageMs: -5_000, bytes: 5 },
      ])
      return [earlier, now]
    })
    const [, , , , , , begun, late, prompt, young] = await ledgerOf(transferId)
    expect(at.getTime() - first.getTime()).toBeGreaterThanOrEqual(60_000)
    expect(begun).toMatchObject({ late_ms: 7_200_000, evidence: null, doubt_bytes: null })
    expect(late).toMatchObject({ at: first, evidence: 'handed-over' })
    expect(late?.late_ms).toBeGreaterThanOrEqual(60_000)
    expect(prompt).toMatchObject({ at, late_ms: null, doubt_bytes: 2 })
    expect(young?.late_ms).toBeNull()
    expect(young?.at.getTime()).toBe((begun?.at.getTime() ?? 0) + 7_200_000)
    expect(await checkLedger(app.ctx.db, transferId)).toMatchObject({ isSound: true, length: 10 })
  })

  test('over the paths of files at the time: one in its field, several as a list', async () => {
    const { db } = app.ctx
    const { id: accountId } = await insertAccount(app.ctx, { alerts: 'none' })
    const files = [
      { path: 'plans/ä b.txt', bytes: 10 },
      { path: 'plans/c\n.txt', bytes: 0 },
    ]
    const sent = await insertTransfer(app.ctx, {
      accountId,
      recipients: [{ address: 'asha@rao-forge.example' }],
      files,
    })
    const { transferId, fileIds } = sent
    const [fileId = '', other = ''] = fileIds
    const context = { transferId, recipientId: sent.recipientIds[0] ?? null, judged: human, ip: '1.1.1.1', userAgent }
    await recordEvents(db, app.ctx, context, [
      { kind: 'finished', fileId },
      { kind: 'finished', files: [other, fileId], evidence: 'received' },
    ])
    await db.updateTable('transfer_files').set({ path: 'renamed' }).where('transfer_id', '=', transferId).execute()
    const [one, several] = await ledgerOf(transferId)
    expect(one).toMatchObject({ file_id: fileId, path: 'plans/ä b.txt', files: null })
    const list = [
      { id: other, path: 'plans/c\n.txt', bytes: 0 },
      { id: fileId, path: 'plans/ä b.txt', bytes: 10 },
    ]
    expect(several).toMatchObject({ file_id: null, path: null, files: list })
    const digest = createHash('sha256')
      .update(
        `[{"bytes":0,"id":"${other}","path":"plans/c\\n.txt"},{"bytes":10,"id":"${fileId}","path":"plans/ä b.txt"}]`,
      )
      .digest('hex')
    if (!several) throw new Error('nothing recorded')
    expect(chainText(transferId, entryOf(several)).split('\n').slice(17)).toEqual([
      '-',
      `=${digest}`,
      '=received',
      '-',
      '-',
    ])
    expect(await checkLedger(db, transferId)).toMatchObject({ isSound: true, length: 2 })
    const unknown = recordEvents(db, app.ctx, context, [{ kind: 'finished', files: [fileId, 'elsewhere'] }])
    await expect(unknown).rejects.toThrow('The transfer has no file elsewhere')
  })

  test('when months get their own partitions', async () => {
    const { transferId } = await opened()
    await makeMonths(app.ctx.db, 2)
    await makeMonths(app.ctx.db, 2)
    const { rows } = await sql<{ name: string }>`
      select inhrelid::regclass::text as name from pg_inherits where inhparent = 'events'::regclass`.execute(app.ctx.db)
    expect(rows.map(({ name }) => name).filter((name) => /^events_\d{6}$/.test(name))).toHaveLength(3)
    expect(await sql`select 1 from events_default`.execute(app.ctx.db)).toMatchObject({ rows: [] })
    expect(await checkLedger(app.ctx.db, transferId)).toMatchObject({ isSound: true, length: 6 })
  })
})

/** A forged entry, at one position of every ledger. */
const forged = (place: number) => sql`
  insert into events (id, transfer_id, place, kind, actor_kind, at, hash)
  select 'forged', transfer_id, ${place}, 'opened', 'human', now() + interval '1 hour', '\\x00' from ledgers`

test.each<[string, RawBuilder<unknown>, number, number?]>([
  ['a field is changed', sql`update events set country = 'IN' where kind = 'begun'`, 5],
  ['a time is changed', sql`update events set at = at + interval '1 millisecond' where kind = 'opened'`, 4],
  ['a path is changed', sql`update events set path = 'b.txt' where kind = 'finished' and files is null`, 6],
  ['a list is changed', sql`update events set files = '[]' where kind = 'opened'`, 4],
  ['evidence is made better', sql`update events set evidence = 'received' where kind = 'finished'`, 6],
  ['a doubt is made up', sql`update events set doubt_bytes = 3 where kind = 'finished'`, 6],
  ['lateness is made up', sql`update events set late_ms = 5000 where kind = 'opened'`, 4],
  ['an entry is taken out', sql`delete from events where kind = 'opened'`, 4],
  ['the last one is taken out', sql`delete from events where kind = 'finished'`, 6],
  ['a digest is put in the place of another', sql`update events set ip_digest = '\\x00' where kind = 'finished'`, 6],
  ['one is put behind the last', forged(7), 7],
  ['one is put beside another', forged(6), 7],
  ['one is put beside the last of a page', forged(1_000), 1_007, 1_000],
])('detects when %s', async (_what, forgery, place, more = 0) => {
  const { transferId, recipientId } = await opened()
  const context = { transferId, recipientId, judged: human, ip: '47.75.18.65', userAgent }
  const further = Array.from({ length: more }, (_, nth) => ({ kind: 'delivered' as const, bytes: nth }))
  await recordEvents(app.ctx.db, app.ctx, context, further)
  await app.ctx.db
    .transaction()
    .execute(async (tx) => {
      await forgery.execute(tx)
      expect(await checkLedger(tx, transferId)).toEqual({ isSound: false, place })
      expect(await checkLedgers({ db: tx })).toContainEqual({ kind: 'ledger-broken', id: transferId, facts: { place } })
      throw new Error('put back')
    })
    .catch(({ message }) => expect(message).toBe('put back'))
})
