import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeTestEnvironment, type TestEnvironment } from '#test/app/test-environment'
import { contentOf, halfSent, incoming, KIB, plan, sendAll, testFile } from '#test/storage/upload-parts'
import type { Context } from '../../context.ts'
import { hashToken } from '../../platform/ids.ts'
import { checkUploads } from '../consistency/check-uploads.ts'
import { abandonUpload } from '../finish/abandon-upload.ts'
import { readUpload } from '../plan/read-upload.ts'
import { partLeasesOf } from './part-leases.ts'
import { listParts } from './part-store.ts'
import { receivePart } from './receive-part.ts'

const PART = 256 * KIB
const first = { offset: 0, bytes: PART }
let environment: TestEnvironment
let ctx: Context
let other: Context
const closers: Array<() => Promise<void>> = []

beforeAll(async () => {
  environment = await makeTestEnvironment()
  for (const set of [(made: Context) => (ctx = made), (made: Context) => (other = made)]) {
    const node = await environment.open()
    set(node.ctx)
    await partLeasesOf(node.ctx).start()
    closers.push(async () => {
      await partLeasesOf(node.ctx).stop()
      await node.close()
    })
  }
})
afterEach(async () => {
  const { rows } = await sql`select * from part_leases`.execute(ctx.db)
  expect(rows).toEqual([])
  expect(await checkUploads(ctx)).toEqual([])
})
afterAll(async () => {
  for (const close of closers) await close()
  await environment.drop()
})

async function planOne(bytes = 4 * PART) {
  const files = [testFile('one.bin', bytes)]
  const planned = await plan(ctx, files)
  const [blob] = planned.blobs
  if (!blob) throw new Error('no blob')
  return { files, planned, blob, content: contentOf(blob, files) }
}
const have = async (planned: { upload: string; token: string }) =>
  (await readUpload(ctx, planned.upload, planned.token, [])).blobs.map((blob) => blob.have)

const leaseCount = async () => (await sql`select 1 from part_leases`.execute(ctx.db)).rows.length

test('stores, counts and shows a part; reads, compares and acknowledges it again when it is sent again', async () => {
  const { planned, blob, content } = await planOne()
  const span = { offset: PART, bytes: PART }
  const reply = await receivePart(ctx, incoming(planned, blob, content, span))
  expect(reply).toMatchObject(span)
  expect(await have(planned)).toEqual([[[PART, PART]]])
  const before = (await listParts(ctx.db, [blob.id])).get(blob.id)
  expect(await receivePart(other, incoming(planned, blob, content, span))).toEqual(reply)
  const lying = receivePart(
    other,
    incoming(planned, blob, content, span, { body: Readable.from([Buffer.alloc(PART)]) }),
  )
  await expect(lying).rejects.toMatchObject({ code: 'part-crc-mismatch' })
  expect((await listParts(ctx.db, [blob.id])).get(blob.id)).toEqual(before)
})

test('acknowledges a range that several parts cover exactly by their combined checksum', async () => {
  const { planned, blob, content } = await planOne()
  for (const offset of [0, PART]) await receivePart(ctx, incoming(planned, blob, content, { offset, bytes: PART }))
  const both = { offset: 0, bytes: 2 * PART }
  expect(await receivePart(ctx, incoming(planned, blob, content, both))).toMatchObject(both)
})

test.each([
  ['other bytes', { offset: PART, bytes: PART }, true],
  ['a longer range', { offset: PART, bytes: 2 * PART }, false],
  ['a shorter range', { offset: PART, bytes: PART / 2 }, false],
  ['a range that reaches into it', { offset: PART / 2, bytes: PART }, false],
])('answers %s over an acknowledged part with a conflict and changes nothing', async (_name, span, isOther) => {
  const { planned, blob, content } = await planOne()
  await receivePart(ctx, incoming(planned, blob, content, { offset: PART, bytes: PART }))
  const sent = isOther ? testFile('', content.length).content : content
  const refused = receivePart(ctx, incoming(planned, blob, sent, span))
  await expect(refused).rejects.toMatchObject({ code: 'part-conflict', facts: { have: [PART, PART] } })
  expect(await have(planned)).toEqual([[[PART, PART]]])
})

test('does not store a part with another checksum than claimed, which can be sent again', async () => {
  const { planned, blob, content } = await planOne()
  const wrong = receivePart(ctx, incoming(planned, blob, content, first, { crc32: 1 }))
  await expect(wrong).rejects.toMatchObject({ code: 'part-crc-mismatch' })
  expect(await have(planned)).toEqual([[]])
  await receivePart(ctx, incoming(planned, blob, content, first))
})

test.each([
  ['beyond the end', { offset: 4 * PART, bytes: PART }],
  ['over the end', { offset: 3 * PART, bytes: 2 * PART }],
  ['between records', { offset: 100, bytes: PART }],
  ['short of a record', { offset: 0, bytes: 100 }],
])('calls a part %s misplaced', async (_name, span) => {
  const { planned, blob, content } = await planOne()
  await expect(receivePart(ctx, incoming(planned, blob, content, span))).rejects.toMatchObject({
    code: 'part-misplaced',
  })
})

test("receives a pack whole, and computes its files' checksums", async () => {
  const files = [testFile('a', 100_000), testFile('b', 1), testFile('c', 50_000)]
  const planned = await plan(ctx, files)
  const [blob] = planned.blobs
  const content = contentOf(blob as never, files)
  const piece = receivePart(ctx, incoming(planned, blob as never, content, { offset: 0, bytes: 65_536 }))
  await expect(piece).rejects.toMatchObject({ code: 'part-misplaced', facts: { offset: 0, bytes: 150_001 } })
  await sendAll(ctx, planned, files)
  expect(await have(planned)).toEqual([[[0, 150_001]]])
})

test('accepts nothing with a token, upload or blob that does not fit', async () => {
  const [mine, theirs] = [await planOne(), await planOne()]
  const attempt = (more: object) => receivePart(ctx, incoming(mine.planned, mine.blob, mine.content, first, more))
  await expect(attempt({ tokenHash: hashToken('x') })).rejects.toMatchObject({ code: 'upload-token-wrong' })
  await expect(attempt({ tokenHash: hashToken(theirs.planned.token) })).rejects.toMatchObject({
    code: 'upload-token-wrong',
  })
  await expect(attempt({ uploadId: 'none' })).rejects.toMatchObject({ code: 'upload-not-found' })
  await expect(attempt({ blobId: theirs.blob.id })).rejects.toMatchObject({ code: 'upload-not-found' })
  await abandonUpload(ctx, mine.planned.upload, hashToken(mine.planned.token))
  await expect(attempt({})).rejects.toMatchObject({ code: 'upload-closed' })
})

test('keeps one whole part from 16 requests for one range in two processes', async () => {
  const { planned, blob, content, files } = await planOne()
  const results = await Promise.allSettled(
    Array.from({ length: 16 }, (_, n) => receivePart(n % 2 ? ctx : other, incoming(planned, blob, content, first))),
  )
  expect(results.some(({ status }) => status === 'fulfilled')).toBe(true)
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'part-superseded' })
  }
  for (let n = 1; n < 4; n++)
    await receivePart(ctx, incoming(planned, blob, content, { offset: n * PART, bytes: PART }))
  expect((await listParts(ctx.db, [blob.id])).get(blob.id)).toHaveLength(4)
  expect(files[0]?.content).toHaveLength(4 * PART)
})

test('does not wait for the lease of a dead process', async () => {
  const { planned, blob, content } = await planOne()
  await sql`insert into part_leases values ('dead', ${blob.id}, 0, ${PART}, 'a node that is gone', now())`.execute(
    ctx.db,
  )
  await receivePart(ctx, incoming(planned, blob, content, first))
  expect(await have(planned)).toEqual([[[0, PART]]])
})

test('acknowledges nothing after a connection breaks, and frees its range', async () => {
  const { planned, blob, content } = await planOne()
  const stuck = halfSent(content, first)
  const broken = receivePart(ctx, incoming(planned, blob, content, first, { body: stuck.body }))
  const refused = expect(broken).rejects.toMatchObject({ code: 'part-size-mismatch' })
  await expect.poll(leaseCount).toBe(1)
  stuck.body.destroy(new Error('aborted'))
  await refused
  expect(await have(planned)).toEqual([[]])
})

test('ends a connection that is too slow', async () => {
  const { planned, blob, content } = await planOne()
  const { body } = halfSent(content, first)
  const pace = { windowMs: 60, minBytesPerSecond: 1_000 }
  const slow = receivePart(ctx, incoming(planned, blob, content, first, { body, pace }))
  await expect(slow).rejects.toMatchObject({ code: 'part-too-slow' })
})

test('keeps nothing of an upload that is abandoned while a part arrives', async () => {
  const { planned, blob, content } = await planOne()
  const stuck = halfSent(content, first)
  const running = receivePart(ctx, incoming(planned, blob, content, first, { body: stuck.body }))
  const refused = expect(running).rejects.toMatchObject({ code: 'upload-closed' })
  await expect.poll(leaseCount).toBe(1)
  await abandonUpload(ctx, planned.upload, hashToken(planned.token))
  stuck.finish()
  await refused
  expect((await listParts(ctx.db, [blob.id])).get(blob.id)).toEqual([])
})

test('ends the writers of a process that loses the database session, which listens again afterwards', async () => {
  const { planned, blob, content } = await planOne()
  const stuck = halfSent(content, first)
  const running = receivePart(ctx, incoming(planned, blob, content, first, { body: stuck.body }))
  const refused = expect(running).rejects.toMatchObject({ code: 'database-unavailable' })
  await expect.poll(leaseCount).toBe(1)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'waybill-part-leases' and datname = current_database()`.execute(ctx.db)
  await refused
  await pause(100)
  const again = halfSent(content, first)
  const older = receivePart(ctx, incoming(planned, blob, content, first, { body: again.body }))
  await expect.poll(leaseCount).toBe(1)
  const reply = await receivePart(other, incoming(planned, blob, content, first))
  expect(await older).toEqual(reply)
})
