/**
 * Acknowledged bytes that are damaged from outside while their upload is open: the damage is noticed, and they are
 * requested again.
 */
import { open, readdir, rename, rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestEnvironment, openTwo, type TestEnvironment } from '#test/app/test-environment'
import { contentOf, fileRowsOf, incoming, KIB, plan, sendAll, testFile } from '#test/storage/upload-parts'
import type { Context } from '../../context.ts'
import { listBlobs } from '../blob-store.ts'
import { checkUploads } from '../consistency/check-uploads.ts'
import { sweepLeftovers } from '../consistency/sweep-leftovers.ts'
import { checkFiles } from '../finish/check-files.ts'
import { completeUpload } from '../finish/complete-upload.ts'
import { sealUpload } from '../finish/seal-upload.ts'
import { readUpload } from '../plan/read-upload.ts'
import { loadReadable, readFile } from '../read-file.ts'
import { partLeasesOf } from './part-leases.ts'
import { listParts } from './part-store.ts'
import { receivePart } from './receive-part.ts'

const PART = 256 * KIB
let environment: TestEnvironment
let ctx: Context
let other: Context
let closeAll: () => Promise<void>

beforeAll(async () => {
  environment = await makeTestEnvironment()
  ;({ ctx, other, closeAll } = await openTwo(environment))
  await Promise.all([partLeasesOf(ctx).start(), partLeasesOf(other).start()])
})
afterAll(async () => {
  await Promise.all([partLeasesOf(ctx).stop(), partLeasesOf(other).stop()])
  await closeAll()
  await environment.drop()
})

const span = (nth: number) => ({ offset: nth * PART, bytes: PART })

/** One file of four parts, received alternately by two processes. */
async function sent(name: string) {
  const files = [testFile(name, 4 * PART)]
  const planned = await plan(ctx, files, { ownerAddress: `${name}@example.com` })
  const [blob] = planned.blobs
  if (!blob) throw new Error('no blob')
  const content = contentOf(blob, files)
  const send = (to: Context, nth: number) => receivePart(to, incoming(planned, blob, content, span(nth)))
  for (const nth of [0, 1, 2, 3]) await send(nth % 2 ? other : ctx, nth)
  const have = async () => (await readUpload(ctx, planned.upload, planned.token, [])).blobs[0]?.have
  const parts = async () => (await listParts(ctx.db, [blob.id])).get(blob.id) ?? []
  return { files, planned, blob, content, send, have, parts }
}

/** The disk store's files of a blob, by segment. */
async function storedFiles(planned: { upload: string }): Promise<Map<string, string>> {
  const [row] = await listBlobs(ctx.db, planned.upload)
  const folder = join(environment.dataDir, 'blobs', row?.key.slice(0, 2) ?? '', row?.key.slice(2, 4) ?? '')
  const names = (await readdir(folder)).filter((name) => name.startsWith(row?.key ?? '-'))
  return new Map(names.map((name) => [name.split('.')[1] ?? '', join(folder, name)]))
}

async function flipAt(path: string, position: number): Promise<void> {
  const file = await open(path, 'r+')
  const byte = Buffer.alloc(1)
  await file.read(byte, 0, 1, position)
  byte.writeUInt8(byte.readUInt8(0) ^ 1)
  await file.write(byte, 0, 1, position)
  await file.close()
}

async function expectWhole({ planned, content }: Awaited<ReturnType<typeof sent>>): Promise<void> {
  await completeUpload(other, planned.upload)
  await ctx.db.transaction().execute((tx) => sealUpload(tx, planned.upload))
  const [file] = await loadReadable(ctx.db, [planned.files[0]?.id ?? ''])
  const chunks = (await readFile(ctx, file as never).toArray()) as Buffer[]
  expect(Buffer.concat(chunks).equals(content)).toBe(true)
  expect(await checkUploads(ctx, { hash: true })).toEqual([])
}

test('writes one file of a blob per process, and reads in either what both wrote', async () => {
  const both = await sent('both')
  expect((await storedFiles(both.planned)).size).toBe(2)
  await expectWhole(both)
  const files = [testFile('alone', 4 * PART)]
  const planned = await plan(ctx, files, { ownerAddress: 'alone@example.com' })
  await sendAll(ctx, planned, files)
  expect((await storedFiles(planned)).size).toBe(1)
})

test('reads parts of the previous version, in its single file, beside those of this version', async () => {
  const older = await sent('older')
  const [first] = await older.parts()
  const path = (await storedFiles(older.planned)).get(first?.segment ?? '') ?? ''
  await rename(path, path.split('.')[0] ?? '')
  await ctx.db
    .updateTable('parts')
    .set({ segment: '' })
    .where('blob_id', '=', older.blob.id)
    .where('segment', '=', first?.segment ?? '-')
    .execute()
  await expectWhole(older)
})

test.each([
  ['cut short', (path: string) => truncate(path, 100)],
  ['gone', (path: string) => rm(path)],
])('treats what a file %s has lost as missing at the save, accepts it again and saves', async (how, damage) => {
  const torn = await sent(how.replace(' ', '-'))
  const [first] = await torn.parts()
  await damage((await storedFiles(torn.planned)).get(first?.segment ?? '') ?? '')
  expect((await checkUploads(ctx)).map(({ id }) => id)).toEqual([torn.blob.id])
  const refused = completeUpload(other, torn.planned.upload)
  await expect(refused).rejects.toMatchObject({ code: 'upload-incomplete', facts: { missingBytes: 2 * PART } })
  expect(await torn.have()).toEqual([
    [PART, PART],
    [3 * PART, PART],
  ])
  for (const nth of [0, 2]) await torn.send(other, nth)
  await expectWhole(torn)
})

test('stores a part whose file is gone when it is sent again, even before a save', async () => {
  const gone = await sent('resent')
  const [first] = await gone.parts()
  await rm((await storedFiles(gone.planned)).get(first?.segment ?? '') ?? '')
  for (const nth of [0, 1, 2, 3]) await gone.send(other, nth)
  await expectWhole(gone)
})

test('finds a flipped bit in an open upload through fsck, and when the part is sent again', async () => {
  const rotten = await sent('flipped')
  const [first, second] = await rotten.parts()
  await flipAt((await storedFiles(rotten.planned)).get(first?.segment ?? '') ?? '', 70_000)
  const [finding, ...more] = await checkUploads(ctx, { hash: true })
  expect(finding).toMatchObject({ kind: 'part-damaged', id: rotten.blob.id, facts: { offset: 0, because: 'damaged' } })
  expect(more).toEqual([])
  await rotten.send(ctx, 1)
  expect((await rotten.parts())[1]).toEqual(second)
  await expect(rotten.send(ctx, 0)).rejects.toMatchObject({ code: 'store-unavailable' })
  expect(await rotten.have()).toEqual([[PART, 3 * PART]])
  await rotten.send(ctx, 0)
  await expectWhole(rotten)
})

test('accepts parts of a complete blob again, and lets no earlier writer acknowledge any', async () => {
  const files = [testFile('first', 4 * PART), testFile('second', 4 * PART)]
  const planned = await plan(ctx, files, { ownerAddress: 'two@example.com' })
  await sendAll(ctx, planned, files)
  await completeUpload(ctx, planned.upload)
  for (const path of (await storedFiles(planned)).values()) await rm(path)
  await expect(completeUpload(other, planned.upload)).rejects.toMatchObject({
    code: 'upload-incomplete',
    facts: { missingBytes: 4 * PART },
  })
  await sendAll(other, { ...planned, blobs: planned.blobs.slice(0, 1) }, files)
  await completeUpload(other, planned.upload)
  expect((await fileRowsOf(ctx, planned.upload)).every(({ crc32 }) => crc32 !== null)).toBe(true)
})

test('loses nothing while a store is unavailable: neither the save nor a part takes anything back', async () => {
  const away = await sent('away')
  const folder = join(environment.dataDir, 'blobs')
  await rename(folder, `${folder}.away`)
  const unavailable = { code: 'store-unavailable' }
  await expect(completeUpload(ctx, away.planned.upload)).rejects.toMatchObject(unavailable)
  await expect(away.send(ctx, 0)).rejects.toMatchObject(unavailable)
  await rename(`${folder}.away`, folder)
  expect(await away.have()).toEqual([[0, 4 * PART]])
  await expectWhole(away)
})

test('sweeps what attempts left beside a finished blob, and names it until then', async () => {
  const left = await sent('left')
  await expectWhole(left)
  const path = [...(await storedFiles(left.planned)).values()][0] ?? ''
  const file = await open(`${path.split('.')[0]}.0123456789abcdef`, 'w')
  await file.close()
  const later = { ...ctx, clock: { nowMs: () => ctx.clock.nowMs() + 2 * 3_600_000 } }
  expect((await checkUploads(later)).filter(({ kind }) => kind === 'segment-without-part')).toHaveLength(1)
  await sweepLeftovers(ctx)
  expect((await storedFiles(left.planned)).size).toBe(2)
  expect(await checkUploads(later)).toEqual([])
})

test('drains a writer of this process whose lease another took before it writes the range again', async () => {
  const files = [testFile('forgotten', PART)]
  const planned = await plan(ctx, files, { ownerAddress: 'forgotten@example.com' })
  const [blob] = planned.blobs
  if (!blob) throw new Error('no blob')
  const content = contentOf(blob, files)
  const body = new Readable({ read() {} })
  body.push(content.subarray(0, PART / 2))
  const stale = receivePart(ctx, incoming(planned, blob, content, span(0), { body }))
  const ended = expect(stale).rejects.toMatchObject({ code: 'part-superseded' })
  const leases = () => ctx.db.selectFrom('part_leases').select('id').execute()
  await expect.poll(leases).toHaveLength(1)
  // Another process takes the row, and this one is not notified.
  await ctx.db.deleteFrom('part_leases').execute()
  await receivePart(ctx, incoming(planned, blob, content, span(0)))
  await ended
  await completeUpload(ctx, planned.upload)
  expect((await storedFiles(planned)).size).toBe(1)
  expect((await checkUploads(ctx, { hash: true })).filter(({ id }) => id === blob.id)).toEqual([])
})

test('checks a file again when its parts are revoked after its check, as those of an arriving transfer may be', async () => {
  const { planned } = await sent('checked')
  await completeUpload(ctx, planned.upload)
  await checkFiles(ctx, [planned.files[0]?.id ?? ''], async () => {})
  const [read] = await fileRowsOf(ctx, planned.upload)
  expect(read?.sha256).toHaveLength(32)
  const [path = ''] = (await storedFiles(planned)).values()
  await rm(path)
  await expect(completeUpload(ctx, planned.upload)).rejects.toMatchObject({ code: 'upload-incomplete' })
  const [unread] = await fileRowsOf(ctx, planned.upload)
  expect([unread?.sha256, unread?.checked_at]).toEqual([null, null])
})
