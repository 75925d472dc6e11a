import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rounds } from '#test/app/rounds'
import { makeTestEnvironment, openTwo, type TestEnvironment } from '#test/app/test-environment'
import { draftOf, makeSender, planned, type Sender, saved, uploaded } from '#test/people/sender'
import { type AccountSender, elsewhere, makeSendingAccount, signedIn } from '#test/people/sending-account'
import { sendAll, type TestFile, testFile } from '#test/storage/upload-parts'
import { listAllowances, readUsage } from '../../billing/index.ts'
import type { Context } from '../../context.ts'
import { checkUploads, findUpload } from '../../uploads/index.ts'
import { checkTransfers } from '../check/check-transfers.ts'
import { completeTransfer } from '../send/complete-transfer.ts'
import { planTransfer } from '../send/plan-transfer.ts'
import { resumeTransfer } from '../send/resume-transfer.ts'

let environment: TestEnvironment
let ctx: Context
let other: Context
let closeAll: () => Promise<void>

beforeAll(async () => {
  environment = await makeTestEnvironment()
  ;({ ctx, other, closeAll } = await openTwo(environment))
})
afterAll(async () => {
  expect(await checkUploads(ctx, { hash: true })).toEqual([])
  expect(await checkTransfers(ctx)).toEqual([])
  await closeAll()
  await environment.drop()
})

const plan = (who: Sender, files: TestFile[], at = ctx) => planTransfer(at, who.actor, draftOf(who, files), [])
const idOf = ({ actor }: AccountSender) => actor.account.id
const usageOf = (who: AccountSender) => readUsage(ctx.db, idOf(who))
const reservedBy = async (visitor: Sender) => {
  const keys = [`address:${visitor.address}`, `device:${visitor.actor.deviceId}`]
  const rows = (await listAllowances(ctx.db)).filter(({ key }) => keys.includes(key))
  return rows.map(({ reservedBytes, sends }) => [reservedBytes, sends])
}

test("continues an account's upload in another browser, for nobody else", async () => {
  const who = await makeSendingAccount(ctx)
  const files = [testFile('big.bin', 700_000)]
  const first = await uploaded(ctx, who, files)
  const phone = await elsewhere(ctx, who)
  const resumed = await resumeTransfer(ctx, phone.actor, first.upload, [])
  expect(resumed).toMatchObject({ draft: { senderEmail: who.address }, plan: { upload: first.upload } })
  expect(resumed.plan.blobs[0]?.have).toEqual([[0, 700_000]])
  expect(await plan({ ...phone, address: '' }, files)).toMatchObject({ resumed: true, plan: { upload: first.upload } })
  const withoutDevice = { ...phone.actor, deviceId: null }
  expect((await resumeTransfer(ctx, withoutDevice, first.upload, [])).plan.upload).toBe(first.upload)
  const stranger = await makeSendingAccount(ctx)
  const signedOut = { ...who.actor, role: 'anon' as const, account: null }
  const neighbour = { ...stranger.actor, deviceId: who.actor.deviceId }
  for (const actor of [stranger.actor, neighbour, signedOut, (await makeSender(ctx, who.address)).actor]) {
    await expect(resumeTransfer(ctx, actor, first.upload, [])).rejects.toMatchObject({ code: 'upload-not-found' })
  }
  const saving = { upload: first.upload, token: first.token }
  await expect(completeTransfer(ctx, neighbour, saving)).rejects.toMatchObject({ code: 'not-yours' })
  await expect(completeTransfer(ctx, signedOut, saving)).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(await completeTransfer(ctx, phone.actor, saving)).toMatchObject({ senderId: idOf(who) })
})

test('continues even after its address has changed', async () => {
  const who = await makeSendingAccount(ctx)
  const files = [testFile('moved.bin', 10)]
  const { plan: first } = await plan(who, files)
  who.actor.account.email = 'renamed@acme.example'
  who.address = 'renamed@acme.example'
  await ctx.db
    .insertInto('account_addresses')
    .values({ address: who.address, account_id: idOf(who) })
    .execute()
  expect(await plan(who, files)).toMatchObject({ resumed: true, plan: { upload: first.upload } })
})

test("separates a visitor under an account's address from that account when both send the same files", async () => {
  const who = await makeSendingAccount(ctx)
  const visitor = await makeSender(ctx, who.address)
  const files = [testFile('same.bin', 10)]
  const { plan: own } = await plan(who, files)
  const { plan: theirs, resumed } = await plan(visitor, files)
  expect(resumed).toBe(false)
  expect(theirs.upload).not.toBe(own.upload)
})

test.each([
  ['in the browser where it was begun', (visitor: Sender, who: AccountSender) => signedIn(visitor, who)],
  ['elsewhere, under the address that the account has proven', (_visitor: Sender, who: AccountSender) => who],
])('keeps what was uploaded before signing in: %s', async (where, sign) => {
  const visitor = await makeSender(ctx)
  const who = await makeSendingAccount(ctx, where.startsWith('elsewhere') ? { email: visitor.address } : {})
  const files = [testFile('big.bin', 900_000), testFile('small.txt', 50), testFile('empty', 0)]
  const begun = await planned(ctx, visitor, files)
  const half = { ...begun, blobs: begun.blobs.slice(0, 1) }
  await sendAll(ctx, half, files)
  expect(await reservedBy(visitor)).toEqual([
    [900_050, 0],
    [900_050, 0],
  ])
  const now = sign(visitor, who)
  const { plan: taken, resumed } = await plan(now, files)
  expect(resumed).toBe(true)
  expect(taken.upload).toBe(begun.upload)
  expect(taken.blobs.map(({ have }) => have)).toEqual([[[0, 900_000]], []])
  expect(await reservedBy(visitor)).toEqual([
    [0, 0],
    [0, 0],
  ])
  expect(await usageOf(who)).toMatchObject({ reservedBytes: 900_050, usedBytes: 0 })
  await sendAll(ctx, { ...taken, blobs: taken.blobs.slice(1) }, files)
  // The page that began it may have its first token.
  const op = await completeTransfer(ctx, now.actor, { upload: begun.upload, token: begun.token })
  expect(op).toMatchObject({ senderId: idOf(who), senderEmail: who.address, fileNumber: 3 })
  expect(await usageOf(who)).toEqual({ usedBytes: 900_050, reservedBytes: 0, monthTransfers: 1 })
  expect(await findUpload(ctx.db, begun.upload)).toMatchObject({ account_id: idOf(who), state: 'complete' })
})

test('saves an upload that was complete before signing in without another plan', async () => {
  const visitor = await makeSender(ctx)
  const who = await makeSendingAccount(ctx)
  const begun = await uploaded(ctx, visitor, [testFile('whole.bin', 1_000)])
  const stranger = await makeSendingAccount(ctx)
  const saving = { upload: begun.upload, token: begun.token }
  await expect(completeTransfer(ctx, stranger.actor, saving)).rejects.toMatchObject({ code: 'not-yours' })
  const { actor } = signedIn(visitor, who)
  expect((await resumeTransfer(ctx, actor, begun.upload, [])).plan.upload).toBe(begun.upload)
  expect(await completeTransfer(ctx, actor, saving)).toMatchObject({ senderId: idOf(who), senderEmail: who.address })
  expect(await usageOf(who)).toEqual({ usedBytes: 1_000, reservedBytes: 0, monthTransfers: 1 })
  expect(await reservedBy(visitor)).toEqual([
    [0, 0],
    [0, 0],
  ])
})

test('leaves what does not fit the account with its visitor', async () => {
  const visitor = await makeSender(ctx)
  const who = await makeSendingAccount(ctx)
  const files = [testFile('fits.bin', 1_000)]
  const begun = await uploaded(ctx, visitor, files)
  const use = (bytes: number) =>
    sql`insert into allowances (key, used_bytes) values (${`workspace:${idOf(who)}`}, ${bytes})
      on conflict (key) do update set used_bytes = excluded.used_bytes`.execute(ctx.db)
  await use(10e9 - 999)
  const now = signedIn(visitor, who)
  await expect(plan(now, files)).rejects.toMatchObject({ code: 'storage-full' })
  const saving = { upload: begun.upload, token: begun.token }
  await expect(completeTransfer(ctx, now.actor, saving)).rejects.toMatchObject({ code: 'storage-full' })
  expect(await findUpload(ctx.db, begun.upload)).toMatchObject({ account_id: null, state: 'open' })
  expect(await reservedBy(visitor)).toEqual([
    [1_000, 0],
    [1_000, 0],
  ])
  await use(0)
  expect(await completeTransfer(ctx, visitor.actor, saving)).toMatchObject({ senderId: null })
})

test('refuses another browser, another address, and an upload after its week', async () => {
  const visitor = await makeSender(ctx)
  const files = [testFile('mine.bin', 10)]
  const begun = await planned(ctx, visitor, files)
  const stranger = await makeSendingAccount(ctx)
  expect((await plan(stranger, files)).plan.upload).not.toBe(begun.upload)
  await sql`update uploads set expires_at = now() where id = ${begun.upload}`.execute(ctx.db)
  const who = await makeSendingAccount(ctx)
  expect((await plan(signedIn(visitor, who), files)).plan.upload).not.toBe(begun.upload)
})

test('resumes one upload with sixteen concurrent plans in two processes and two browsers', async () => {
  for (let round = 0; round < rounds(3, 10); round++) {
    const visitor = await makeSender(ctx)
    const who = await makeSendingAccount(ctx, { email: `many-${round}@example.com` })
    const files = [testFile('many.bin', 100)]
    await planned(ctx, visitor, files)
    const browsers = [signedIn(visitor, who), await elsewhere(ctx, who)]
    const plans = await Promise.all(
      Array.from({ length: 16 }, (_, n) => plan(browsers[n % 2] as AccountSender, files, n % 4 < 2 ? ctx : other)),
    )
    expect(new Set(plans.map(({ plan: { upload } }) => upload)).size).toBe(1)
    expect(await usageOf(who)).toMatchObject({ reservedBytes: 100 })
  }
})

test("continues with an account after a visitor's three sends", async () => {
  const visitor = await makeSender(ctx)
  const files = [testFile('fourth.bin', 10)]
  const fourth = await uploaded(ctx, visitor, files)
  for (const name of ['a', 'b', 'c']) await saved(ctx, visitor, [testFile(name, 10)])
  const saving = { upload: fourth.upload, token: fourth.token }
  await expect(completeTransfer(ctx, visitor.actor, saving)).rejects.toMatchObject({ code: 'free-sends-used' })
  const who = signedIn(visitor, await makeSendingAccount(ctx))
  expect((await plan(who, files)).plan.upload).toBe(fourth.upload)
  expect(await completeTransfer(ctx, who.actor, saving)).toMatchObject({ status: true })
})
