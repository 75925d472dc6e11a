import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeTestEnvironment, type TestEnvironment } from '#test/app/test-environment'
import { type AccountSender, makeAccountSender, usedBytes } from '#test/people/account-sender'
import { saved } from '#test/people/sender'
import { storedBytes, storedSha256 } from '#test/storage/stored-bytes'
import { KIB, testFile } from '#test/storage/upload-parts'
import type { Context } from '../../context.ts'
import { checkUploads } from '../../uploads/index.ts'
import { checkTransfers } from '../check/check-transfers.ts'
import { deleteFiles } from '../files/delete-files.ts'
import { listTransferFiles } from '../files/transfer-file-store.ts'
import { deleteTransfers } from '../manage/delete-transfers.ts'
import { removeExpired } from './remove-expired.ts'

let environment: TestEnvironment
let ctx: Context
let close: () => Promise<void>
let sender: AccountSender
let op: { _id: string }

/** Three files of a pack, two of their own blobs, and an empty one. */
const files = () => [
  ...['a', 'b', 'c'].map((name) => testFile(`${name}.txt`, 1_000)),
  testFile('one.bin', 300 * KIB),
  testFile('two.bin', 300 * KIB),
  testFile('empty', 0),
]

beforeEach(async () => {
  environment = await makeTestEnvironment()
  ;({ ctx, close } = await environment.open())
  sender = await makeAccountSender(ctx)
  op = await saved(ctx, sender, files())
})
afterEach(async () => {
  await expectSound()
  await close()
  await environment.drop()
})

const ids = async () => (await listTransferFiles(ctx.db, op._id)).map(({ id }) => id)
const objects = async () => (await storedBytes(environment.dataDir)).objects
const expectSound = async () => {
  expect(await checkUploads(ctx, { hash: true })).toEqual([])
  expect(await checkTransfers(ctx)).toEqual([])
}
const passHours = async (hours: number) => {
  for (const [table, column] of [
    ['files', 'deleted_at'],
    ['transfers', 'deleted_at'],
    ['transfers', 'expires_at'],
  ] as const) {
    const [target, field] = [sql.table(table), sql.ref(column)]
    await sql`update ${target} set ${field} = ${field} - make_interval(hours => ${hours})`.execute(ctx.db)
  }
}

test("keeps a deleted file's bytes for a day, and then removes only those", async () => {
  const [, , , one = ''] = await ids()
  await deleteFiles(ctx, sender.accountId, [one])
  await passHours(23)
  await removeExpired(ctx)
  expect([await objects(), await storedSha256(ctx, one)]).toEqual([3, expect.any(String)])
  await passHours(1)
  await Promise.all([removeExpired(ctx), removeExpired(ctx)])
  expect([await objects(), await storedSha256(ctx, one)]).toEqual([2, null])
  await removeExpired(ctx)
})

test('removes a pack with the last of its files', async () => {
  const [a = '', b = '', c = ''] = await ids()
  await deleteFiles(ctx, sender.accountId, [a, b])
  expect(await usedBytes(ctx, sender)).toBe(1_000 + 600 * KIB)
  await passHours(30)
  await removeExpired(ctx)
  expect([await objects(), await storedSha256(ctx, c)]).toEqual([3, expect.any(String)])
  await deleteFiles(ctx, sender.accountId, [c])
  await passHours(23)
  await removeExpired(ctx)
  expect(await objects(), 'the youngest deletion decides').toBe(3)
  await passHours(1)
  await removeExpired(ctx)
  expect([await objects(), await storedSha256(ctx, a)]).toEqual([2, null])
})

test("removes nothing of an account's expired transfer, and everything of a deleted one after a day, and records that", async () => {
  await passHours(24 * 400)
  await removeExpired(ctx)
  expect(await objects()).toBe(3)
  await deleteTransfers(ctx, sender.accountId, [op._id])
  await passHours(24)
  await removeExpired(ctx)
  const { rows } = await sql`
    select 1 from transfers where id = ${op._id} and bytes_removed_at is not null and not exists (
      select 1 from files where bytes_removed_at is null
    )`.execute(ctx.db)
  expect([await objects(), rows.length]).toEqual([0, 1])
})

test('completes in the next sweep what one left that died between removing bytes and updating rows', async () => {
  await deleteTransfers(ctx, sender.accountId, [op._id])
  await passHours(24)
  const [torn] = await ctx.db.selectFrom('blobs').selectAll().execute()
  await ctx.stores.current.remove({ key: torn?.key ?? '', multipartId: torn?.multipart_id ?? '' })
  await expectSound()
  await removeExpired(ctx)
  const { rows } = await sql`select 1 from blobs where removed_at is null`.execute(ctx.db)
  expect([await objects(), rows]).toEqual([0, []])
})

test('removes the others when a blob cannot be removed, and reports the failure', async () => {
  await deleteTransfers(ctx, sender.accountId, [op._id])
  await passHours(24)
  const [blocked] = await ctx.db.selectFrom('blobs').select(['id', 'store']).orderBy('id').execute()
  await sql`update blobs set store = 's3' where id = ${blocked?.id}`.execute(ctx.db)
  await expect(removeExpired(ctx)).rejects.toThrow()
  expect(await objects()).toBe(1)
  await sql`update blobs set store = 'disk' where id = ${blocked?.id}`.execute(ctx.db)
  await removeExpired(ctx)
  expect(await objects()).toBe(0)
})
