import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestEnvironment, type TestEnvironment } from '#test/app/test-environment'
import { type AccountSender, makeAccountSender, usedBytes } from '#test/people/account-sender'
import { makeSender, planned, saved, uploaded } from '#test/people/sender'
import { sha256Of, storedBytes, storedSha256 } from '#test/storage/stored-bytes'
import { KIB, type TestFile, testFile } from '#test/storage/upload-parts'
import type { Context } from '../../context.ts'
import { checkUploads } from '../../uploads/index.ts'
import { checkTransfers } from '../check/check-transfers.ts'
import { removeExpired } from '../expire/remove-expired.ts'
import { deleteTransfers } from '../manage/delete-transfers.ts'
import { completeTransfer } from '../send/complete-transfer.ts'
import { resumeTransfer } from '../send/resume-transfer.ts'
import { findStandingTransfer } from '../transfer-store.ts'
import { deleteFiles } from './delete-files.ts'
import { listTransferFiles } from './transfer-file-store.ts'

let environment: TestEnvironment
let ctx: Context
let close: () => Promise<void>

beforeAll(async () => {
  environment = await makeTestEnvironment()
  ;({ ctx, close } = await environment.open())
})
afterAll(async () => {
  expect(await checkUploads(ctx, { hash: true })).toEqual([])
  expect(await checkTransfers(ctx)).toEqual([])
  await close()
  await environment.drop()
})

const files = () => [testFile('plans/housing.dwg', 300 * KIB), testFile('note.txt', 900), testFile('empty', 0)]
const itemsOf = (ids: readonly string[], fileName = '') => ids.map((newPath) => ({ newPath, fileName }))
const filesOf = (op: { _id: string }) => listTransferFiles(ctx.db, op._id)
const idsOf = async (op: { _id: string }) => (await filesOf(op)).map(({ id }) => id)
const forward = (sender: AccountSender, ids: readonly string[], more: readonly TestFile[] = []) =>
  saved(ctx, sender, more, { forwarded: itemsOf(ids) })
const sendTo = (from: Parameters<typeof saved>[1], to: AccountSender, some = files()) =>
  saved(ctx, from, some, { emailTo: [{ email: to.address }] })
const notFound = { code: 'file-not-found', facts: {} }

test('moves no bytes, and gives the recipient what was sent', async () => {
  const sender = await makeAccountSender(ctx)
  const sent = files()
  const op = await saved(ctx, sender, sent)
  const before = { stored: await storedBytes(environment.dataDir), used: await usedBytes(ctx, sender) }
  const again = await forward(sender, await idsOf(op))
  expect({ stored: await storedBytes(environment.dataDir), used: await usedBytes(ctx, sender) }).toEqual(before)
  expect(again).toMatchObject({ fileNumber: 3, bytes: 300 * KIB + 900, fileName: 'housing.dwg' })
  expect(again._id).not.toBe(op._id)
  expect((await filesOf(again)).map(({ path }) => path)).toEqual(sent.map(({ path }) => path))
  const hashes = await Promise.all((await idsOf(again)).map((id) => storedSha256(ctx, id)))
  expect(hashes).toEqual(sent.map(({ content }) => sha256Of(content)))
})

test('puts new files first, renames clashing ones, and only counts new bytes', async () => {
  const sender = await makeAccountSender(ctx)
  const op = await saved(ctx, sender, files())
  const used = await usedBytes(ctx, sender)
  const mixed = await forward(sender, await idsOf(op), [testFile('NOTE.txt', 50), testFile('new.bin', 10)])
  expect((await filesOf(mixed)).map(({ path }) => path)).toEqual([
    'NOTE.txt',
    'new.bin',
    'plans/housing.dwg',
    'note (2).txt',
    'empty',
  ])
  expect(mixed).toMatchObject({ fileNumber: 5, bytes: 300 * KIB + 960 })
  expect(await usedBytes(ctx, sender)).toBe(used + 60)
})

test('cleans a requested name, ignores a claimed size, and includes a file named twice once', async () => {
  const sender = await makeAccountSender(ctx)
  const [id = ''] = await idsOf(await saved(ctx, sender, files()))
  const forwarded = [
    { newPath: id, fileName: 'x', size: 1 },
    { newPath: id, fileName: '../../etc/cr\u202Efdp.exe', size: 9e15 },
  ]
  const op = await saved(ctx, sender, [], { forwarded })
  expect(await filesOf(op)).toMatchObject([{ id, path: 'etc/crfdp.exe', bytes: 300 * KIB }])
  expect(op.bytes).toBe(300 * KIB)
})

test('refuses a file that the account may not read, and reveals nothing about it', async () => {
  const [owner, other] = [await makeAccountSender(ctx), await makeAccountSender(ctx)]
  const [id = ''] = await idsOf(await saved(ctx, owner, files()))
  const visitor = await makeSender(ctx)
  await expect(planned(ctx, other, [], { forwarded: itemsOf([id]) })).rejects.toMatchObject(notFound)
  await expect(planned(ctx, other, files(), { forwarded: itemsOf([id]) })).rejects.toMatchObject(notFound)
  await expect(planned(ctx, visitor, [], { forwarded: itemsOf([id]) })).rejects.toMatchObject(notFound)
  await expect(planned(ctx, other, [], { forwarded: itemsOf(['unknown']) })).rejects.toMatchObject(notFound)
  const mine = await idsOf(await saved(ctx, other, files()))
  await expect(planned(ctx, other, [], { forwarded: itemsOf([...mine, id]) })).rejects.toMatchObject(notFound)
  await expect(deleteFiles(ctx, other.accountId, [id])).rejects.toMatchObject(notFound)
  expect(await storedSha256(ctx, id)).not.toBeNull()
})

test('cannot use files of an unsaved upload', async () => {
  const sender = await makeAccountSender(ctx)
  const { files: open } = await uploaded(ctx, sender, files())
  await expect(planned(ctx, sender, [], { forwarded: itemsOf([open[0]?.id ?? '']) })).rejects.toMatchObject(notFound)
})

test("counts forwarded files like others against the role's limits", async () => {
  const sender = await makeAccountSender(ctx, 'free')
  const ids = await idsOf(await saved(ctx, sender, files()))
  const many = Array.from({ length: 48 }, (_, n) => testFile(`${n}`, 1))
  const attempt = planned(ctx, sender, many, { forwarded: itemsOf(ids) })
  await expect(attempt).rejects.toMatchObject({ code: 'too-many-files', facts: { limit: 50 } })
  await sql`update files set bytes = 3000000001 where id = ${ids[0]}`.execute(ctx.db)
  await expect(planned(ctx, sender, [], { forwarded: itemsOf(ids) })).rejects.toMatchObject({
    code: 'over-transfer-limit',
  })
  await sql`update files set bytes = ${300 * KIB} where id = ${ids[0]}`.execute(ctx.db)
  const linked = planned(ctx, sender, [], { forwarded: itemsOf(ids, 'www.evil.example') })
  await expect(linked).rejects.toMatchObject({ code: 'message-holds-link' })
})

test('may use what was mailed to a proven address, as long as its link opens', async () => {
  const [owner, reader, stranger] = [
    await makeAccountSender(ctx),
    await makeAccountSender(ctx),
    await makeAccountSender(ctx),
  ]
  const op = await sendTo(owner, reader)
  const ids = await idsOf(op)
  await forward(reader, ids)
  await expect(planned(ctx, stranger, [], { forwarded: itemsOf(ids) })).rejects.toMatchObject(notFound)
  for (const closed of [
    sql`expires_at = now()`,
    sql`paused_at = now()`,
    sql`blocked_at = now()`,
    sql`password_hash = 'x'`,
    sql`download_limit = 1`,
  ]) {
    await sql`update transfers set ${closed} where id = ${op._id}`.execute(ctx.db)
    await expect(planned(ctx, reader, [], { forwarded: itemsOf(ids) })).rejects.toMatchObject(notFound)
    await sql`
      update transfers set expires_at = null, paused_at = null, blocked_at = null, password_hash = null, download_limit = null
      where id = ${op._id}`.execute(ctx.db)
    await planned(ctx, reader, [], { forwarded: itemsOf(ids) })
  }
  await sql`update recipients set removed_at = now() where transfer_id = ${op._id}`.execute(ctx.db)
  await expect(planned(ctx, reader, [], { forwarded: itemsOf(ids) })).rejects.toMatchObject(notFound)
  await forward(owner, ids)
})

test('withdraws what the owner deletes everywhere; deleting a forward deletes nothing else', async () => {
  const [owner, reader] = [await makeAccountSender(ctx), await makeAccountSender(ctx)]
  const op = await sendTo(owner, reader)
  const [first = '', second = ''] = await idsOf(op)
  const [one, two] = [await forward(reader, [first, second]), await forward(reader, [first, second])]
  const used = await usedBytes(ctx, reader)
  await deleteTransfers(ctx, reader.accountId, [one._id])
  expect(await usedBytes(ctx, reader)).toBe(used)
  expect((await filesOf(two)).every(({ withdrawn_at }) => withdrawn_at === null)).toBe(true)
  expect(await deleteFiles(ctx, owner.accountId, [first])).toBe(1)
  for (const { _id } of [op, two]) {
    const [gone, kept] = await listTransferFiles(ctx.db, _id)
    expect(gone?.withdrawn_at).not.toBeNull()
    expect(kept?.withdrawn_at).toBeNull()
  }
  await expect(planned(ctx, owner, [], { forwarded: itemsOf([first]) })).rejects.toMatchObject(notFound)
})

test('refuses to save after a file was deleted since the plan, and leaves nothing behind', async () => {
  const sender = await makeAccountSender(ctx)
  const [id = '', other = ''] = await idsOf(await saved(ctx, sender, files()))
  const { upload, token } = await planned(ctx, sender, [], { forwarded: itemsOf([id, other]) })
  await deleteFiles(ctx, sender.accountId, [id])
  const { draft } = await resumeTransfer(ctx, sender.actor, upload, [])
  expect(draft.forwarded).toEqual([{ newPath: other, fileName: 'note.txt', size: 900 }])
  await expect(completeTransfer(ctx, sender.actor, { upload, token })).rejects.toMatchObject(notFound)
  const again = await planned(ctx, sender, [], { forwarded: itemsOf([other]) })
  expect(again.upload).not.toBe(upload)
  const op = await completeTransfer(ctx, sender.actor, { upload: again.upload, token: again.token })
  expect(op.fileNumber).toBe(1)
})

test('does not prolong the bytes of a sender without an account', async () => {
  const [visitor, reader] = [await makeSender(ctx), await makeAccountSender(ctx)]
  const op = await sendTo(visitor, reader)
  const ids = await idsOf(op)
  const passed = await forward(reader, ids, [testFile('mine.txt', 10)])
  await sql`update transfers set expires_at = now() - interval '7 days' where id = ${op._id}`.execute(ctx.db)
  await removeExpired(ctx)
  const withdrawn = (await filesOf(passed)).map(({ withdrawn_at }) => withdrawn_at !== null)
  expect(withdrawn).toEqual([false, true, true, true])
  const looks = await sql<{ id: string }>`
    select payload ->> 'transferId' as id from graphile_worker._private_jobs
    where task_id = (select id from graphile_worker._private_tasks where identifier = 'finish-recipients')`.execute(
    ctx.db,
  )
  expect(looks.rows, 'who had the rest of it has all').toContainEqual({ id: passed._id })
  expect(await storedSha256(ctx, ids[0] as string), 'who has begun to fetch it may finish').not.toBeNull()
  await sql`update files set deleted_at = deleted_at - interval '1 day' where deleted_at is not null`.execute(ctx.db)
  await removeExpired(ctx)
  expect(await storedSha256(ctx, ids[0] as string)).toBeNull()
  expect(await findStandingTransfer(ctx.db, passed._id)).not.toBeNull()
})

test('does not mix two forwards that are planned at once', async () => {
  const sender = await makeAccountSender(ctx)
  const [one = '', two = ''] = await idsOf(await saved(ctx, sender, files()))
  const ops = await Promise.all([forward(sender, [one]), forward(sender, [two])])
  expect(await Promise.all(ops.map(idsOf))).toEqual([[one], [two]])
})
