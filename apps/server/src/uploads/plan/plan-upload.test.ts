import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestEnvironment, type TestEnvironment } from '#test/app/test-environment'
import { inputOf, KIB, plan, sendAll, type TestFile, testFile } from '#test/storage/upload-parts'
import { listAllowances } from '../../billing/index.ts'
import type { Context } from '../../context.ts'
import { hashToken } from '../../platform/ids.ts'
import { abandonUpload } from '../finish/abandon-upload.ts'
import { planUpload } from './plan-upload.ts'
import { readUpload } from './read-upload.ts'

let environment: TestEnvironment
let ctx: Context
let close: () => Promise<void>

beforeAll(async () => {
  environment = await makeTestEnvironment()
  ;({ ctx, close } = await environment.open())
})
afterAll(async () => {
  await close()
  await environment.drop()
})

const someFiles = (): TestFile[] => [
  testFile('large.bin', 700 * KIB),
  testFile('a/one.txt', 10),
  testFile('empty', 0),
  testFile('a/two.txt', 20 * KIB),
]
const reserved = async (address: string) =>
  (await listAllowances(ctx.db)).find(({ key }) => key === `address:${address}`)?.reservedBytes

test('names files in manifest order with the place of each', async () => {
  const files = someFiles()
  const planned = await plan(ctx, files)
  expect(planned.files.map(({ path, bytes }) => [path, bytes])).toEqual(files.map((f) => [f.path, f.content.length]))
  expect(planned).toMatchObject({ transport: 'server', maxPartBytes: 64 * 2 ** 20, origins: ['http://localhost:3000'] })
  expect(planned.blobs).toMatchObject([
    {
      bytes: 700 * KIB,
      partBytes: 2048 * KIB,
      resizable: true,
      minPartBytes: 64 * KIB,
      members: [{ file: 0, offset: 0 }],
    },
    {
      bytes: 20 * KIB + 10,
      partBytes: 20 * KIB + 10,
      resizable: false,
      members: [
        { file: 1, offset: 0 },
        { file: 3, offset: 10 },
      ],
    },
  ])
  expect(new Date(planned.expiresAt).getTime() - Date.now()).toBeGreaterThan(6.9 * 86_400_000)
})

test('answers the same plan for a made and for a found upload, with times from the year 1 to 9999', async () => {
  const times = [-8.64e15, -62_135_596_799_999, -1, 0, 1_790_000_000_123, 253_402_300_799_999, 8.64e15]
  const input = inputOf(times.map((_time, nth) => testFile(`${nth}.bin`, nth % 2 === 0 ? 10 : 0)))
  const files = input.files.map((file, nth) => ({ ...file, modifiedAt: times[nth] as number }))
  const { plan: made } = await planUpload(ctx, { ...input, files })
  const { plan: found, resumed } = await planUpload(ctx, { ...input, files })
  expect(resumed).toBe(true)
  expect(found).toEqual({ ...made, token: found.token })
  const stored = [-62_135_596_800_000, ...times.slice(1, -1), 253_402_300_799_999]
  expect(made.files.map(({ modifiedAt }) => modifiedAt)).toEqual(stored)
})

test('finds the open upload of the same files again, in any order, with another token and what it holds', async () => {
  const files = someFiles()
  const first = await plan(ctx, files, { ownerAddress: 'again@example.com' })
  await sendAll(ctx, first, files)
  const { plan: second, resumed } = await planUpload(
    ctx,
    inputOf(files.toReversed(), { ownerAddress: 'again@example.com' }),
  )
  expect(resumed).toBe(true)
  expect(second.upload).toBe(first.upload)
  expect(second.token).not.toBe(first.token)
  expect(second.blobs.map(({ have }) => have)).toEqual([[[0, 700 * KIB]], [[0, 20 * KIB + 10]]])
  expect(await readUpload(ctx, first.upload, first.token, [])).toMatchObject({
    token: first.token,
    blobs: second.blobs,
  })
  expect(await reserved('again@example.com')).toBe(first.files.reduce((sum, { bytes }) => sum + bytes, 0))
})

test('makes another upload for other content, another path or another sender', async () => {
  const files = someFiles()
  const first = await plan(ctx, files, { ownerAddress: 'x@example.com' })
  const changed = [{ ...testFile('large.bin', 700 * KIB) }, ...files.slice(1)]
  const moved = files.map((file) => ({ ...file, path: `moved/${file.path}` }))
  for (const [other, owner] of [
    [changed, 'x'],
    [moved, 'x'],
    [files, 'y'],
  ] as const) {
    expect((await plan(ctx, other, { ownerAddress: `${owner}@example.com` })).upload).not.toBe(first.upload)
  }
})

test('makes one upload, reserved once, for 16 concurrent plans of the same files', async () => {
  const files = someFiles()
  const input = inputOf(files, { ownerAddress: 'many@example.com' })
  const results = await Promise.all(Array.from({ length: 16 }, () => planUpload(ctx, input)))
  expect(new Set(results.map((result) => result.plan.upload)).size).toBe(1)
  expect(new Set(results.map((result) => result.plan.token)).size).toBe(16)
  expect(await reserved('many@example.com')).toBe(720 * KIB + 10)
})

test('does not find an expired upload again, whose reservation ends when the next one is planned', async () => {
  const files = someFiles()
  const first = await plan(ctx, files, { ownerAddress: 'late@example.com' })
  await sql`update uploads set expires_at = now() where id = ${first.upload}`.execute(ctx.db)
  await expect(readUpload(ctx, first.upload, first.token, [])).rejects.toMatchObject({ code: 'upload-closed' })
  const { plan: second, resumed } = await planUpload(ctx, inputOf(files, { ownerAddress: 'late@example.com' }))
  expect(resumed).toBe(false)
  expect(second.upload).not.toBe(first.upload)
  expect(await reserved('late@example.com')).toBe(720 * KIB + 10)
})

test('leaves nothing behind of what does not fit into the allowance', async () => {
  const files = someFiles()
  const input = inputOf(files, { ownerAddress: 'full@example.com' })
  const tight = { ...input, allowance: { ...input.allowance, limitBytes: 720 * KIB + 9 } }
  await expect(planUpload(ctx, tight)).rejects.toMatchObject({ code: 'storage-full' })
  const { rows } = await sql`select 1 from uploads where owner_address = 'full@example.com'`.execute(ctx.db)
  expect(rows).toEqual([])
  expect(await reserved('full@example.com')).toBeUndefined()
})

test('leaves no upload when storing its data fails', async () => {
  const input = inputOf(someFiles(), {
    ownerAddress: 'fails@example.com',
    keepWith: () => Promise.reject(new Error('no')),
  })
  await expect(planUpload(ctx, input)).rejects.toThrow('no')
  expect(await reserved('fails@example.com')).toBeUndefined()
})

test('returns the reservation of an abandoned upload once, however often it is abandoned', async () => {
  const files = someFiles()
  const planned = await plan(ctx, files, { ownerAddress: 'gone@example.com' })
  const hash = hashToken(planned.token)
  await Promise.all(Array.from({ length: 8 }, () => abandonUpload(ctx, planned.upload, hash)))
  expect(await reserved('gone@example.com')).toBe(0)
  await expect(readUpload(ctx, planned.upload, planned.token, [])).rejects.toMatchObject({ code: 'upload-closed' })
  await expect(abandonUpload(ctx, 'unknown', hash)).rejects.toMatchObject({ code: 'upload-not-found' })
})

test("opens only the token's own upload", async () => {
  const [one, other] = [await plan(ctx, someFiles()), await plan(ctx, someFiles())]
  await expect(readUpload(ctx, one.upload, other.token, [])).rejects.toMatchObject({ code: 'upload-token-wrong' })
  await expect(abandonUpload(ctx, one.upload, hashToken(other.token))).rejects.toMatchObject({
    code: 'upload-token-wrong',
  })
})

test('plans and reads back 1,500 files', async () => {
  const files = Array.from({ length: 1_500 }, (_, n) => testFile(`many/${n}.bin`, n % 3 === 0 ? 0 : 1_000 + n))
  const planned = await plan(ctx, files, { ownerAddress: 'heap@example.com' })
  expect(planned.files).toHaveLength(1_500)
  expect(planned.blobs.flatMap(({ members }) => members)).toHaveLength(1_000)
})
