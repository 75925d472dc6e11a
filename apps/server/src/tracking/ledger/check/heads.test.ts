import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { insertAccount } from '#test/transfers/alerted'
import { insertTransfer } from '#test/transfers/tracked-transfer'
import { openContext } from '../../../context.ts'
import { makeLog } from '../../../platform/log.ts'
import { listKeys, rotateReceiptKey } from '../../../platform/signing/index.ts'
import { headText } from '../chain.ts'
import { checkHeads, checkLedgers, recordEvent, recordNotice } from '../index.ts'

/** The newest head of every ledger is signed. */
let app: TestApp
let other: Awaited<ReturnType<typeof openContext>>
beforeAll(async () => {
  app = await makeTestApp()
  other = await openContext(app.ctx.config, makeLog('silent'))
})
afterAll(async () => {
  await other?.close()
  await app?.close()
})

const judged = { actorKind: 'human', reason: null } as const
async function sent() {
  const { id } = await insertAccount(app.ctx, { alerts: 'none' })
  const { transferId, recipientIds } = await insertTransfer(app.ctx, { accountId: id })
  return { transferId, recipientId: recipientIds[0] ?? '', judged, ip: '1.1.1.1', userAgent: undefined }
}
const ledgerOf = ({ transferId }: { transferId: string }) =>
  app.ctx.db.selectFrom('ledgers').selectAll().where('transfer_id', '=', transferId).executeTakeFirstOrThrow()

test('signs the new head at every addition, even where many processes add at once', async () => {
  const context = await sent()
  await Promise.all(
    Array.from({ length: 40 }, (_, nth) => {
      const { ctx } = nth % 2 === 0 ? app : other
      return recordEvent(ctx.db, ctx, { ...context, kind: 'delivered', bytes: nth })
    }),
  )
  expect(await ledgerOf(context)).toMatchObject({ length: 40, signed_by: expect.any(String) })
  expect(await checkHeads(app.ctx)).toEqual([])
})

test('makes the first key of all once, where many ledgers begin at once', async () => {
  const fresh = await makeTestApp()
  const { id } = await insertAccount(fresh.ctx, { alerts: 'none' })
  await fresh.ctx.db.deleteFrom('receipt_keys').execute()
  const ids = await Promise.all(
    Array.from({ length: 8 }, async () => (await insertTransfer(fresh.ctx, { accountId: id })).transferId),
  )
  await Promise.all(
    ids.map((transferId) =>
      fresh.ctx.db.transaction().execute((tx) => recordNotice(tx, fresh.ctx, { transferId, kind: 'expired' })),
    ),
  )
  expect(await fresh.ctx.db.selectFrom('receipt_keys').select('id').execute()).toHaveLength(1)
  expect(await checkHeads(fresh.ctx)).toEqual([])
  await fresh.close()
})

test('signs nothing with a key whose addition was rolled back', async () => {
  const fresh = await makeTestApp()
  const { id } = await insertAccount(fresh.ctx, { alerts: 'none' })
  await fresh.ctx.db.deleteFrom('receipt_keys').execute()
  const { transferId } = await insertTransfer(fresh.ctx, { accountId: id })
  const add = (fails: boolean) =>
    fresh.ctx.db.transaction().execute(async (tx) => {
      await recordNotice(tx, fresh.ctx, { transferId, kind: 'expired' })
      if (fails) throw new Error('given up')
    })
  await expect(add(true)).rejects.toThrow('given up')
  expect(await fresh.ctx.db.selectFrom('receipt_keys').select('id').execute()).toEqual([])
  await add(false)
  expect(await checkHeads(fresh.ctx)).toEqual([])
  await fresh.close()
})

test("signs with a new key in all processes after one has made it, and keeps the old key's signatures valid", async () => {
  const [before, after] = [await sent(), await sent()]
  for (const { ctx } of [app, other]) await recordEvent(ctx.db, ctx, { ...before, kind: 'opened' })
  const { id, retiredId } = await rotateReceiptKey(other.ctx)
  await recordEvent(app.ctx.db, app.ctx, { ...after, kind: 'opened' })
  expect((await ledgerOf(before)).signed_by).toBe(retiredId)
  expect((await ledgerOf(after)).signed_by).toBe(id)
  expect(await checkHeads(app.ctx)).toEqual([])
})

test.each([
  ['the last entry is taken out, and head and length are set back', 'deleted'],
  ['the signature is wiped', 'wiped'],
  ['the signature is of another key', 'another'],
  ['the key is not known', 'unknown'],
])('detects when %s', async (_what, how) => {
  const context = await sent()
  for (const kind of ['opened', 'begun'] as const) await recordEvent(app.ctx.db, app.ctx, { ...context, kind })
  const { transferId } = context
  const forgeries: Record<string, ReturnType<typeof sql>> = {
    deleted: sql`
      with gone as (delete from events where transfer_id = ${transferId} and place = 2)
      update ledgers set length = 1, head = (select hash from events where transfer_id = ${transferId} and place = 1)
      where transfer_id = ${transferId}`,
    wiped: sql`update ledgers set signature = null, signed_by = null where transfer_id = ${transferId}`,
    another: sql`
      update ledgers set signed_by = (select id from receipt_keys where retired_at is not null limit 1)
      where transfer_id = ${transferId}`,
    unknown: sql`update ledgers set signed_by = 'nobody' where transfer_id = ${transferId}`,
  }
  const length = how === 'deleted' ? 1 : 2
  await app.ctx.db
    .transaction()
    .execute(async (tx) => {
      await forgeries[how]?.execute(tx)
      expect(await checkLedgers({ db: tx })).toEqual([])
      expect(await checkHeads({ ...app.ctx, db: tx })).toEqual([
        { kind: 'head-not-signed', id: transferId, facts: { length } },
      ])
      throw new Error('put back')
    })
    .catch((error) => {
      if (error.message !== 'put back') throw error
    })
})

test('accepts no signature of a key that somebody wrote into the database, and lists it nowhere', async () => {
  const context = await sent()
  const { transferId } = context
  await recordEvent(app.ctx.db, app.ctx, { ...context, kind: 'opened' })
  const pair = generateKeyPairSync('ed25519')
  const publicKey = pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
  const id = createHash('sha256').update(publicKey).digest('hex').slice(0, 20)
  const { length, head } = await ledgerOf(context)
  const signature = sign(null, Buffer.from(headText({ transferId, length, head })), pair.privateKey)
  await sql`
    insert into receipt_keys (id, public_key, mac, retired_at) values (${id}, ${publicKey}, sha256('anything'), now())`.execute(
    app.ctx.db,
  )
  await app.ctx.db
    .updateTable('ledgers')
    .set({ signed_by: id, signature })
    .where('transfer_id', '=', transferId)
    .execute()
  expect(await checkHeads(app.ctx)).toEqual([
    { kind: 'key-not-own', id, facts: {} },
    { kind: 'head-not-signed', id: transferId, facts: { length } },
  ])
  expect((await listKeys(app.ctx)).map((key) => key.id)).not.toContain(id)
  await recordEvent(app.ctx.db, app.ctx, { ...context, kind: 'begun' })
  expect(await ledgerOf(context)).toMatchObject({ signature: null, signed_by: null })
})

test('recognises a key of an earlier version by its private half, and by its mac once it is retired', async () => {
  const fresh = await makeTestApp()
  const { id } = await insertAccount(fresh.ctx, { alerts: 'none' })
  const { transferId } = await insertTransfer(fresh.ctx, { accountId: id })
  await sql`update receipt_keys set mac = ''`.execute(fresh.ctx.db)
  await fresh.ctx.db.transaction().execute((tx) => recordNotice(tx, fresh.ctx, { transferId, kind: 'expired' }))
  expect(await checkHeads(fresh.ctx)).toEqual([])
  await rotateReceiptKey(fresh.ctx)
  expect(await checkHeads(fresh.ctx)).toEqual([])
  expect(await listKeys(fresh.ctx)).toHaveLength(2)
  await fresh.close()
})
