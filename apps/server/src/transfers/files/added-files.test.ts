import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inLanes } from '#test/app/in-lanes'
import { makeTestEnvironment, openTwo, type TestEnvironment } from '#test/app/test-environment'
import {
  type AccountSender,
  addFiles,
  makeAccountSender,
  planAddition,
  uploadAddition,
  usedBytes,
} from '#test/people/account-sender'
import { changeAccount } from '#test/people/put-account'
import { makeSender, saved } from '#test/people/sender'
import { sha256Of, storedSha256 } from '#test/storage/stored-bytes'
import { KIB, type TestFile, testFile } from '#test/storage/upload-parts'
import type { Context } from '../../context.ts'
import { checkUploads } from '../../uploads/index.ts'
import { checkTransfers } from '../check/check-transfers.ts'
import { deleteTransfers } from '../manage/delete-transfers.ts'
import { listRecipients } from '../recipients/recipient-store.ts'
import { completeTransfer } from '../send/complete-transfer.ts'
import { findStandingTransfer } from '../transfer-store.ts'
import { transferTasks } from '../transfer-tasks.ts'
import { completeAddedFiles } from './complete-added-files.ts'
import { removeTransferFile } from './remove-transfer-file.ts'
import { listTransferFiles } from './transfer-file-store.ts'

let environment: TestEnvironment
let ctx: Context
let other: Context
let closeAll: () => Promise<void>

beforeAll(async () => {
  environment = await makeTestEnvironment()
  ;({ ctx, other, closeAll } = await openTwo(environment))
})
afterAll(async () => {
  expect(await checkUploads(ctx, { hash: true })).toEqual([])
  expect(await checkTransfers(ctx)).toEqual([])
  await closeAll()
  await environment.drop()
})

const files = () => [testFile('plans/housing.dwg', 300 * KIB), testFile('note.txt', 100)]
const filesOf = (op: { _id: string }) => listTransferFiles(ctx.db, op._id)
const pathsOf = async (op: { _id: string }) => (await filesOf(op)).map(({ path }) => path)
const idOf = async (op: { _id: string }, path: string) =>
  (await filesOf(op)).find((file) => file.path === path)?.id ?? ''
const figures = async ({ _id }: { _id: string }) => {
  const found = await findStandingTransfer(ctx.db, _id)
  return { count: found?.file_count, bytes: found?.bytes, isEdited: found?.edited_at !== null }
}

type Op = { _id: string }
const plan = (sender: AccountSender, to: Op, files: readonly TestFile[], replaces?: string) =>
  planAddition(ctx, sender, { to, files, replaces })
const ready = (sender: AccountSender, to: Op, files: readonly TestFile[], replaces?: string) =>
  uploadAddition(ctx, sender, { to, files, replaces })
const add = (sender: AccountSender, to: Op, files: readonly TestFile[], replaces?: string) =>
  addFiles(ctx, sender, { to, files, replaces })

test('appends added files under unique names, and counts them', async () => {
  const sender = await makeAccountSender(ctx)
  const op = await saved(ctx, sender, files())
  await add(sender, op, [testFile('NOTE.txt', 7), testFile('new.bin', 300 * KIB)])
  expect(await pathsOf(op)).toEqual(['plans/housing.dwg', 'note.txt', 'NOTE (2).txt', 'new.bin'])
  expect(await figures(op)).toEqual({ count: 4, bytes: 600 * KIB + 107, isEdited: true })
  expect(await usedBytes(ctx, sender)).toBe(600 * KIB + 107)
  const { rows } = await sql`select 1 from transfers where id = ${op._id} and search_text like '%new.bin%'`.execute(
    ctx.db,
  )
  expect(rows).toHaveLength(1)
})

test('keeps the names of existing files, whatever folders are added', async () => {
  const sender = await makeAccountSender(ctx)
  const op = await saved(ctx, sender, [testFile('plans', 10)])
  await add(sender, op, [testFile('plans/a.txt', 1), testFile('plans/b.txt', 2)])
  expect(await pathsOf(op)).toEqual(['plans', 'a.txt', 'b.txt'])
})

test("puts a replacement in its file's place, and makes a finished recipient unfinished", async () => {
  const sender = await makeAccountSender(ctx)
  const op = await saved(ctx, sender, files())
  await sql`update recipients set finished_at = now(), opened_at = now() where transfer_id = ${op._id}`.execute(ctx.db)
  const old = await idOf(op, 'plans/housing.dwg')
  const better = testFile('plans/housing.dwg', 400 * KIB)
  await add(sender, op, [better], old)
  const [first, second] = await filesOf(op)
  expect([first?.path, second?.path]).toEqual(['plans/housing.dwg', 'note.txt'])
  expect(first?.id).not.toBe(old)
  expect(await storedSha256(ctx, first?.id ?? '')).toBe(sha256Of(better.content))
  expect(await figures(op)).toEqual({ count: 2, bytes: 400 * KIB + 100, isEdited: true })
  const { rows } = await sql`
    select replaces_file_id as old from transfer_files where file_id = ${first?.id}`.execute(ctx.db)
  expect(rows).toEqual([{ old }])
  expect(await listRecipients(ctx.db, op._id)).toMatchObject([{ finished_at: null, opened_at: expect.any(Date) }])
  expect(await storedSha256(ctx, old), 'it stays in the library').not.toBeNull()
  expect(await usedBytes(ctx, sender)).toBe(700 * KIB + 100)
})

test("replaces one of the transfer's files by one file", async () => {
  const sender = await makeAccountSender(ctx)
  const [op, foreign] = [await saved(ctx, sender, files()), await saved(ctx, sender, files())]
  const old = await idOf(op, 'note.txt')
  const two = [testFile('1', 1), testFile('2', 2)]
  await expect(plan(sender, op, two, old)).rejects.toMatchObject({ code: 'invalid-input' })
  for (const id of [await idOf(foreign, 'note.txt'), 'unknown']) {
    await expect(plan(sender, op, [testFile('1', 1)], id)).rejects.toMatchObject({ code: 'file-not-found' })
  }
  const [one, late] = [
    await ready(sender, op, [testFile('x', 10)], old),
    await ready(sender, op, [testFile('y', 11)], old),
  ]
  await completeAddedFiles(ctx, sender.actor, op._id, one)
  const attempt = completeAddedFiles(ctx, sender.actor, op._id, late)
  await expect(attempt).rejects.toMatchObject({ code: 'file-not-found' })
  expect(await pathsOf(op)).toEqual(['plans/housing.dwg', 'x'])
})

test('plans two uploads of the same files for two transfers, and resumes one for the same transfer', async () => {
  const sender = await makeAccountSender(ctx)
  const [op, second] = [await saved(ctx, sender, files()), await saved(ctx, sender, files())]
  const added = [testFile('same.bin', 300 * KIB)]
  const one = await plan(sender, op, added)
  expect((await plan(sender, op, added)).upload).toBe(one.upload)
  expect((await plan(sender, second, added)).upload).not.toBe(one.upload)
})

test('hides a removed file from new readers, and refuses to remove the last one', async () => {
  const sender = await makeAccountSender(ctx)
  const op = await saved(ctx, sender, files())
  const [note, plans] = [await idOf(op, 'note.txt'), await idOf(op, 'plans/housing.dwg')]
  await removeTransferFile(ctx, sender.actor, op._id, note)
  expect([await pathsOf(op), await usedBytes(ctx, sender)]).toEqual([['plans/housing.dwg'], 300 * KIB + 100])
  expect(await figures(op)).toEqual({ count: 1, bytes: 300 * KIB, isEdited: true })
  const again = removeTransferFile(ctx, sender.actor, op._id, note)
  await expect(again).rejects.toMatchObject({ code: 'file-not-found' })
  await expect(removeTransferFile(ctx, sender.actor, op._id, plans)).rejects.toMatchObject({ code: 'last-file' })
  expect(await pathsOf(op)).toEqual(['plans/housing.dwg'])
})

test("applies the role's limits to the whole transfer, even for an earlier plan", async () => {
  const sender = await makeAccountSender(ctx, 'free')
  const op = await saved(ctx, sender, files())
  const some = (from: number, count: number) => Array.from({ length: count }, (_, n) => testFile(`${from + n}`, 1))
  await expect(plan(sender, op, some(0, 49))).rejects.toMatchObject({ code: 'too-many-files', facts: { limit: 50 } })
  const [one, two] = [await ready(sender, op, some(0, 30)), await ready(sender, op, some(100, 30))]
  await completeAddedFiles(ctx, sender.actor, op._id, one)
  const attempt = completeAddedFiles(ctx, sender.actor, op._id, two)
  await expect(attempt).rejects.toMatchObject({ code: 'too-many-files' })
  expect(await figures(op)).toMatchObject({ count: 32 })
  await sql`update files set bytes = 2999999900 where id = ${await idOf(op, 'plans/housing.dwg')}`.execute(ctx.db)
  const large = plan(sender, op, [testFile('l', 100)])
  await expect(large).rejects.toMatchObject({ code: 'over-transfer-limit' })
  await sql`update files set bytes = ${300 * KIB} where id = ${await idOf(op, 'plans/housing.dwg')}`.execute(ctx.db)
  const linked = plan(sender, op, [testFile('www.evil.example', 1)])
  await expect(linked).rejects.toMatchObject({ code: 'message-holds-link' })
})

test('adds the files once with 16 concurrent completions in two processes', async () => {
  const sender = await makeAccountSender(ctx)
  const op = await saved(ctx, sender, files())
  const made = await ready(sender, op, [testFile('a', 5), testFile('b', 300 * KIB)])
  await Promise.all(
    Array.from({ length: 16 }, (_, nth) => completeAddedFiles(nth % 2 ? ctx : other, sender.actor, op._id, made)),
  )
  expect(await pathsOf(op)).toEqual(['plans/housing.dwg', 'note.txt', 'a', 'b'])
  expect(await usedBytes(ctx, sender)).toBe(600 * KIB + 105)
})

test('keeps correct totals and at least one file after 64 concurrent changes', async () => {
  const sender = await makeAccountSender(ctx)
  const op = await saved(
    ctx,
    sender,
    Array.from({ length: 30 }, (_, n) => testFile(`old ${n}`, 10 + n)),
  )
  const ids = (await filesOf(op)).map(({ id }) => id)
  const added = await Promise.all(
    Array.from({ length: 4 }, (_, n) => ready(sender, op, [testFile(`new ${n}`, 100 + n)], n % 2 ? ids[n] : undefined)),
  )
  const nodeOf = (nth: number) => (nth % 2 ? ctx : other)
  await inLanes(64, (nth) => {
    const one = added[nth]
    const change = one
      ? completeAddedFiles(nodeOf(nth), sender.actor, op._id, one)
      : removeTransferFile(nodeOf(nth), sender.actor, op._id, ids[nth % 30] as string)
    return change.catch((error) => expect(error).toMatchObject({ code: expect.stringMatching(/file/) }))
  })
  const left = await filesOf(op)
  expect(left.length).toBeGreaterThan(0)
  const bytes = left.reduce((sum, file) => sum + file.bytes, 0)
  expect(await figures(op)).toEqual({ count: left.length, bytes, isEdited: true })
})

test('refuses other accounts, deleted transfers and suspended accounts', async () => {
  const [sender, stranger] = [await makeAccountSender(ctx), await makeAccountSender(ctx)]
  const op = await saved(ctx, sender, files())
  const made = await ready(sender, op, [testFile('x', 5)])
  const note = await idOf(op, 'note.txt')
  const unknown = { code: 'transfer-not-found', facts: {} }
  await expect(plan(stranger, op, [testFile('x', 1)])).rejects.toMatchObject(unknown)
  await expect(removeTransferFile(ctx, stranger.actor, op._id, note)).rejects.toMatchObject(unknown)
  const stolen = completeAddedFiles(ctx, stranger.actor, op._id, made)
  await expect(stolen).rejects.toMatchObject({ code: 'upload-not-found' })
  const wrong = completeAddedFiles(ctx, sender.actor, op._id, { ...made, token: 'x'.repeat(43) })
  await expect(wrong).rejects.toMatchObject({ code: 'upload-token-wrong' })
  const visitor = await makeSender(ctx)
  const signedOut = completeAddedFiles(ctx, visitor.actor, op._id, made)
  await expect(signedOut).rejects.toMatchObject({ code: 'unauthenticated' })
  const own = await saved(ctx, stranger, files())
  const elsewhere = completeAddedFiles(ctx, sender.actor, own._id, made)
  await expect(elsewhere).rejects.toMatchObject({ code: 'upload-not-found' })
  const asTransfer = completeTransfer(ctx, sender.actor, made)
  await expect(asTransfer).rejects.toMatchObject({ code: 'upload-closed' })
  for (const [change, undo, code] of [
    [{ suspended_at: new Date() }, { suspended_at: null }, 'account-suspended'],
    [{ subscription: 'past_due' }, { subscription: 'active' }, 'subscription-due'],
  ] as const) {
    await changeAccount(ctx.db, sender.accountId, change)
    await expect(plan(sender, op, [testFile('x', 1)])).rejects.toMatchObject({ code })
    await expect(completeAddedFiles(ctx, sender.actor, op._id, made)).rejects.toMatchObject({ code })
    await changeAccount(ctx.db, sender.accountId, undo)
  }
  await deleteTransfers(ctx, sender.accountId, [op._id])
  await expect(completeAddedFiles(ctx, sender.actor, op._id, made)).rejects.toMatchObject(unknown)
  await expect(removeTransferFile(ctx, sender.actor, op._id, note)).rejects.toMatchObject(unknown)
})

test('removes files that were never uploaded with their addition', async () => {
  const sender = await makeAccountSender(ctx)
  const op = await saved(ctx, sender, files())
  const { upload } = await ready(sender, op, [testFile('left', 300 * KIB)])
  await sql`update uploads set expires_at = now() where id = ${upload}`.execute(ctx.db)
  await transferTasks(ctx)['reap-uploads']?.({})
  const { rows } = await sql`select 1 from uploads left join additions on true where uploads.id = ${upload}`.execute(
    ctx.db,
  )
  expect([rows, await pathsOf(op)]).toEqual([[], ['plans/housing.dwg', 'note.txt']])
})
