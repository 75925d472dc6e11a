import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { openTestContext, type TestContext } from '#test/app/test-context'
import { listReceiptKeys, receiptTasks } from '../../tracking/receipts/index.ts'
import { masterKeyOf } from '../config/master-key.ts'
import { findSigningKey, renewReceiptKey, rotateReceiptKey } from './signing-key.ts'

const closers: Array<() => Promise<void>> = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function open(): Promise<TestContext> {
  const { ctx, close } = await openTestContext()
  closers.push(close)
  return ctx
}

test('makes the first key once, however many calls need it at once, and signs with it', async () => {
  const ctx = await open()
  expect(await listReceiptKeys(ctx)).toEqual({ keys: [] })
  const found = await Promise.all(Array.from({ length: 8 }, () => findSigningKey(ctx)))
  const { keys } = await listReceiptKeys(ctx)
  expect(keys).toHaveLength(1)
  expect(new Set(found.map(({ id }) => id))).toEqual(new Set([keys[0]?.id]))
  const text = Buffer.from('what is signed')
  const signature = sign(
    null,
    text,
    createPrivateKey({ key: Buffer.from(found[0]?.der ?? []), format: 'der', type: 'pkcs8' }),
  )
  expect(verify(null, text, createPublicKey(keys[0]?.pem ?? ''), signature)).toBe(true)
  expect(verify(null, Buffer.from('what is signeD'), createPublicKey(keys[0]?.pem ?? ''), signature)).toBe(false)
})

test('has one current key after concurrent rotations, and no private half of a retired one', async () => {
  const ctx = await open()
  await findSigningKey(ctx)
  await Promise.all(Array.from({ length: 4 }, () => rotateReceiptKey(ctx)))
  const rows = await ctx.db.selectFrom('receipt_keys').selectAll().execute()
  expect(rows).toHaveLength(5)
  expect(rows.filter(({ sealed }) => sealed !== null)).toMatchObject([{ retired_at: null }])
})

test('makes no key in the daily job where there is none, or where it is young', async () => {
  const ctx = await open()
  await receiptTasks(ctx as never)['renew-receipt-key']?.({})
  expect(await listReceiptKeys(ctx)).toEqual({ keys: [] })
  const { id } = await findSigningKey(ctx)
  expect(await renewReceiptKey(ctx, 1)).toBeNull()
  expect((await findSigningKey(ctx)).id).toBe(id)
})

test('opens the private half only under the master key, and only in its own row', async () => {
  const ctx = await open()
  const [{ id }, other] = [await findSigningKey(ctx), masterKeyOf(Buffer.alloc(32, 8))]
  await expect(findSigningKey({ db: ctx.db, masterKey: other })).rejects.toThrow()
  await ctx.db.updateTable('receipt_keys').set({ id: 'another' }).where('id', '=', id).execute()
  await expect(findSigningKey(ctx)).rejects.toThrow()
})
