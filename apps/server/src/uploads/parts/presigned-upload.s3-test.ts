import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { PlannedBlob, UploadPlan } from '@waybill/contract/uploads/endpoints'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestEnvironment, openTwo, type TestEnvironment } from '#test/app/test-environment'
import { makeTestBucket, type TestBucket } from '#test/storage/s3-bucket'
import { putPart } from '#test/storage/signed-put'
import {
  completedRows,
  contentOf,
  fileIdsOf,
  fileRowsOf,
  plan,
  type TestFile,
  testFile,
} from '#test/storage/upload-parts'
import type { Context } from '../../context.ts'
import { hashToken } from '../../platform/ids.ts'
import { listBlobs, refOf } from '../blob-store.ts'
import { checkUploads } from '../consistency/check-uploads.ts'
import { abandonUpload } from '../finish/abandon-upload.ts'
import { checkFiles } from '../finish/check-files.ts'
import { completeUpload } from '../finish/complete-upload.ts'
import { reapUploads } from '../finish/reap-uploads.ts'
import { sealUpload } from '../finish/seal-upload.ts'
import { readUpload } from '../plan/read-upload.ts'
import { loadReadable, readFile } from '../read-file.ts'
import { signParts } from './sign-parts.ts'

const MIB = 2 ** 20
let bucket: TestBucket
let environment: TestEnvironment
let ctx: Context
let other: Context
let closeAll: () => Promise<void>

beforeAll(async () => {
  bucket = await makeTestBucket()
  environment = await makeTestEnvironment({
    S3_ENDPOINT: bucket.settings.endpoint,
    S3_REGION: bucket.settings.region,
    S3_BUCKET: bucket.settings.bucket,
    S3_ACCESS_KEY_ID: bucket.settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: bucket.settings.secretAccessKey,
  })
  ;({ ctx, other, closeAll } = await openTwo(environment))
})
afterAll(async () => {
  await closeAll()
  await environment.drop()
  await bucket.close()
})

const mixed = () => [
  testFile('large.bin', 19 * MIB + 5),
  testFile('a.txt', 10),
  testFile('empty', 0),
  testFile('b.txt', 9_999),
  testFile('single.bin', 3 * MIB),
]

interface Sending {
  from?: number
  claimed?: Partial<{ crc32: number; memberCrcs: number[] }>
}

/** Signs and PUTs the parts of a blob like a browser. */
async function send(
  planned: UploadPlan,
  blob: PlannedBlob,
  files: readonly TestFile[],
  { from = 0, claimed }: Sending = {},
) {
  const content = contentOf(blob, files)
  for (let offset = from; offset < blob.bytes; offset += blob.partBytes) {
    const part = content.subarray(offset, offset + blob.partBytes)
    const md5 = createHash('md5').update(part).digest('base64')
    const memberCrcs = blob.members.map(({ file }) => crc32(files[file]?.content ?? ''))
    const wanted = { blob: blob.id, offset, bytes: part.length, crc32: crc32(part), md5, memberCrcs, ...claimed }
    const { parts } = await signParts(ctx, planned.upload, hashToken(planned.token), [wanted])
    expect(await putPart(parts[0] as never, part)).toBe(200)
  }
}
const sendAll = async (planned: UploadPlan, files: readonly TestFile[]) => {
  for (const blob of planned.blobs) await send(planned, blob, files)
}
const read = async (id: string) => {
  const [file] = await loadReadable(ctx.db, [id])
  return Buffer.concat(await readFile(ctx, file as never).toArray())
}

test('sends parts to the store itself, shows what it holds, completes it with 16 concurrent calls, and reads it back', async () => {
  const files = mixed()
  const planned = await plan(ctx, files)
  expect(planned).toMatchObject({ transport: 'presigned', blobs: [{ path: null, resizable: false }, {}, {}] })
  await send(planned, planned.blobs[0] as PlannedBlob, files, { from: 8 * MIB })
  await expect(completeUpload(ctx, planned.upload)).rejects.toMatchObject({
    code: 'upload-incomplete',
    facts: { missingBytes: 8 * MIB + 10_009 + 3 * MIB },
  })
  const now = await readUpload(other, planned.upload, planned.token, [])
  expect(now.blobs.map(({ have }) => have)).toEqual([[[8 * MIB, 11 * MIB + 5]], [], []])
  await sendAll(planned, files)
  const results = await Promise.all(
    Array.from({ length: 16 }, (_, nth) => completedRows(nth % 2 ? ctx : other, planned.upload)),
  )
  for (const rows of results) expect(rows.map((row) => row.crc32)).toEqual(files.map(({ content }) => crc32(content)))
  await ctx.db.transaction().execute((tx) => sealUpload(tx, planned.upload))
  await checkFiles(ctx, await fileIdsOf(ctx, planned.upload), () => expect.unreachable('a file was withdrawn'))
  for (const [nth, { content }] of files.entries()) {
    expect((await read(planned.files[nth]?.id as string)).equals(content)).toBe(true)
  }
  expect(await checkUploads(ctx, { hash: true })).toEqual([])
})

test('settles a completion whose answer was lost with the next one', async () => {
  const files = mixed()
  const planned = await plan(ctx, files)
  await sendAll(planned, files)
  const [row] = await listBlobs(ctx.db, planned.upload)
  const ref = refOf(row as never)
  // The store completed the object and the process died before anything was recorded.
  await ctx.stores.current.complete(
    ref,
    (await ctx.stores.current.listParts(ref)).map((part) => ({ ...part, crc32: 0 })),
  )
  const rows = await completedRows(ctx, planned.upload)
  expect(rows.map((file) => file.crc32)).toEqual(files.map(({ content }) => crc32(content)))
})

test('completes a part that is sent again with other bytes with their checksum', async () => {
  const before = mixed()
  const planned = await plan(ctx, before)
  await sendAll(planned, before)
  const after = [testFile('large.bin', 19 * MIB + 5), ...before.slice(1)]
  await send(planned, planned.blobs[0] as PlannedBlob, after)
  const rows = await completedRows(ctx, planned.upload)
  expect(rows[0]?.crc32).toBe(crc32(after[0]?.content as Buffer))
})

test('notices a part that arrives late, over a newer one in its place, and requests it again', async () => {
  const before = mixed()
  const planned = await plan(ctx, before)
  await sendAll(planned, before)
  const after = [testFile('large.bin', 19 * MIB + 5), ...before.slice(1)]
  const blob = planned.blobs[0] as PlannedBlob
  const [old, fresh] = [before, after].map((files) => contentOf(blob, files).subarray(0, blob.partBytes)) as [
    Buffer,
    Buffer,
  ]
  const sign = async (part: Buffer) => {
    const md5 = createHash('md5').update(part).digest('base64')
    const wanted = { blob: blob.id, offset: 0, bytes: part.length, crc32: crc32(part), md5, memberCrcs: [] }
    return (await signParts(ctx, planned.upload, hashToken(planned.token), [wanted])).parts[0] as never
  }
  const late = await sign(old)
  await send(planned, blob, after)
  const have = async () => (await readUpload(other, planned.upload, planned.token, [])).blobs[0]?.have
  expect(await have()).toEqual([[0, blob.bytes]])
  // The older writer of the place finishes now: the store keeps its bytes in place of the newer part.
  expect(await putPart(late, old)).toBe(200)
  expect(await have()).toEqual([[blob.partBytes, blob.bytes - blob.partBytes]])
  const incomplete = { code: 'upload-incomplete', facts: { missingBytes: blob.partBytes } }
  await expect(completeUpload(ctx, planned.upload)).rejects.toMatchObject(incomplete)
  expect(await putPart(await sign(fresh), fresh)).toBe(200)
  const rows = await completedRows(ctx, planned.upload)
  expect(rows[0]?.crc32).toBe(crc32(after[0]?.content as Buffer))
  expect((await read(planned.files[0]?.id as string)).equals(after[0]?.content as Buffer)).toBe(true)
})

test('withdraws a file with a falsely claimed checksum after the check', async () => {
  const files = mixed()
  const planned = await plan(ctx, files)
  await sendAll(planned, files)
  await send(planned, planned.blobs[1] as PlannedBlob, files, {
    claimed: { memberCrcs: [1, crc32(files[3]?.content ?? '')] },
  })
  await send(planned, planned.blobs[2] as PlannedBlob, files, { claimed: { crc32: 7 } })
  await completeUpload(ctx, planned.upload)
  await ctx.db.transaction().execute((tx) => sealUpload(tx, planned.upload))
  const told: string[] = []
  await checkFiles(ctx, await fileIdsOf(ctx, planned.upload), async (_tx, { path }) => void told.push(path))
  expect(told).toEqual(['a.txt', 'single.bin'])
  const rows = await fileRowsOf(ctx, planned.upload)
  expect(rows.map((row) => row.withdrawn_because)).toEqual([null, 'sum-differs', null, null, 'sum-differs'])
})

test('signs nothing but planned parts of this upload', async () => {
  const files = mixed()
  const [planned, foreign] = [await plan(ctx, files), await plan(ctx, mixed())]
  const [large, pack] = planned.blobs as [PlannedBlob, PlannedBlob]
  const md5 = createHash('md5').update('x').digest('base64')
  const sign = (part: object) =>
    signParts(ctx, planned.upload, hashToken(planned.token), [
      { blob: large.id, offset: 0, bytes: 8 * MIB, crc32: 0, md5, ...part },
    ])
  await expect(sign({ offset: 1 })).rejects.toMatchObject({ code: 'part-misplaced' })
  await expect(sign({ bytes: 8 * MIB - 1 })).rejects.toMatchObject({ code: 'part-misplaced' })
  await expect(sign({ offset: 24 * MIB })).rejects.toMatchObject({ code: 'part-misplaced' })
  await expect(sign({ blob: pack.id, bytes: pack.bytes })).rejects.toMatchObject({ code: 'part-misplaced' })
  await expect(sign({ blob: foreign.blobs[0]?.id })).rejects.toMatchObject({ code: 'upload-not-found' })
  await expect(sign({ md5: 'not base64 of 16 bytes=' })).rejects.toMatchObject({ code: 'invalid-input' })
  await abandonUpload(ctx, planned.upload, hashToken(planned.token))
  await expect(sign({})).rejects.toMatchObject({ code: 'upload-closed' })
})

test('sweeps every object and unfinished multipart upload of what was given up', async () => {
  await sql`update uploads set expires_at = now() where state = 'open'`.execute(ctx.db)
  await reapUploads(ctx, async () => {})
  const rows = await sql<{ key: string }>`select key from blobs`.execute(ctx.db)
  const known = new Set(rows.rows.map(({ key }) => key))
  for await (const { key } of ctx.stores.current.list()) expect(known).toContain(key)
  expect((await checkUploads(ctx)).filter(({ kind }) => kind !== 'file-damaged')).toEqual([])
})
