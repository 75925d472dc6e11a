import { createHash } from 'node:crypto'
import { open, readdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestEnvironment, openTwo, type TestEnvironment } from '#test/app/test-environment'
import {
  completedRows,
  contentOf,
  fileIdsOf,
  fileRowsOf,
  incoming,
  KIB,
  plan,
  sendAll,
  type TestFile,
  testFile,
} from '#test/storage/upload-parts'
import { listAllowances } from '../../billing/index.ts'
import type { Context } from '../../context.ts'

import { checkUploads } from '../consistency/check-uploads.ts'
import { receivePart } from '../parts/receive-part.ts'
import { loadReadable, readFile } from '../read-file.ts'
import { checkFiles } from './check-files.ts'
import { completeUpload } from './complete-upload.ts'
import { reapUploads } from './reap-uploads.ts'
import { sealUpload } from './seal-upload.ts'

let environment: TestEnvironment
let ctx: Context
let other: Context
let closeAll: () => Promise<void>

beforeAll(async () => {
  environment = await makeTestEnvironment()
  ;({ ctx, other, closeAll } = await openTwo(environment))
})
afterAll(async () => {
  await closeAll()
  await environment.drop()
})

const mixed = (): TestFile[] => [
  testFile('large.bin', 5_000 * KIB + 7),
  testFile('a.txt', 10),
  testFile('empty', 0),
  testFile('b.txt', 255 * KIB),
  testFile('half.bin', 256 * KIB),
]
const seal = (id: string) => ctx.db.transaction().execute((tx) => sealUpload(tx, id))
const sent = async (files: TestFile[], ownerAddress = 'mei@example.com') => {
  const planned = await plan(ctx, files, { ownerAddress })
  await sendAll(ctx, planned, files)
  return planned
}
const read = async (id: string, offset: number, bytes: number) => {
  const [file] = await loadReadable(ctx.db, [id], { offset, bytes })
  return Buffer.concat(await readFile(ctx, file as never, { offset, bytes }).toArray())
}

test("computes each file's checksum and reads each file back, whole and in part", async () => {
  const files = mixed()
  const planned = await sent(files)
  const stored = await completedRows(ctx, planned.upload)
  expect(stored.map((row) => row.crc32)).toEqual(files.map(({ content }) => crc32(content)))
  for (const [nth, { content }] of files.entries()) {
    const id = planned.files[nth]?.id as string
    expect((await read(id, 0, content.length)).equals(content)).toBe(true)
    const middle = Math.floor(content.length / 2)
    expect((await read(id, middle, content.length - middle)).equals(content.subarray(middle))).toBe(true)
  }
  expect(await loadReadable(ctx.db, ['unknown', planned.files[2]?.id as string])).toMatchObject([
    { bytes: 0, source: null },
  ])
})

test('reports missing bytes and keeps the rest', async () => {
  const files = mixed()
  const planned = await plan(ctx, files)
  await expect(completeUpload(ctx, planned.upload)).rejects.toMatchObject({
    code: 'upload-incomplete',
    facts: { missingBytes: files.reduce((sum, { content }) => sum + content.length, 0) },
  })
  const [blob] = planned.blobs
  const content = contentOf(blob as never, files)
  await receivePart(ctx, incoming(planned, blob as never, content, { offset: 2048 * KIB, bytes: 2048 * KIB }))
  await expect(completeUpload(ctx, planned.upload)).rejects.toMatchObject({
    facts: { missingBytes: 3_463 * KIB + 17 },
  })
  await sendAll(ctx, planned, files)
  await completeUpload(ctx, planned.upload)
})

test('agrees in 16 completions in two processes, one of which seals', async () => {
  const files = mixed()
  const planned = await sent(files)
  const results = await Promise.all(
    Array.from({ length: 16 }, (_, nth) => completedRows(nth % 2 ? ctx : other, planned.upload)),
  )
  for (const rows of results) expect(rows.map((row) => row.crc32)).toEqual(files.map(({ content }) => crc32(content)))
  const sealed = await Promise.all(
    Array.from({ length: 16 }, (_, nth) =>
      (nth % 2 ? ctx : other).db.transaction().execute((tx) => sealUpload(tx, planned.upload)),
    ),
  )
  expect(sealed.filter((row) => row !== null)).toHaveLength(1)
  const again = await completeUpload(ctx, planned.upload)
  expect(again).toHaveLength(5)
})

test('turns the reservation into usage when it seals, and accepts no more parts', async () => {
  const files = mixed()
  const planned = await sent(files, 'seals@example.com')
  await completeUpload(ctx, planned.upload)
  await seal(planned.upload)
  const bytes = files.reduce((sum, { content }) => sum + content.length, 0)
  const row = (await listAllowances(ctx.db)).find(({ key }) => key === 'address:seals@example.com')
  expect(row).toMatchObject({ reservedBytes: 0, usedBytes: bytes })
  const [blob] = planned.blobs
  const part = incoming(planned, blob as never, contentOf(blob as never, files), { offset: 0, bytes: 64 * KIB })
  await expect(receivePart(ctx, part)).rejects.toMatchObject({ code: 'upload-closed' })
})

test('stores the SHA-256 of every file, once', async () => {
  const files = mixed()
  const planned = await sent(files)
  await completeUpload(ctx, planned.upload)
  await seal(planned.upload)
  const told: string[] = []
  const tell = async (_tx: unknown, { path }: { path: string }) => void told.push(path)
  await checkFiles(ctx, await fileIdsOf(ctx, planned.upload), tell)
  await checkFiles(ctx, await fileIdsOf(ctx, planned.upload), tell)
  const rows = await fileRowsOf(ctx, planned.upload)
  expect(rows.map(({ sha256 }) => sha256?.toString('hex'))).toEqual(
    files.map(({ content }) => createHash('sha256').update(content).digest('hex')),
  )
  expect(told).toEqual([])
  expect(await checkUploads(ctx, { hash: true })).toEqual([])
})

/** The disk store's file of a blob. */
async function storedFile(blobId: string): Promise<string> {
  const { rows } = await sql<{ key: string }>`select key from blobs where id = ${blobId}`.execute(ctx.db)
  const all = await readdir(join(environment.dataDir, 'blobs'), { recursive: true })
  return join(environment.dataDir, 'blobs', all.find((name) => name.includes(`/${rows[0]?.key}`)) as string)
}

test('withdraws a file with altered bytes or a wrong checksum, tells once, and finds it in the consistency check', async () => {
  const files = mixed()
  const planned = await sent(files)
  await completeUpload(ctx, planned.upload)
  await seal(planned.upload)
  const handle = await open(await storedFile(planned.blobs[0]?.id as string), 'r+')
  await handle.write(Buffer.from([1, 2, 3, 4, 5, 6, 7, 8]), 0, 8, 1_000_000)
  await handle.close()
  await sql`update files set crc32 = 1 where id = ${planned.files[1]?.id}`.execute(ctx.db)
  expect((await checkUploads(ctx, { hash: true })).filter(({ kind }) => kind === 'file-damaged')).toHaveLength(2)
  const told: string[] = []
  const ids = await fileIdsOf(ctx, planned.upload)
  for (let run = 0; run < 2; run++) await checkFiles(ctx, ids, async (_tx, { path }) => void told.push(path))
  expect(told).toEqual(['large.bin', 'a.txt'])
  const rows = await fileRowsOf(ctx, planned.upload)
  expect(rows.map((row) => row.withdrawn_because)).toEqual(['damaged', 'sum-differs', null, null, null])
  expect(rows[0]?.sha256).toBeNull()
})

test('removes bytes, rows and reservation of expired and abandoned uploads, wherever an earlier sweep died', async () => {
  const files = mixed()
  const planned = await sent(files, 'reaped@example.com')
  const kept = await sent(mixed(), 'kept@example.com')
  const path = await storedFile(planned.blobs[0]?.id as string)
  await sql`update uploads set expires_at = now() - interval '1 second' where id = ${planned.upload}`.execute(ctx.db)
  // An earlier run died: after it closed the upload and removed one blob's bytes, and while it deleted its rows.
  await unlink(path)
  await expect(reapUploads(ctx, () => Promise.reject(new Error('died')))).rejects.toThrow('died')
  const forgotten: string[] = []
  const forget = async (_tx: unknown, id: string) => void forgotten.push(id)
  await Promise.all([reapUploads(ctx, forget), reapUploads(other, forget)])
  expect(new Set(forgotten)).toEqual(new Set([planned.upload]))
  const { rows } = await sql`select 1 from uploads where id = ${planned.upload}`.execute(ctx.db)
  expect(rows).toEqual([])
  const { rows: blobs } = await sql`select 1 from blobs where upload_id = ${planned.upload}`.execute(ctx.db)
  expect(blobs).toEqual([])
  const row = (await listAllowances(ctx.db)).find(({ key }) => key === 'address:reaped@example.com')
  expect(row).toMatchObject({ reservedBytes: 0, usedBytes: 0 })
  await completeUpload(ctx, kept.upload)
})

test('names what is inconsistent in the consistency check', async () => {
  const planned = await sent(mixed(), 'off@example.com')
  await sql`update blobs set received_bytes = received_bytes - 1 where id = ${planned.blobs[0]?.id}`.execute(ctx.db)
  await sql`update allowances set reserved_bytes = reserved_bytes + 1 where key = 'address:off@example.com'`.execute(
    ctx.db,
  )
  await unlink(await storedFile(planned.blobs[1]?.id as string))
  const stray = await ctx.stores.current.create(10, 10)
  const { Readable } = await import('node:stream')
  await ctx.stores.current.writePart(stray, { offset: 0, bytes: 10 }, Readable.from([Buffer.alloc(10)]))
  const fresh = await checkUploads(ctx)
  const kinds = (found: typeof fresh) => found.map(({ kind }) => kind).filter((kind) => kind !== 'file-damaged')
  expect(kinds(fresh)).toEqual(['row-without-bytes', 'received-bytes-off', 'allowance-off'])
  const later = { ...ctx, clock: { nowMs: () => ctx.clock.nowMs() + 2 * 3_600_000 } }
  expect(await checkUploads(later)).toContainEqual({
    kind: 'bytes-without-row',
    id: stray.key,
    facts: { store: 'disk' },
  })
})
