/** Requests for the same range of one blob, in one process and in two. */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeTestEnvironment, openTwo, type TestEnvironment } from '#test/app/test-environment'
import { contentOf, halfSent, incoming, KIB, plan, testFile } from '#test/storage/upload-parts'
import type { Context } from '../../context.ts'
import { type BlobRow, listBlobs } from '../blob-store.ts'
import { checkUploads } from '../consistency/check-uploads.ts'
import { isPartSound } from '../finish/sum-stored.ts'
import { readUpload } from '../plan/read-upload.ts'
import { partLeasesOf } from './part-leases.ts'
import { listParts } from './part-store.ts'
import { receivePart } from './receive-part.ts'

/** Large enough that its first half is written before the second arrives. */
const PART = 2_048 * KIB
const first = { offset: 0, bytes: PART }
let environment: TestEnvironment
let ctx: Context
let other: Context
let closeAll: () => Promise<void>

beforeAll(async () => {
  environment = await makeTestEnvironment()
  ;({ ctx, other, closeAll } = await openTwo(environment))
  for (const one of [ctx, other]) await partLeasesOf(one).start()
})
afterEach(async () => {
  await expect.poll(leaseCount).toBe(0)
  expect(await checkUploads(ctx)).toEqual([])
})
afterAll(async () => {
  for (const one of [ctx, other]) await partLeasesOf(one).stop()
  await closeAll()
  await environment.drop()
})

async function planOne() {
  const files = [testFile('one.bin', 2 * PART)]
  const planned = await plan(ctx, files)
  const [blob] = planned.blobs
  if (!blob) throw new Error('no blob')
  return { planned, blob, content: contentOf(blob, files) }
}
const have = async (planned: { upload: string; token: string }) =>
  (await readUpload(ctx, planned.upload, planned.token, [])).blobs.map((blob) => blob.have)
const leaseCount = async () => (await sql`select 1 from part_leases`.execute(ctx.db)).rows.length
/** Whether each stored part has the bytes that were acknowledged. */
async function areSound({ planned, blob }: Awaited<ReturnType<typeof planOne>>): Promise<boolean[]> {
  const [row] = await listBlobs(ctx.db, planned.upload)
  const parts = (await listParts(ctx.db, [blob.id])).get(blob.id) ?? []
  return Promise.all(parts.map((part) => isPartSound(ctx, row as BlobRow, part)))
}

const inEach = test.each([
  ['this process', () => ctx],
  ['another process', () => other],
])

inEach(
  'ends a stuck request as one in %s for the same range is complete, and tells it that its bytes are there',
  async (_name, second) => {
    const { planned, blob, content } = await planOne()
    const stuck = halfSent(content, first)
    const older = receivePart(ctx, incoming(planned, blob, content, first, { body: stuck.body }))
    await expect.poll(leaseCount).toBe(1)
    const reply = await receivePart(second(), incoming(planned, blob, content, first))
    expect(await older).toEqual(reply)
    stuck.finish()
    expect(await have(planned)).toEqual([[[0, PART]]])
  },
)

inEach(
  'lets the older of two requests win that %s receives at once, where it is complete first',
  async (_name, second) => {
    const raced = await planOne()
    const { planned, blob, content } = raced
    const [one, two] = [halfSent(content, first), halfSent(content, first)]
    const older = receivePart(ctx, incoming(planned, blob, content, first, { body: one.body }))
    await expect.poll(leaseCount).toBe(1)
    const newer = receivePart(second(), incoming(planned, blob, content, first, { body: two.body }))
    await expect.poll(leaseCount).toBe(2)
    await expect.poll(() => one.body.readableLength + two.body.readableLength).toBe(0)
    one.finish()
    expect(await older).toMatchObject(first)
    expect(await newer).toMatchObject(first)
    two.finish()
    expect(await areSound(raced)).toEqual([true])
  },
)

inEach('refuses the slower of two requests in %s that claims other bytes for the range', async (_name, second) => {
  const raced = await planOne()
  const { planned, blob, content } = raced
  const wrong = testFile('', content.length).content
  const lying = halfSent(wrong, first)
  const refused = expect(
    receivePart(second(), incoming(planned, blob, wrong, first, { body: lying.body })),
  ).rejects.toMatchObject({ code: 'part-superseded' })
  await expect.poll(leaseCount).toBe(1)
  await receivePart(ctx, incoming(planned, blob, content, first))
  await refused
  expect(await areSound(raced)).toEqual([true])
})

test('ends the oldest of two requests for a range for a third one', async () => {
  const { planned, blob, content } = await planOne()
  const bodies = [1, 2, 3].map(() => halfSent(content, first))
  const answers = []
  for (const [nth, { body }] of bodies.entries()) {
    answers.push(receivePart(ctx, incoming(planned, blob, content, first, { body })))
    if (nth === 0) answers[0]?.catch(() => {})
    if (nth < 2) await expect.poll(leaseCount).toBe(nth + 1)
  }
  await expect(answers[0]).rejects.toMatchObject({ code: 'part-superseded' })
  bodies[2]?.finish()
  expect(await Promise.all(answers.slice(1))).toMatchObject([first, first])
})

test.each([1, 2, 3, 4, 5, 6])(
  'stores what was sent, however requests of two processes race and break (seed %i)',
  async (seed) => {
    let state = seed
    const dice = (sides: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return Math.floor((state / 2 ** 32) * sides)
    }
    const raced = await planOne()
    const { planned, blob, content } = raced
    const wrong = testFile('', content.length).content
    const running: Promise<unknown>[] = []
    const open: Array<ReturnType<typeof halfSent>> = []
    for (let step = 0; step < 24; step++) {
      const body = open.length > 0 && dice(2) === 0 ? open.splice(dice(open.length), 1)[0] : undefined
      if (body === undefined) {
        // One in four lies, and its checksum says so.
        const bytes = dice(4) === 0 ? wrong : content
        const made = halfSent(bytes, first)
        open.push(made)
        const part = incoming(planned, blob, content, first, { body: made.body })
        running.push(receivePart(dice(2) === 0 ? ctx : other, part).catch((error) => error.code))
      } else if (dice(3) === 0) body.body.destroy(new Error('the line is cut'))
      else body.finish()
      if (dice(3) === 0) await pause(dice(8))
    }
    for (const { finish } of open) finish()
    await Promise.all(running)
    await receivePart(ctx, incoming(planned, blob, content, first))
    expect(await areSound(raced)).toEqual([true])
  },
)
