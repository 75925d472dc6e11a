/**
 * Stored files are read again on a schedule: damage is found and withdrawn, and an unavailable store is not mistaken
 * for damage.
 */
import { open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeTestEnvironment, openTwo, type TestEnvironment } from '#test/app/test-environment'
import { plan, sendAll, type TestFile, testFile } from '#test/storage/upload-parts'
import type { Context } from '../../context.ts'
import { listFiles } from '../blob-store.ts'
import { checkFiles } from '../finish/check-files.ts'
import { completeUpload } from '../finish/complete-upload.ts'
import { sealUpload } from '../finish/seal-upload.ts'
import { partLeasesOf } from '../parts/part-leases.ts'
import { rereadFiles } from './reread-files.ts'

const MIB = 2 ** 20
let environment: TestEnvironment
let ctx: Context
let other: Context
let closeAll: () => Promise<void>
let told: string[] = []
const tell = async (_tx: unknown, { path }: { path: string }) => void told.push(path)

beforeAll(async () => {
  environment = await makeTestEnvironment()
  ;({ ctx, other, closeAll } = await openTwo(environment))
})
afterAll(async () => {
  await Promise.all([partLeasesOf(ctx).stop(), partLeasesOf(other).stop()])
  await closeAll()
  await environment.drop()
})
beforeEach(async () => {
  told = []
  await sql`update files set reread_at = now(), reread_doubts = 0`.execute(ctx.db)
  await nextTurn()
})

/** Stored, sealed, checked, and last read 40 days ago. */
async function stored(name: string, files: TestFile[]): Promise<string[]> {
  const planned = await plan(ctx, files, { ownerAddress: `${name}@example.com` })
  await sendAll(ctx, planned, files)
  await completeUpload(ctx, planned.upload)
  await ctx.db.transaction().execute((tx) => sealUpload(tx, planned.upload))
  const ids = planned.files.map(({ id }) => id)
  await checkFiles(ctx, ids, () => expect.unreachable('a file was withdrawn'))
  await sql`update files set reread_at = now() - interval '40 days' where upload_id = ${planned.upload}`.execute(ctx.db)
  return ids
}

const nextTurn = () => sql`update reread_turn set next_at = now()`.execute(ctx.db)
const filesOf = async (ids: string[]) => {
  const rows = await ctx.db.selectFrom('files').selectAll().where('id', 'in', ids).orderBy('position').execute()
  return rows
}
const dueOf = async (ids: string[]) => {
  const { rows } = await sql<{ id: string }>`
    select id from files where id = any(${ids}::text[]) and reread_at < now() - interval '30 days'`.execute(ctx.db)
  return rows.length
}
const jobs = async () =>
  (await sql`select 1 from graphile_worker.jobs where task_identifier = 'reread-files'`.execute(ctx.db)).rows.length

async function pathOf(fileId: string): Promise<string> {
  const { key } = await ctx.db
    .selectFrom('files')
    .innerJoin('blobs', 'blobs.id', 'files.blob_id')
    .select('key')
    .where('files.id', '=', fileId)
    .executeTakeFirstOrThrow()
  const all = await readdir(join(environment.dataDir, 'blobs'), { recursive: true })
  return join(environment.dataDir, 'blobs', all.find((name) => name.includes(`/${key}`)) ?? '')
}

async function flip(path: string, position: number): Promise<void> {
  const file = await open(path, 'r+')
  const byte = Buffer.alloc(1)
  await file.read(byte, 0, 1, position)
  byte.writeUInt8(byte.readUInt8(0) ^ 4)
  await file.write(byte, 0, 1, position)
  await file.close()
}

test('reads due files and finds them sound, small ones of a pack included, and leaves others alone', async () => {
  const ids = await stored('sound', [testFile('a', 400_000), testFile('b', 10), testFile('c', 20_000)])
  await Promise.all([rereadFiles(ctx, tell), rereadFiles(other, tell)])
  expect(await dueOf(ids)).toBe(0)
  expect(told).toEqual([])
  expect((await filesOf(ids)).every(({ reread_at, reread_bytes }) => reread_at !== null && reread_bytes === 0)).toBe(
    true,
  )
})

test('withdraws a file with a flipped bit after it was seen twice, tells once and raises the alarm', async () => {
  const ids = await stored('rotten', [testFile('rotten.bin', 500_000), testFile('sound.bin', 500_000)])
  await flip(await pathOf(ids[0] ?? ''), 300_000)
  await rereadFiles(ctx, tell)
  await nextTurn()
  await rereadFiles(other, tell)
  expect(told).toEqual(['rotten.bin'])
  expect((await filesOf(ids)).map(({ withdrawn_because }) => withdrawn_because)).toEqual(['damaged', null])
  expect(await dueOf(ids.slice(1))).toBe(0)
  await expect
    .poll(async () => (await ctx.db.selectFrom('alarms').select('alarm').execute()).map(({ alarm }) => alarm))
    .toContain('files-damaged')
})

test('withdraws a stored file that is gone, where the store is available', async () => {
  const ids = await stored('gone', [testFile('gone.bin', 300_000)])
  await rm(await pathOf(ids[0] ?? ''))
  await rereadFiles(ctx, tell)
  expect(told).toEqual(['gone.bin'])
  expect((await filesOf(ids))[0]?.withdrawn_because).toBe('gone')
})

test('withdraws nothing for an unavailable, empty or wrong store, and tries again', async () => {
  const ids = await stored(
    'away',
    Array.from({ length: 6 }, (_, nth) => testFile(`away-${nth}`, 300_000)),
  )
  const folder = join(environment.dataDir, 'blobs')
  await rename(folder, `${folder}.away`)
  await rereadFiles(ctx, tell)
  await rename(`${folder}.away`, folder)
  // Most of what should exist is missing, though the folders exist: another disk, or an old copy.
  const paths = await Promise.all(ids.map(pathOf))
  const rest = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = rest.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  for (const path of files) await rename(path, `${path}.hidden`)
  await sql`update files set reread_at = now() - interval '40 days' where id = any(${ids}::text[])`.execute(ctx.db)
  for (let turn = 0; turn < 3; turn++) {
    await nextTurn()
    await rereadFiles(ctx, tell)
  }
  for (const path of files) await rename(`${path}.hidden`, path)
  expect(told).toEqual([])
  expect(paths).toHaveLength(6)
  expect((await filesOf(ids)).every(({ withdrawn_at }) => withdrawn_at === null)).toBe(true)
})

test('reads a large file over many turns, each from the end of the last, at the configured rate', async () => {
  const ids = await stored('slow', [testFile('slow.bin', 3 * MIB)])
  const rereading = { days: 30, bytesPerSecond: 100_000 }
  const slow = [ctx, other].map((one) => ({ ...one, config: { ...one.config, rereading } })) as [Context, Context]
  await rereadFiles(slow[0], tell)
  expect((await filesOf(ids))[0]?.reread_bytes).toBe(1_000_000)
  // No process continues before the pause has ended, which the next job knows.
  await Promise.all(slow.map((one) => rereadFiles(one, tell)))
  expect((await filesOf(ids))[0]?.reread_bytes).toBe(1_000_000)
  expect(await jobs()).toBe(1)
  const { rows } = await sql<{ pause: number }>`
    select extract(epoch from next_at - now())::float as pause from reread_turn`.execute(ctx.db)
  expect(rows[0]?.pause).toBeGreaterThan(5)
  for (let turn = 0; turn < 3; turn++) {
    await nextTurn()
    await rereadFiles(slow[(turn % 2) as 0 | 1], tell)
  }
  expect(await dueOf(ids)).toBe(0)
  expect(told).toEqual([])
})

test('reads nothing where the rate is 0', async () => {
  const ids = await stored('off', [testFile('off.bin', 300_000)])
  await rereadFiles({ ...ctx, config: { ...ctx.config, rereading: { days: 30, bytesPerSecond: 0 } } }, tell)
  expect(await dueOf(ids)).toBe(1)
  expect(await listFiles(ctx.db, 'none')).toEqual([])
})
