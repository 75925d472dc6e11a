import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeTestEnvironment, openTwo, type TestEnvironment } from '#test/app/test-environment'
import { type AccountSender, makeAccountSender } from '#test/people/account-sender'
import { planned, saved } from '#test/people/sender'
import { sha256Of, storedFiles, storedSha256 } from '#test/storage/stored-bytes'
import { twoStores } from '#test/storage/two-stores'
import { KIB, sendAll, testFile } from '#test/storage/upload-parts'
import type { Context } from '../../context.ts'
import { completeTransfer } from '../../transfers/send/complete-transfer.ts'
import { checkUploads, loadReadable, moveFiles, readFile, removeDeadBlobs, resumeMoves, startMove } from '../index.ts'
import { moveBlob } from './move-blob.ts'
import { findLatestMove, type MoveRow, takeLease } from './move-store.ts'

const AWAY = 'disk-frankfurt'
let environment: TestEnvironment
let ctx: Context
let other: Context
let closeAll: () => Promise<void>
let sender: AccountSender
/** The SHA-256 of every file by its id. */
let sums: Map<string, string>

const content = [
  ...['a', 'b', 'c'].map((name) => testFile(`${name}.txt`, 1_000)),
  testFile('one.bin', 300 * KIB),
  testFile('two.bin', 5_000 * KIB + 17),
  testFile('empty', 0),
]

beforeEach(async () => {
  environment = await makeTestEnvironment(twoStores)
  ;({ ctx, other, closeAll } = await openTwo(environment))
  sender = await makeAccountSender(ctx)
  await saved(ctx, sender, content)
  const rows = await ctx.db.selectFrom('files').select(['id', 'path']).where('bytes', '>', 0).execute()
  const byPath = new Map(content.map((file) => [file.path, sha256Of(file.content)]))
  sums = new Map(rows.map(({ id, path }) => [id, byPath.get(path) ?? '']))
})
afterEach(async () => {
  await closeAll()
  await environment.drop()
})

async function begin(toStore = AWAY): Promise<string> {
  const move = { workspaceId: sender.accountId, toStore, accountId: sender.accountId }
  await ctx.db.transaction().execute((tx) => startMove(tx, ctx, move))
  return (await latest()).id
}
const latest = async () => (await findLatestMove(ctx.db, sender.accountId)) as MoveRow
const places = async () => {
  const rows = await ctx.db.selectFrom('blobs').select('store').orderBy('store').execute()
  return rows.map(({ store }) => store)
}
const filesOf = (store: 'blobs' | 'stores/disk-frankfurt') => storedFiles(join(environment.dataDir, store))
const blobs = () => ctx.db.selectFrom('blobs').selectAll().orderBy('id').execute()
const copies = () => ctx.db.selectFrom('blob_copies').selectAll().execute()
const passADay = () => sql`update blob_copies set remove_at = remove_at - interval '1 day'`.execute(ctx.db)

async function expectWhole(): Promise<void> {
  for (const [id, sum] of sums) expect(await storedSha256(ctx, id)).toBe(sum)
  expect(await checkUploads(ctx, { hash: true })).toEqual([])
}

test('moves every blob, keeps the former bytes for a day, and leaves nothing behind', async () => {
  const before = await filesOf('blobs')
  const id = await begin()
  expect(await latest()).toMatchObject({ total_files: 5, moved_files: 0, ended_at: null })
  await moveFiles(ctx, id)
  expect(await places()).toEqual([AWAY, AWAY, AWAY])
  expect(await latest()).toMatchObject({ outcome: 'done', total_files: 5, moved_files: 5, pass_kept: 0 })
  expect((await latest()).moved_bytes).toBe((await latest()).total_bytes)
  await expectWhole()
  await removeDeadBlobs(ctx)
  expect(await filesOf('blobs')).toEqual(before)
  await passADay()
  await removeDeadBlobs(ctx)
  expect(await filesOf('blobs')).toEqual([])
  expect(await copies()).toEqual([])
  await expectWhole()
})

test('counts only what is wanted: a deleted file moves along inside its blob', async () => {
  await sql`update files set deleted_at = now() where path = 'b.txt'`.execute(ctx.db)
  const id = await begin()
  await moveFiles(ctx, id)
  const { total_files, moved_files, total_bytes, moved_bytes } = await latest()
  expect([total_files, moved_files]).toEqual([4, 4])
  expect(moved_bytes).toBe(total_bytes)
  expect(await places()).toEqual([AWAY, AWAY, AWAY])
})

test('a download that has begun reads on while its file moves', async () => {
  const [id = ''] = [...sums.keys()].slice(-1)
  const [file] = await loadReadable(ctx.db, [id])
  if (file === undefined) throw new Error('no file')
  const stream = readFile(ctx, file)
  const first = (await stream[Symbol.asyncIterator]().next()).value as Buffer
  expect(first.length).toBeGreaterThan(0)
  await moveFiles(ctx, await begin())
  // What was read before the move opens the former bytes again, as each range of a download does.
  expect(sha256Of(await buffer(readFile(ctx, file)))).toBe(sums.get(id))
  stream.destroy()
  expect(await storedSha256(ctx, id)).toBe(sums.get(id))
})

test('two processes move one workspace: each blob moves once', async () => {
  const id = await begin()
  await Promise.all([moveFiles(ctx, id), moveFiles(other, id), moveFiles(ctx, id), moveFiles(other, id)])
  expect(await latest()).toMatchObject({ outcome: 'done', moved_files: 5 })
  expect(await filesOf('stores/disk-frankfurt')).toHaveLength(3)
  await expectWhole()
})

test('a process that has lost its lease changes nothing, and takes its copy away', async () => {
  const id = await begin()
  await takeLease(ctx.db, id, 'the first')
  await sql`update store_moves set lease_until = now() - interval '1 second'`.execute(ctx.db)
  expect(await takeLease(other.db, id, 'the second')).not.toBeNull()
  const [blob] = await blobs()
  if (blob === undefined) throw new Error('no blob')
  const late = await moveBlob(ctx, { moveId: id, token: 'the first' }, blob, ctx.stores.of(AWAY))
  expect(late.outcome).toBe('gone')
  expect((await blobs())[0]).toEqual(blob)
  expect(await copies()).toEqual([])
  expect(await filesOf('stores/disk-frankfurt')).toEqual([])
  const right = await moveBlob(other, { moveId: id, token: 'the second' }, blob, other.stores.of(AWAY))
  expect(right.outcome).toBe('moved')
  await expectWhole()
})

test('goes on after a crash: what the dead process had begun to copy is removed', async () => {
  const id = await begin()
  await takeLease(ctx.db, id, 'dead')
  const [blob] = await blobs()
  if (blob === undefined) throw new Error('no blob')
  const half = await other.stores.of(AWAY).create(blob.bytes, blob.part_bytes)
  const span = { offset: 0, bytes: blob.bytes }
  const source = ctx.stores.of('disk')
  const parts = await ctx.db.selectFrom('parts').selectAll().where('blob_id', '=', blob.id).execute()
  const ref = { ...blob, partBytes: blob.part_bytes, wrappedKey: blob.wrapped_key, multipartId: '' }
  const stored = parts.map(({ starts_at: offset, ...part }) => ({ ...part, offset }))
  await other.stores.of(AWAY).writePart(half, span, source.read(ref, stored, span))
  await sql`insert into blob_copies (key, blob_id, store, multipart_id, move_id, remove_at)
    values (${half.key}, ${blob.id}, ${AWAY}, '', ${id}, now() + interval '1 day')`.execute(ctx.db)
  await moveFiles(ctx, id)
  expect(await latest()).toMatchObject({ ended_at: null, moved_files: 0 })
  await sql`update store_moves set lease_until = now() - interval '1 second'`.execute(ctx.db)
  await resumeMoves(ctx)
  const jobs = await sql<{
    key: string
  }>`select key from graphile_worker.jobs where task_identifier = 'move-files'`.execute(ctx.db)
  expect(jobs.rows).toEqual([{ key: `move-files:${id}` }])
  await moveFiles(ctx, id)
  expect(await latest()).toMatchObject({ outcome: 'done', moved_files: 5 })
  await removeDeadBlobs(ctx)
  expect(await filesOf('stores/disk-frankfurt')).toHaveLength(3)
  await expectWhole()
})

test('waits for a store that is away, says so, and goes on', async () => {
  const folder = join(environment.dataDir, 'stores', AWAY)
  await rename(folder, `${folder}.gone`)
  await writeFile(folder, 'not a folder')
  const id = await begin()
  await moveFiles(ctx, id)
  expect(await latest()).toMatchObject({ waits_for: 'store', waits_store: AWAY, ended_at: null, moved_files: 0 })
  for (const [file, sum] of sums) expect(await storedSha256(ctx, file)).toBe(sum)
  await rm(folder)
  await rename(`${folder}.gone`, folder)
  await moveFiles(ctx, id)
  expect(await latest()).toMatchObject({ outcome: 'done', waits_for: null, moved_files: 5 })
  await expectWhole()
})

test('a file with damaged bytes stays where it is, and the others move', async () => {
  const [small] = (await blobs()).toSorted((one, two) => one.bytes - two.bytes)
  const [path = ''] = (await filesOf('blobs')).filter((name) => name.includes(small?.key ?? '-'))
  await writeFile(path, Buffer.alloc(100_000, 7))
  const id = await begin()
  await moveFiles(ctx, id)
  expect(await latest()).toMatchObject({ outcome: 'done', moved_files: 2, pass_kept: 3 })
  expect(await places()).toEqual(['disk', AWAY, AWAY])
  expect(await copies()).toHaveLength(2)
})

test('an upload in progress goes on in its store, and follows once it is complete', async () => {
  const more = [testFile('late.bin', 400 * KIB)]
  const plan = await planned(ctx, sender, more)
  const id = await begin()
  await moveFiles(ctx, id)
  expect(await latest()).toMatchObject({ waits_for: 'uploads', ended_at: null, moved_files: 5 })
  await sendAll(ctx, plan, more)
  await completeTransfer(ctx, sender.actor, { upload: plan.upload, token: plan.token })
  await moveFiles(ctx, id)
  expect(await latest()).toMatchObject({ outcome: 'done', moved_files: 6 })
  expect(await places()).toEqual([AWAY, AWAY, AWAY, AWAY])
  await expectWhole()
})

test('another move replaces one, and brings everything back', async () => {
  const first = await begin()
  await moveFiles(ctx, first)
  const again = await begin()
  expect(again).not.toBe(first)
  expect(await begin()).toBe(again)
  const back = await begin('disk')
  await moveFiles(ctx, again)
  expect(await places()).toEqual([AWAY, AWAY, AWAY])
  await moveFiles(ctx, back)
  expect(await places()).toEqual(['disk', 'disk', 'disk'])
  await passADay()
  await removeDeadBlobs(ctx)
  expect(await filesOf('stores/disk-frankfurt')).toEqual([])
  await expectWhole()
  expect(await readdir(join(environment.dataDir, 'stores'))).toEqual([AWAY])
})

test('a move into a store that is not configured is refused', async () => {
  await expect(begin('s3')).rejects.toMatchObject({ code: 'store-unavailable' })
})
