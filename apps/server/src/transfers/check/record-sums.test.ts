/** The SHA-256 of each file is in the ledger of every transfer that has it, once. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import type { SentFile } from '#test/people/people'
import { noise, sha256 } from '#test/people/recipient'
import { insertTransfer } from '#test/transfers/tracked-transfer'
import { checkHeads, checkLedgers } from '../../tracking/ledger/index.ts'
import { checkSums } from './check-sums.ts'
import { recordSums, sweepSums } from './record-sums.ts'

let app: TestApp
let owner: AccountPerson
beforeAll(async () => {
  app = await makeTestApp()
  owner = await makeAccount(app, { role: 'pro' })
})
afterAll(async () => {
  expect([...(await checkLedgers(app.ctx)), ...(await checkHeads(app.ctx))]).toEqual([])
  await app?.close()
})

const files: SentFile[] = [
  { path: 'plans/housing.dwg', content: noise(5_000, 1) },
  { path: 'empty.txt', content: Buffer.alloc(0) },
]
const told = (transferId: string) =>
  app.ctx.db
    .selectFrom('events')
    .select(['place', 'files', 'actor_kind', 'recipient_id', 'person_digest'])
    .where('transfer_id', '=', transferId)
    .where('kind', '=', 'checked')
    .orderBy('place')
    .execute()
const run = (statement: ReturnType<typeof sql>) => statement.execute(app.ctx.db)
const sumsIn = async (transferId: string) =>
  (await told(transferId)).map(({ files: list }) => list?.map((f) => f.sha256))

async function sendFiles(some = files) {
  const sent = await owner.send({ files: some, emailTo: ['asha@rao-forge.example'] })
  await app.runJobs()
  return sent
}
/** A transfer of two files whose bytes do not exist, each read at the given age. */
async function insertRead(ages: Array<string | null>) {
  const named = ages.map((_age, nth) => ({ path: `${nth}.bin`, bytes: 10 }))
  const { transferId, fileIds } = await insertTransfer(app.ctx, { accountId: owner.accountId, files: named })
  await run(sql`update files set checked_at = null, sha256 = null where id = any(${[...fileIds]}::text[])`)
  for (const [nth, age] of ages.entries()) if (age !== null) await readNow(fileIds[nth] ?? '', age)
  return { transferId, fileIds }
}
const readNow = (fileId: string, age = '0 s') =>
  run(
    sql`update files set checked_at = now() - ${age}::interval, sha256 = sha256(convert_to(id, 'UTF8')) where id = ${fileId}`,
  )

test('records all files of a transfer in one entry, as the server', async () => {
  const { id } = await sendFiles()
  const [entry, ...more] = await told(id)
  expect(more).toEqual([])
  expect(entry).toMatchObject({ actor_kind: 'human', recipient_id: null, person_digest: null })
  expect(entry?.files).toEqual(
    files.map(({ path, content }) => ({
      id: expect.any(String),
      path,
      bytes: content.length,
      sha256: sha256(content),
    })),
  )
  await recordSums(app.ctx, id)
  await sweepSums(app.ctx)
  await app.runJobs()
  expect(await told(id)).toHaveLength(1)
})

test('records a forwarded file in the ledger of its new transfer too', async () => {
  const { id } = await sendFiles()
  const fileId = (await told(id))[0]?.files?.[0]?.id ?? ''
  const draft = { ...owner.draft({ files: [] }), emailTo: [{ email: 'lin@rao-forge.example' }] }
  const planned = await owner.call('planTransfer', {
    body: { ...draft, forwarded: [{ newPath: fileId, fileName: '' }] },
  })
  expect(planned.status).toBeLessThan(300)
  const { upload, token } = planned.body.plan
  const saved = await owner.call('completeTransfer', { body: { upload, token } })
  expect(saved.status).toBeLessThan(300)
  await app.runJobs()
  const { transfer_id } = await app.ctx.db
    .selectFrom('transfer_files')
    .select('transfer_id')
    .where('file_id', '=', fileId)
    .where('transfer_id', '<>', id)
    .executeTakeFirstOrThrow()
  expect(await sumsIn(transfer_id)).toEqual([[sha256(files[0]?.content ?? Buffer.alloc(0))]])
})

test('waits a minute to record late checksums together', async () => {
  const { transferId, fileIds } = await insertRead(['0 s', null])
  await recordSums(app.ctx, transferId)
  expect(await told(transferId)).toEqual([])
  await readNow(fileIds[1] ?? '')
  await recordSums(app.ctx, transferId)
  expect((await sumsIn(transferId)).map((list) => list?.length)).toEqual([2])

  const slow = await insertRead(['61 s', null])
  await recordSums(app.ctx, slow.transferId)
  expect((await sumsIn(slow.transferId)).map((list) => list?.length)).toEqual([1])
  await readNow(slow.fileIds[1] ?? '')
  await Promise.all(Array.from({ length: 4 }, () => recordSums(app.ctx, slow.transferId)))
  expect((await sumsIn(slow.transferId)).map((list) => list?.length)).toEqual([1, 1])
})

test('records checksums that were left over', async () => {
  const { transferId } = await insertRead(['1 h', '1 h'])
  await sweepSums(app.ctx)
  await app.runJobs()
  expect((await sumsIn(transferId)).map((list) => list?.length)).toEqual([2])
})

test.each([
  ['another sum', sql`sha256 = sha256('other')`],
  ['no sum', sql`sha256 = null`],
  ['another size', sql`bytes = bytes + 1`],
])('finds %s in the consistency check, even when it was recorded again', async (_what, change) => {
  const { transferId, fileIds } = await insertRead(['0 s', '0 s'])
  await recordSums(app.ctx, transferId)
  expect(await checkSums(app.ctx)).toEqual([])
  const [{ place } = { place: 0 }] = await told(transferId)
  const [id = ''] = fileIds
  const { sha256: sum, bytes } = await app.ctx.db
    .selectFrom('files')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await run(sql`update files set ${change} where id = ${id}`)
  const finding = { kind: 'sum-off', id, facts: { transfer: transferId, place } }
  expect(await checkSums(app.ctx)).toEqual([finding])
  await run(sql`update transfer_files set is_summed = false where transfer_id = ${transferId}`)
  await recordSums(app.ctx, transferId)
  expect(await checkSums(app.ctx)).toEqual([finding])
  await run(sql`update files set sha256 = ${sum}, bytes = ${bytes} where id = ${id}`)
})
