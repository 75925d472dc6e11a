import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestEnvironment, type TestEnvironment } from '#test/app/test-environment'
import { makeSender, planned, type Sender, saved, uploaded } from '#test/people/sender'
import { fileRowsOf, testFile } from '#test/storage/upload-parts'
import type { Context } from '../../context.ts'
import { checkUploads, loadReadable } from '../../uploads/index.ts'
import { checkTransfers } from '../check/check-transfers.ts'
import { findDraft } from '../draft-store.ts'
import { findStandingTransfer, findTransferOfUpload } from '../transfer-store.ts'
import { transferTasks } from '../transfer-tasks.ts'

let environment: TestEnvironment
let ctx: Context
let close: () => Promise<void>
let sender: Sender

beforeAll(async () => {
  environment = await makeTestEnvironment()
  ;({ ctx, close } = await environment.open())
  sender = await makeSender(ctx)
})
afterAll(async () => {
  expect(await checkUploads(ctx, { hash: true })).toEqual([])
  expect(await checkTransfers(ctx)).toEqual([])
  await close()
  await environment.drop()
})

const some = (name: string) => [testFile(`${name}.bin`, 400_000), testFile(`${name}.txt`, 10)]
const removeExpired = () => transferTasks(ctx)['remove-expired']?.({})
const expire = (id: string, ago: string) =>
  sql`update transfers set expires_at = now() - ${ago}::interval where id = ${id}`.execute(ctx.db)
const storedCount = async () => {
  const entries = await readdir(join(environment.dataDir, 'blobs'), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).length
}
const bytesOf = async (id: string) => {
  const { rows } = await sql<{ removed: boolean; upload_id: string }>`
    select bytes_removed_at is not null as removed, upload_id from transfers where id = ${id}`.execute(ctx.db)
  return rows[0] as { removed: boolean; upload_id: string }
}

test('removes bytes seven days after the expiry, and makes the transfer unknown from then on', async () => {
  const [young, old] = [await saved(ctx, sender, some('young')), await saved(ctx, sender, some('old'))]
  await expire(young._id, '6 days 23 hours')
  await expire(old._id, '7 days')
  expect(await storedCount()).toBe(4)
  await Promise.all([removeExpired(), removeExpired()])
  expect(await storedCount()).toBe(2)
  expect(await findStandingTransfer(ctx.db, old._id)).toBeNull()
  expect(await findStandingTransfer(ctx.db, young._id)).toMatchObject({ is_expired: true })
  const { removed, upload_id } = await bytesOf(old._id)
  expect(removed).toBe(true)
  const files = await fileRowsOf(ctx, upload_id)
  expect(
    await loadReadable(
      ctx.db,
      files.map(({ id }) => id),
    ),
  ).toEqual([])
  await removeExpired()
})

test("keeps a transfer that never expires, and a deleted one's bytes for a day", async () => {
  const who = await makeSender(ctx)
  const [forEver, deleted] = [await saved(ctx, who, some('ever')), await saved(ctx, who, some('deleted'))]
  await sql`update transfers set expires_at = null where id = ${forEver._id}`.execute(ctx.db)
  await sql`update transfers set deleted_at = now() - interval '23 hours' where id = ${deleted._id}`.execute(ctx.db)
  await removeExpired()
  expect((await bytesOf(deleted._id)).removed).toBe(false)
  await sql`update files set deleted_at = deleted_at - interval '1 hour' where deleted_at is not null`.execute(ctx.db)
  await sql`update transfers set deleted_at = now() - interval '24 hours' where id = ${deleted._id}`.execute(ctx.db)
  await removeExpired()
  expect((await bytesOf(deleted._id)).removed).toBe(true)
  expect((await bytesOf(forEver._id)).removed).toBe(false)
})

test('completes in the next sweep what one left that died after the transfer was ended', async () => {
  const who = await makeSender(ctx)
  const op = await saved(ctx, who, some('torn'))
  await expire(op._id, '8 days')
  await sql`update transfers set deleted_at = now() where id = ${op._id}`.execute(ctx.db)
  const before = await storedCount()
  await removeExpired()
  expect(await storedCount()).toBe(before - 2)
})

test('removes an upload with its draft that was not sent within seven days', async () => {
  const who = await makeSender(ctx)
  const plan = await uploaded(ctx, who, some('left'))
  const empty = await planned(ctx, who, [testFile('nothing', 0)])
  for (const { upload } of [plan, empty]) {
    await sql`update uploads set expires_at = now() where id = ${upload}`.execute(ctx.db)
  }
  await transferTasks(ctx)['reap-uploads']?.({})
  expect(await findDraft(ctx.db, plan.upload)).toBeNull()
  const { rows } = await sql`select 1 from uploads where id in (${plan.upload}, ${empty.upload})`.execute(ctx.db)
  expect(rows).toEqual([])
})

test('withdraws a file that differs from what was sent, and tells its sender once', async () => {
  const who = await makeSender(ctx)
  const op = await saved(ctx, who, some('bad'), { lang: 'zh' })
  const { upload_id: uploadId } = await bytesOf(op._id)
  const crcs = await sql<{ id: string; crc32: number }>`
    select id, crc32 from files where upload_id = ${uploadId} and position = 1`.execute(ctx.db)
  await sql`update files set crc32 = 0 where upload_id = ${uploadId} and position = 1`.execute(ctx.db)
  const stored = await fileRowsOf(ctx, uploadId)
  const fileIds = stored.map(({ id }) => id)
  for (let run = 0; run < 2; run++) await transferTasks(ctx)['check-file']?.({ fileIds })
  const [good, bad] = await fileRowsOf(ctx, uploadId)
  expect(good).toMatchObject({ withdrawn_at: null, sha256: expect.any(Buffer) })
  expect(bad).toMatchObject({ withdrawn_because: 'sum-differs', sha256: null })
  const { rows } = await sql`select template from mails where template = 'file-withdrawn'`.execute(ctx.db)
  expect(rows).toHaveLength(1)
  expect(await findTransferOfUpload(ctx.db, uploadId)).toMatchObject({ sender_language: 'zh' })
  await sql`update files set crc32 = ${crcs.rows[0]?.crc32} where id = ${crcs.rows[0]?.id}`.execute(ctx.db)
})
