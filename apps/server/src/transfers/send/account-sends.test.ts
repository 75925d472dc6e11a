import { plans, type Role } from '@waybill/contract/billing/plans'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTestEnvironment, type TestEnvironment } from '#test/app/test-environment'
import { changeAccount } from '#test/people/put-account'
import { draftOf, makeSender, planned, type Sender, saved, uploaded } from '#test/people/sender'
import { type AccountOptions, type AccountSender, makeSendingAccount } from '#test/people/sending-account'
import { testFile } from '#test/storage/upload-parts'
import { readUsage } from '../../billing/index.ts'
import type { Context } from '../../context.ts'
import { checkUploads } from '../../uploads/index.ts'
import { checkTransfers } from '../check/check-transfers.ts'
import { findTransfer } from '../find-transfer.ts'
import { listRecipients } from '../recipients/recipient-store.ts'
import { findTransferOfUpload } from '../transfer-store.ts'
import { completeTransfer } from './complete-transfer.ts'
import { planTransfer } from './plan-transfer.ts'

let environment: TestEnvironment
let ctx: Context
let close: () => Promise<void>

beforeAll(async () => {
  environment = await makeTestEnvironment()
  ;({ ctx, close } = await environment.open())
})
afterAll(async () => {
  expect(await checkUploads(ctx, { hash: true })).toEqual([])
  expect(await checkTransfers(ctx)).toEqual([])
  await close()
  await environment.drop()
})

const make = (options?: AccountOptions) => makeSendingAccount(ctx, options)
const idOf = ({ actor }: AccountSender) => actor.account.id
const set = (who: AccountSender, row: object) => changeAccount(ctx.db, idOf(who), row)
const plan = (who: Sender, more: object = {}, files = [testFile('a.pdf', 100)]) =>
  planTransfer(ctx, who.actor, draftOf(who, files, more), [])
const save = (who: Sender, { upload, token }: { upload: string; token: string }, more: object = {}) =>
  completeTransfer(ctx, who.actor, { upload, token, ...more })
const sized = (name: string, bytes: number) => ({ path: name, bytes, modifiedAt: 0, fingerprint: name })
const transferOf = async (id: string) =>
  ctx.db.selectFrom('transfers').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const jobsOf = async (name: string) => {
  const { rows } = await sql<{ payload: object }>`
    select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = ${name}`.execute(ctx.db)
  return rows.map(({ payload }) => payload)
}

test("keeps the plan's choice of reminders unless the save has another; a visitor has none", async () => {
  const chosen = async (who: Sender, ofPlan: object, ofSave: object) => {
    const made = await uploaded(ctx, who, [testFile('a.pdf', 100)], ofPlan)
    const { _id } = await completeTransfer(ctx, who.actor, { upload: made.upload, token: made.token, ...ofSave })
    return (await transferOf(_id)).remind_recipients
  }
  const [on, off] = [{ remindRecipients: true }, { remindRecipients: false }]
  const who = await make({ role: 'pro' })
  for (const [ofPlan, ofSave, stored] of [
    [{}, {}, null],
    [on, {}, true],
    [on, off, false],
    [{}, on, true],
  ] as const) {
    expect(await chosen(who, ofPlan, ofSave)).toBe(stored)
  }
  expect(await chosen(await makeSender(ctx), on, on)).toBeNull()
})

test('sends under an account’s own address without a code, and shows its name, place and month', async () => {
  const who = await make({ role: 'pro', fullName: ' Li\u202e Wei\n', company: 'Rao Forge' })
  who.actor.ip = '47.75.18.65'
  const emailTo = [{ email: 'Asha@Rao-Forge.example', name: 'Asha Rao', company: 'Forge' }]
  const op = await saved(ctx, who, [testFile('plans/Gear №7.pdf', 100)], { emailTo, senderEmail: '' })
  expect(op).toMatchObject({
    senderId: idOf(who),
    senderEmail: who.address,
    fromEmail: who.address,
    fullName: 'Li Wei',
    senderName: 'Li Wei',
    company: 'Rao Forge',
    emailTo: [{ email: 'asha@rao-forge.example', name: 'Asha Rao', company: 'Forge' }],
    fileObjects: [{ fileName: 'plans/Gear №7.pdf', size: 100, itemPath: expect.any(String) }],
    profilePic: null,
    shareWith: [],
  })
  expect(op).not.toHaveProperty('customURL')
  const row = await transferOf(op._id)
  expect(row).toMatchObject({ account_id: idOf(who), role: 'pro', sender_country: 'HK', sender_city: 'Hong Kong' })
  expect(row.search_text.split('\n')).toEqual([
    op.slug.toLowerCase(),
    'plans/gear №7.pdf',
    'asha@rao-forge.example',
    'asha rao',
    'forge',
  ])
  expect(await jobsOf('save-contacts')).toContainEqual({ accountId: idOf(who), transferId: op._id })
  expect(await readUsage(ctx.db, idOf(who))).toEqual({ usedBytes: 100, reservedBytes: 0, monthTransfers: 1 })
})

test('sends under any address it has proven and no other, not even one its browser has proven', async () => {
  const who = await make()
  await ctx.db
    .insertInto('account_addresses')
    .values({ address: 'former@acme.example', account_id: idOf(who) })
    .execute()
  const op = await saved(ctx, who, [testFile('a', 10)], { senderEmail: ' Former@Acme.example ' })
  expect(op.senderEmail).toBe('former@acme.example')
  const visitor = await makeSender(ctx)
  const other = await make()
  who.actor.deviceId = visitor.actor.deviceId
  for (const senderEmail of [visitor.address, other.address, 'ceo@bank.example']) {
    await expect(plan(who, { senderEmail })).rejects.toMatchObject({ code: 'not-yours' })
    const ready = await uploaded(ctx, who, [testFile('b', 10)])
    await expect(save(who, ready, { senderEmail })).rejects.toMatchObject({ code: 'not-yours' })
  }
  await expect(plan(who, { senderEmail: 'no address' })).rejects.toMatchObject({ code: 'invalid-input' })
})

test('gives a link one recipient, its holder, and mails or stores nobody', async () => {
  const who = await make({ role: 'free' })
  const op = await saved(ctx, who, [testFile('a', 10)], { sendAs: 'link', emailTo: [] })
  expect(op).toMatchObject({ sendAs: 'link', emailTo: [], status: true })
  expect(await listRecipients(ctx.db, op._id)).toMatchObject([{ address: null }])
  expect((await findTransfer(ctx.db, op.slug)).transfer.id).toBe(op._id)
  for (const name of ['tell-recipients', 'save-contacts']) {
    expect(JSON.stringify(await jobsOf(name))).not.toContain(op._id)
  }
})

test('permits types and names that visitors may not use', async () => {
  const who = await make({ role: 'free' })
  const files = [
    { path: 'page.html', content: Buffer.from('<!doctype html><script>alert(1)</script>') },
    { path: 'Film.2021.1080p.WEBRip.mkv', content: Buffer.from('x') },
  ]
  expect(await saved(ctx, who, files)).toMatchObject({ fileNumber: 2 })
})

describe('limits of each role', () => {
  const roles = (Object.keys(plans) as Role[]).filter((role) => role !== 'undefined' && role !== 'anon')
  test.each(roles)('%s', async (role) => {
    const who = await make({ role })
    const { uploadLimitBytes, fileLimit, recipientLimit } = plans[role]
    const people = (count: number) => Array.from({ length: count }, (_, n) => ({ email: `r${n}@a.example` }))
    const some = (count: number) => Array.from({ length: count }, (_, n) => sized(`${n}.bin`, 0))
    const refused = (code: string, more: object) => expect(plan(who, more, [])).rejects.toMatchObject({ code })
    await refused('over-transfer-limit', { files: [sized('big', uploadLimitBytes + 1)] })
    await refused('too-many-files', { files: some(fileLimit + 1) })
    await refused('too-many-recipients', { files: some(1), emailTo: people(recipientLimit + 1) })
    const isFree = role === 'free'
    if (isFree) await refused('expiry-reserved', { files: some(1), expirySeconds: 2_629_746 })
    const expirySeconds = isFree ? 604_800 : 3_153_600_000
    await plan(who, { files: some(fileLimit), emailTo: people(recipientLimit), expirySeconds }, [])
    await plan(who, { sendAs: 'link', emailTo: [], files: some(1) }, [])
  })

  test('reserves the largest upload, and the next one must fit beside it', async () => {
    const who = await make({ role: 'free' })
    for (const name of ['one', 'two', 'three']) await plan(who, { files: [sized(name, 3e9)] }, [])
    await expect(plan(who, { files: [sized('four', 1e9 + 1)] }, [])).rejects.toMatchObject({
      code: 'storage-full',
      facts: { limitBytes: 10e9 },
    })
    await plan(who, { files: [sized('four', 1e9)] }, [])
    expect(await readUsage(ctx.db, idOf(who))).toEqual({ usedBytes: 0, reservedBytes: 10e9, monthTransfers: 0 })
  })
})

describe('names shown with a transfer', () => {
  test.each([{ fullName: 'http://evil.example/x' }, { company: 'evil.example/login' }])(
    '%j: no links from those who do not pay',
    async (name) => {
      const [field] = Object.keys(name)
      const who = await make({ role: 'free', ...name })
      await expect(plan(who)).rejects.toMatchObject({ code: 'message-holds-link', facts: { field } })
      expect(await saved(ctx, await make({ role: 'personal', ...name }), [testFile('a', 10)])).toMatchObject({
        status: true,
      })
    },
  )

  test('a known brand may only be named from its own domain', async () => {
    const posing = await make({ role: 'personal', fullName: 'Раypal Security', company: 'Rao Forge' })
    const op = await saved(ctx, posing, [testFile('a', 10)])
    expect(op).toMatchObject({ senderName: null, company: 'Rao Forge' })
    expect((await transferOf(op._id)).sender_name).toBeNull()
  })
})

describe('changes between plan and save', () => {
  test.each([
    ['account-suspended', { suspended_at: new Date() }],
    ['subscription-due', { subscription: 'past_due' }],
  ])('%s at once, and the transfer is sent once that ends', async (code, row) => {
    const who = await make({ role: 'pro' })
    const ready = await uploaded(ctx, who, [testFile('a', 10)])
    await set(who, row)
    await expect(plan(who)).rejects.toMatchObject({ code })
    await expect(save(who, ready)).rejects.toMatchObject({ code })
    expect(await findTransferOfUpload(ctx.db, ready.upload)).toBeNull()
    await set(who, { suspended_at: null, subscription: 'active' })
    expect(await save(who, ready)).toMatchObject({ status: true })
  })

  test.each([
    ['expiry-reserved', { expirySeconds: 31_536_000 }],
    ['too-many-recipients', { emailTo: [1, 2, 3, 4, 5, 6, 7].map((n) => ({ email: `r${n}@a.example` })) }],
    ['message-holds-link', { message: 'see https://acme.example/x' }],
  ])('a lowered role: %s', async (code, more) => {
    const who = await make({ role: 'business' })
    const ready = await uploaded(ctx, who, [testFile('a', 10)], more)
    await set(who, { role: 'free' })
    await expect(save(who, ready)).rejects.toMatchObject({ code })
    expect(await findTransferOfUpload(ctx.db, ready.upload)).toBeNull()
    expect(
      await save(who, ready, { expirySeconds: 604_800, emailTo: [{ email: 'a@b.example' }], message: '' }),
    ).toMatchObject({ expirySeconds: 604_800 })
    expect((await transferOf((await save(who, ready))._id)).role).toBe('free')
  })

  test('a lowered role: stored files must fit the new one', async () => {
    const who = await make({ role: 'pro' })
    await saved(ctx, who, [testFile('a', 1_000)])
    const ready = await uploaded(ctx, who, [testFile('b', 500)])
    const fake = 10e9 - 1_400
    const more = (bytes: number) =>
      sql`update allowances set used_bytes = used_bytes + ${bytes} where key = ${`workspace:${idOf(who)}`}`.execute(
        ctx.db,
      )
    await more(fake)
    await set(who, { role: 'free' })
    await expect(save(who, ready)).rejects.toMatchObject({ code: 'storage-full', facts: { limitBytes: 10e9 } })
    await more(-100)
    expect(await save(who, ready)).toMatchObject({ bytes: 500 })
    await expect(plan(who)).rejects.toMatchObject({ code: 'storage-full' })
    await more(100 - fake)
  })
})

test('allows ten transfers a month on the free plan, at once or one by one, and returns none', async () => {
  const who = await make({ role: 'free' })
  const ready = await Promise.all(Array.from({ length: 12 }, (_, n) => uploaded(ctx, who, [testFile(`${n}`, 0)])))
  const results = await Promise.allSettled(ready.map((one) => save(who, one)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'month-full', facts: { limit: 10 } })
  }
  await sql`update transfers set deleted_at = now() where account_id = ${idOf(who)}`.execute(ctx.db)
  await expect(plan(who)).rejects.toMatchObject({ code: 'month-full' })
  expect((await readUsage(ctx.db, idOf(who))).monthTransfers).toBe(10)
  await sql`update transfers set deleted_at = null where account_id = ${idOf(who)}`.execute(ctx.db)
})

test("returns one transfer for sixteen concurrent saves of a month's last one", async () => {
  const who = await make({ role: 'free' })
  for (let sent = 0; sent < 9; sent++) await saved(ctx, who, [testFile(`${sent}`, 0)])
  const last = await uploaded(ctx, who, [testFile('last', 300)])
  const ops = await Promise.all(Array.from({ length: 16 }, () => save(who, last)))
  expect(new Set(ops.map(({ slug }) => slug)).size).toBe(1)
  expect(await save(who, last)).toEqual(ops[0])
  expect(await readUsage(ctx.db, idOf(who))).toMatchObject({ usedBytes: 300, reservedBytes: 0, monthTransfers: 10 })
})

test('limits a new account to fifty people a day until it pays', async () => {
  const who = await make({ role: 'business', subscription: 'trialing', isNew: true })
  const people = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => ({ email: `p${from + n}@a.example` }))
  await saved(ctx, who, [testFile('a', 0)], { emailTo: people(0, 30) })
  const paused = { code: 'sending-paused', facts: { because: 'new-account', limit: 50 } }
  await expect(plan(who, { emailTo: people(30, 21) })).rejects.toMatchObject(paused)
  const two = await Promise.all([uploaded(ctx, who, [testFile('b', 0)]), uploaded(ctx, who, [testFile('c', 0)])])
  const saves = two.map((one, n) => save(who, one, { emailTo: people(30 + 11 * n, 11) }))
  expect((await Promise.allSettled(saves)).map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await saved(ctx, who, [testFile('d', 0)], { sendAs: 'link', emailTo: [] })).toMatchObject({ sendAs: 'link' })
  await set(who, { subscription: 'active' })
  expect((await saved(ctx, who, [testFile('e', 0)], { emailTo: people(100, 60) })).emailTo).toHaveLength(60)
})

test('finds a month with a wrong count in the consistency check', async () => {
  const who = await make()
  await planned(ctx, who, [testFile('open', 10)])
  await saved(ctx, who, [testFile('a', 0)])
  const change = (by: number) =>
    sql`update allowances set sends = sends + ${by} where key like ${`sends:${idOf(who)}:%`}`.execute(ctx.db)
  await change(1)
  expect(await checkTransfers(ctx)).toEqual([
    { kind: 'sends-off', id: `sends:${idOf(who)}`, facts: { sends: 2, found: 1 } },
  ])
  await change(-1)
})
