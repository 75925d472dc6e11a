import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inLanes } from '#test/app/in-lanes'
import { rounds } from '#test/app/rounds'
import { makeTestEnvironment, openTwo, type TestEnvironment } from '#test/app/test-environment'
import { until } from '#test/app/until'
import { type AccountSender, makeAccountSender, usedBytes } from '#test/people/account-sender'
import { planned, saved } from '#test/people/sender'
import { KIB, type TestFile, testFile } from '#test/storage/upload-parts'
import type { Context } from '../../context.ts'
import { checkUploads } from '../../uploads/index.ts'
import { checkTransfers } from '../check/check-transfers.ts'
import { deleteFiles } from '../files/delete-files.ts'
import { listTransferFiles } from '../files/transfer-file-store.ts'
import { completeTransfer } from '../send/complete-transfer.ts'
import { findStandingTransfer } from '../transfer-store.ts'
import { deleteTransfers } from './delete-transfers.ts'
import { restoreTransfers } from './restore-transfers.ts'

let environment: TestEnvironment
let ctx: Context
let other: Context
let closeAll: () => Promise<void>

beforeAll(async () => {
  environment = await makeTestEnvironment()
  ;({ ctx, other, closeAll } = await openTwo(environment))
})
afterAll(async () => {
  expect(await checkUploads(ctx)).toEqual([])
  expect(await checkTransfers(ctx)).toEqual([])
  await closeAll()
  await environment.drop()
})

const BYTES = 300 * KIB + 100
const files = () => [testFile('plans/housing.dwg', 300 * KIB), testFile('note.txt', 100), testFile('empty', 0)]
const nodeOf = (nth: number) => (nth % 2 ? ctx : other)
const standing = async (id: string) => (await findStandingTransfer(ctx.db, id)) !== null
const withdrawn = async (id: string) =>
  (await listTransferFiles(ctx.db, id)).map(({ withdrawn_at }) => withdrawn_at !== null)
const forward = async (sender: AccountSender, of: { _id: string }, more: readonly TestFile[] = []) => {
  const forwarded = (await listTransferFiles(ctx.db, of._id)).map(({ id }) => ({ newPath: id, fileName: '' }))
  return saved(ctx, sender, more, { forwarded })
}
const restore = (sender: AccountSender, ids: readonly string[], on = ctx) =>
  restoreTransfers(on, { id: sender.accountId, role: 'business' }, ids)

test('makes a deleted transfer unknown, frees its storage at once, and restores both within a minute', async () => {
  const sender = await makeAccountSender(ctx)
  const op = await saved(ctx, sender, files())
  expect(await usedBytes(ctx, sender)).toBe(BYTES)
  expect(await deleteTransfers(ctx, sender.accountId, [op._id])).toBe(1)
  expect([await standing(op._id), await usedBytes(ctx, sender), await withdrawn(op._id)]).toEqual([
    false,
    0,
    [true, true, true],
  ])
  expect(await deleteTransfers(ctx, sender.accountId, [op._id])).toBe(0)
  expect(await restore(sender, [op._id])).toBe(1)
  expect([await standing(op._id), await usedBytes(ctx, sender), await withdrawn(op._id)]).toEqual([
    true,
    BYTES,
    [false, false, false],
  ])
  expect(await restore(sender, [op._id])).toBe(0)
})

test('keeps files that another undeleted transfer has, until the last one is deleted', async () => {
  const sender = await makeAccountSender(ctx)
  const op = await saved(ctx, sender, files())
  const more = await forward(sender, op, [testFile('more.txt', 7)])
  await deleteTransfers(ctx, sender.accountId, [op._id])
  expect([await usedBytes(ctx, sender), await withdrawn(more._id)]).toEqual([BYTES + 7, [false, false, false, false]])
  await deleteTransfers(ctx, sender.accountId, [more._id])
  expect(await usedBytes(ctx, sender)).toBe(0)
  await restore(sender, [op._id])
  expect([await usedBytes(ctx, sender), await withdrawn(op._id)]).toEqual([BYTES, [false, false, false]])
  await restore(sender, [more._id])
  expect([await usedBytes(ctx, sender), await withdrawn(more._id)]).toEqual([BYTES + 7, [false, false, false, false]])
})

test('restores nothing after a minute, nor what was deleted from the library', async () => {
  const sender = await makeAccountSender(ctx)
  const [late, op] = [await saved(ctx, sender, files()), await saved(ctx, sender, files())]
  const [first] = await listTransferFiles(ctx.db, op._id)
  await deleteFiles(ctx, sender.accountId, [first?.id ?? ''])
  await deleteTransfers(ctx, sender.accountId, [op._id, late._id])
  await sql`update transfers set deleted_at = now() - interval '61 seconds' where id = ${late._id}`.execute(ctx.db)
  await expect(restore(sender, [op._id, late._id])).rejects.toMatchObject({ code: 'transfer-not-found' })
  expect(await standing(op._id)).toBe(false)
  await restore(sender, [op._id])
  expect([await withdrawn(op._id), await usedBytes(ctx, sender)]).toEqual([[true, false, false], 100])
})

test('does not restore what no longer fits', async () => {
  const sender = await makeAccountSender(ctx)
  const op = await saved(ctx, sender, files())
  await deleteTransfers(ctx, sender.accountId, [op._id])
  const key = `workspace:${sender.accountId}`
  await sql`update allowances set reserved_bytes = 1e12 - ${BYTES - 1}::bigint where key = ${key}`.execute(ctx.db)
  await expect(restore(sender, [op._id])).rejects.toMatchObject({ code: 'storage-full', facts: { limitBytes: 1e12 } })
  expect([await standing(op._id), await usedBytes(ctx, sender)]).toEqual([false, 0])
  await sql`update allowances set reserved_bytes = 1e12 - ${BYTES}::bigint where key = ${key}`.execute(ctx.db)
  expect(await restore(sender, [op._id])).toBe(1)
  await sql`update allowances set reserved_bytes = 0 where key = ${key}`.execute(ctx.db)
})

test('treats a foreign transfer as unknown, and rejects the whole call with it', async () => {
  const [owner, stranger] = [await makeAccountSender(ctx), await makeAccountSender(ctx)]
  const [op, own] = [await saved(ctx, owner, files()), await saved(ctx, stranger, files())]
  const unknown = { code: 'transfer-not-found', facts: {} }
  for (const ids of [[op._id], [own._id, op._id], ['nothing'], [own._id, 'nothing']]) {
    await expect(deleteTransfers(ctx, stranger.accountId, ids)).rejects.toMatchObject(unknown)
  }
  await deleteTransfers(ctx, owner.accountId, [op._id])
  await expect(restore(stranger, [op._id])).rejects.toMatchObject(unknown)
  expect([await standing(op._id), await standing(own._id)]).toEqual([false, true])
  const [file] = await listTransferFiles(ctx.db, op._id)
  const attempt = deleteFiles(ctx, stranger.accountId, [file?.id ?? ''])
  await expect(attempt).rejects.toMatchObject({ code: 'file-not-found', facts: {} })
})

test('frees each byte once with 64 concurrent deletions, of files and transfers, in two processes', async () => {
  const sender = await makeAccountSender(ctx)
  const ops = [await saved(ctx, sender, files()), await saved(ctx, sender, files()), await saved(ctx, sender, files())]
  const shared = await forward(sender, ops[0] as { _id: string })
  const stays = await saved(ctx, sender, files())
  const ids = [...ops, shared].map(({ _id }) => _id)
  const fileIds = (await Promise.all(ids.map((id) => listTransferFiles(ctx.db, id)))).flat().map(({ id }) => id)
  const counts = await inLanes(64, (nth) =>
    nth % 4 < 2
      ? deleteFiles(nodeOf(nth), sender.accountId, nth % 3 ? fileIds : fileIds.toReversed())
      : deleteTransfers(nodeOf(nth), sender.accountId, nth % 3 ? ids : ids.toReversed()),
  )
  expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(ids.length)
  expect(await Promise.all(ids.map(standing))).toEqual([false, false, false, false])
  expect([await usedBytes(ctx, sender), await standing(stays._id)]).toEqual([BYTES, true])
})

test('keeps storage exact after 64 deletions and restorations of one transfer', async () => {
  const sender = await makeAccountSender(ctx)
  const op = await saved(ctx, sender, files())
  const shared = await forward(sender, op)
  for (let round = 0; round < rounds(2, 4); round++) {
    await inLanes(64, (nth) => {
      const id = nth % 3 === 0 ? shared._id : op._id
      return nth % 2 ? restore(sender, [id], nodeOf(nth)) : deleteTransfers(nodeOf(nth), sender.accountId, [id])
    })
    const isKept = (await standing(op._id)) || (await standing(shared._id))
    expect(await usedBytes(ctx, sender)).toBe(isKept ? BYTES : 0)
    expect(await withdrawn(op._id)).toEqual([!isKept, !isKept, !isKept])
  }
})

/** Starts each in turn, the next once the former waits for the account's storage row or for a call that does. */
async function beginInTurn(sender: AccountSender, begin: Array<() => Promise<unknown>>) {
  const key = `workspace:${sender.accountId}`
  const running: Promise<unknown>[] = []
  await ctx.db.transaction().execute(async (tx) => {
    await sql`select from allowances where key = ${key} for update`.execute(tx)
    for (const one of begin) {
      running.push(one())
      running.at(-1)?.catch(() => {})
      await until(async () => {
        const { rows } = await sql<{ waiting: number }>`
          select count(*)::int as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(other.db)
        return rows[0]?.waiting === running.length
      })
    }
  })
  return Promise.allSettled(running)
}

test('saves a forward with its files or refuses it, while its source is deleted', async () => {
  const sender = await makeAccountSender(ctx)
  const plan = async () => {
    const op = await saved(ctx, sender, files())
    const forwarded = (await listTransferFiles(ctx.db, op._id)).map(({ id }) => ({ newPath: id, fileName: '' }))
    const { upload, token } = await planned(ctx, sender, [], { forwarded })
    const save = () => completeTransfer(ctx, sender.actor, { upload, token })
    return { save, remove: () => deleteTransfers(other, sender.accountId, [op._id]), id: op._id }
  }
  const first = await plan()
  const [copied, removed] = await beginInTurn(sender, [first.save, first.remove])
  expect(removed).toMatchObject({ status: 'fulfilled', value: 1 })
  const copy = (copied as PromiseFulfilledResult<{ _id: string }>).value
  expect([await withdrawn(copy._id), await usedBytes(ctx, sender)]).toEqual([[false, false, false], BYTES])
  const second = await plan()
  const [deleted, refused] = await beginInTurn(sender, [second.remove, second.save])
  expect(deleted).toMatchObject({ status: 'fulfilled', value: 1 })
  expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'file-not-found' } })
  expect([await withdrawn(second.id), await usedBytes(ctx, sender)]).toEqual([[true, true, true], BYTES])
})

test('deletes a file with two concurrent deletions of its transfers, whichever is first', async () => {
  const sender = await makeAccountSender(ctx)
  const op = await saved(ctx, sender, files())
  const copy = await forward(sender, op)
  const remove = ({ _id }: { _id: string }) => deleteTransfers(other, sender.accountId, [_id])
  await Promise.all([remove(op), remove(copy)])
  expect([await withdrawn(op._id), await usedBytes(ctx, sender)]).toEqual([[true, true, true], 0])
})
