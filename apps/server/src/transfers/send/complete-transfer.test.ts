import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestEnvironment, openTwo, type TestEnvironment } from '#test/app/test-environment'
import { makeSender, planned, saved, uploaded } from '#test/people/sender'
import { fileRowsOf, KIB, sendAll, testFile } from '#test/storage/upload-parts'
import { listAllowances } from '../../billing/index.ts'
import type { Context } from '../../context.ts'
import { hashToken } from '../../platform/ids.ts'
import { checkUploads } from '../../uploads/index.ts'
import { checkTransfers } from '../check/check-transfers.ts'
import { findTransfer } from '../find-transfer.ts'
import { listRecipients } from '../recipients/recipient-store.ts'
import { recipientToken } from '../recipients/recipient-token.ts'
import { findTransferOfUpload, insertTransfer } from '../transfer-store.ts'
import { completeTransfer } from './complete-transfer.ts'
import { presentTransfer } from './present-transfer.ts'
import { resumeTransfer } from './resume-transfer.ts'

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

const files = () => [testFile('plans/报价 “Q3” №7.pdf', 300 * KIB), testFile('note.txt', 20), testFile('empty', 0)]
const jobs = async (name: string) => {
  const { rows } = await sql<{ payload: { transferId?: string; uploadId?: string } }>`
    select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = ${name}`.execute(ctx.db)
  return rows.map(({ payload }) => payload.transferId ?? payload.uploadId)
}
const tokenOf = async (transferId: string, nth = 0) => {
  const recipient = (await listRecipients(ctx.db, transferId))[nth]
  return recipientToken(ctx.masterKey, recipient?.id as string)
}

test('makes the transfer visible to each recipient alone and queues the next jobs', async () => {
  const sender = await makeSender(ctx)
  const emailTo = [{ email: 'asha@rao-forge.example', name: 'Asha' }, { email: 'lin@werk.example' }]
  const op = await saved(ctx, sender, files(), { emailTo })
  expect(op).toMatchObject({
    sendAs: 'email',
    senderEmail: sender.address,
    emailTo: [{ email: 'asha@rao-forge.example' }, { email: 'lin@werk.example' }],
    fileName: '报价 “Q3” №7.pdf',
    fileNumber: 3,
    size: '307 kB',
    bytes: 300 * KIB + 20,
    status: true,
  })
  expect(op.expiryDate).toBe(op.dateSent + 604_800_000)
  expect(await jobs('tell-recipients')).toContain(op._id)
  for (const [nth, address] of ['asha@rao-forge.example', 'lin@werk.example'].entries()) {
    const token = await tokenOf(op._id, nth)
    const found = await findTransfer(ctx.db, op.slug, token)
    expect(found.recipient.address).toBe(address)
    const view = presentTransfer(found, await fileRowsOf(ctx, found.transfer.upload_id), 999)
    expect(view).toMatchObject({ state: 'active', recipient: address, totalBytes: op.bytes, zipBytes: 999 })
    expect(view.sender).toEqual({ email: sender.address, name: null, isProven: true, profilePic: null })
  }
})

test('saves no upload with a missing byte, shows nothing and counts nothing', async () => {
  const sender = await makeSender(ctx)
  const { upload, token } = await planned(ctx, sender, files())
  const attempt = completeTransfer(ctx, sender.actor, { upload, token })
  await expect(attempt).rejects.toMatchObject({ code: 'upload-incomplete', facts: { missingBytes: 300 * KIB + 20 } })
  expect(await findTransferOfUpload(ctx.db, upload)).toBeNull()
})

test.each([
  ['this process', () => ctx],
  ['another process', () => other],
])('waits for the parts that %s still receives, and saves once they are there', async (_name, receiver) => {
  const sender = await makeSender(ctx)
  const sent = files()
  const plan = await planned(ctx, sender, sent)
  const { upload, token } = plan
  const patience = { waitMs: 20_000, gone: new AbortController().signal, stay: null }
  const saving = completeTransfer(ctx, sender.actor, { upload, token }, patience)
  expect(await findTransferOfUpload(ctx.db, upload)).toBeNull()
  await sendAll(receiver(), plan, sent)
  const op = await saving
  expect(op).toMatchObject({ bytes: 300 * KIB + 20, status: true })
  expect((await jobs('tell-recipients')).filter((id) => id === op._id)).toHaveLength(1)
})

test('says what is missing when its patience ends, and saves nothing for a caller who has left', async () => {
  const sender = await makeSender(ctx)
  const sent = files()
  const plan = await planned(ctx, sender, sent)
  const { upload, token } = plan
  const leaving = new AbortController()
  const save = (waitMs: number, gone = leaving.signal) =>
    completeTransfer(ctx, sender.actor, { upload, token }, { waitMs, gone, stay: null })
  await expect(save(5)).rejects.toMatchObject({ code: 'upload-incomplete', facts: { missingBytes: 300 * KIB + 20 } })
  const left = expect(save(20_000)).rejects.toMatchObject({ code: 'upload-incomplete' })
  leaving.abort()
  await sendAll(ctx, plan, sent)
  await left
  expect(await findTransferOfUpload(ctx.db, upload)).toBeNull()
  expect(await save(20_000, new AbortController().signal)).toMatchObject({ status: true })
})

test('returns one transfer, counted once, for 16 concurrent saves in two processes', async () => {
  const sender = await makeSender(ctx)
  const { upload, token } = await uploaded(ctx, sender, files())
  const results = await Promise.all(
    Array.from({ length: 16 }, (_, nth) => completeTransfer(nth % 2 ? ctx : other, sender.actor, { upload, token })),
  )
  expect(new Set(results.map(({ _id, slug }) => `${_id} ${slug}`)).size).toBe(1)
  expect(await completeTransfer(ctx, sender.actor, { upload, token })).toEqual(results[0])
  expect((await jobs('tell-recipients')).filter((id) => id === results[0]?._id)).toHaveLength(1)
  expect((await jobs('check-upload')).filter((id) => id === upload)).toHaveLength(1)
  const row = (await listAllowances(ctx.db)).find(({ key }) => key === `device:${sender.actor.deviceId}`)
  expect(row).toMatchObject({ sends: 1, reservedBytes: 0, usedBytes: 300 * KIB + 20 })
})

test("sends three of one sender's five concurrent saves, and leaves no trace of the others", async () => {
  const sender = await makeSender(ctx)
  const plans = await Promise.all(Array.from({ length: 5 }, (_, n) => uploaded(ctx, sender, [testFile(`${n}`, 100)])))
  const results = await Promise.allSettled(
    plans.map(({ upload, token }, nth) => completeTransfer(nth % 2 ? ctx : other, sender.actor, { upload, token })),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  for (const [nth, result] of results.entries()) {
    if (result.status === 'fulfilled') continue
    expect(result.reason).toMatchObject({ code: 'free-sends-used' })
    expect(await findTransferOfUpload(ctx.db, plans[nth]?.upload as string)).toBeNull()
  }
})

test('gives fields of the save precedence over the plan and checks them again', async () => {
  const sender = await makeSender(ctx)
  const { upload, token } = await uploaded(ctx, sender, files())
  const attempt = (more: object) => completeTransfer(ctx, sender.actor, { upload, token, ...more })
  await expect(attempt({ message: 'http://evil.example/x' })).rejects.toMatchObject({ code: 'message-holds-link' })
  await expect(attempt({ sendAs: 'link' })).rejects.toMatchObject({ code: 'links-reserved' })
  await expect(attempt({ expirySeconds: 3_153_600_000 })).rejects.toMatchObject({ code: 'expiry-reserved' })
  await expect(attempt({ senderEmail: 'ceo@bank.example' })).rejects.toMatchObject({ code: 'sender-unproven' })
  const many = Array.from({ length: 7 }, (_, n) => ({ email: `r${n}@a.example` }))
  await expect(attempt({ emailTo: many })).rejects.toMatchObject({ code: 'too-many-recipients' })
  const hostile = { slug: 'AAAAAAA', size: '1 B', expiryDate: 9e15, dateSent: 1, status: false, senderId: 'root' }
  const op = await attempt({ message: 'new words', emailTo: [{ email: 'New@a.example' }], ...hostile })
  expect(op).toMatchObject({ message: 'new words', emailTo: [{ email: 'new@a.example' }], status: true })
  expect(op.slug).not.toBe('AAAAAAA')
  expect(op.expiryDate).toBe(op.dateSent + 604_800_000)
})

test('saves only with the token, and only in a browser that has proven the sender', async () => {
  const sender = await makeSender(ctx)
  const { upload, token } = await uploaded(ctx, sender, files())
  const stranger = await makeSender(ctx)
  const attempts = [
    [{ upload, token: 'x'.repeat(43) }, sender, 'upload-token-wrong'],
    [{ upload: 'unknown', token }, sender, 'upload-not-found'],
    [{ upload, token }, stranger, 'sender-unproven'],
  ] as const
  for (const [body, who, code] of attempts) {
    await expect(completeTransfer(ctx, who.actor, body)).rejects.toMatchObject({ code })
  }
})

test.each([
  ['notes.txt', '<!doctype html><script>alert(1)</script>'],
  ['photo.jpg', '<svg onload="alert(1)">'],
  ['setup.pdf', `MZ\x90\0${'\0'.repeat(60)}`],
])('finds an active type under the name %s in the stored bytes', async (path, text) => {
  const sender = await makeSender(ctx)
  const hidden = { path, content: Buffer.from(text, 'latin1') }
  const neighbours = [
    testFile('first.bin', 300 * KIB),
    testFile('before.bin', 3 * KIB),
    hidden,
    testFile('after.bin', 7),
  ]
  const { upload, token } = await uploaded(ctx, sender, neighbours)
  const attempt = completeTransfer(ctx, sender.actor, { upload, token })
  await expect(attempt).rejects.toMatchObject({ code: 'insecure-file-type', facts: { path } })
})

test('finds an active type whose first bytes are in two records of their blob', async () => {
  const sender = await makeSender(ctx)
  const hidden = { path: 'notes.txt', content: Buffer.from(`<!--${'-'.repeat(600)}--><html>`) }
  const pack = [testFile('before.bin', 64 * KIB - 300), hidden, testFile('after.bin', 100 * KIB)]
  const { upload, token } = await uploaded(ctx, sender, pack)
  const attempt = completeTransfer(ctx, sender.actor, { upload, token })
  await expect(attempt).rejects.toMatchObject({ code: 'insecure-file-type', facts: { path: 'notes.txt' } })
})

test('answers a wrong token, a bare slug, an unknown slug and an ended transfer alike', async () => {
  const sender = await makeSender(ctx)
  const [one, two] = [await saved(ctx, sender, files()), await saved(ctx, sender, files())]
  const token = await tokenOf(one._id)
  const unknown = { code: 'transfer-not-found', facts: {} }
  for (const [slug, user] of [
    [one.slug],
    [one.slug, ''],
    [one.slug, await tokenOf(two._id)],
    [one.slug, hashToken(token).toString('base64url')],
    ['0000000', token],
    ['../etc', token],
    [one.slug.toLowerCase() === one.slug ? one.slug.toUpperCase() : one.slug.toLowerCase(), token],
  ] as Array<[string, string?]>) {
    await expect(findTransfer(ctx.db, slug, user)).rejects.toMatchObject(unknown)
  }
  await sql`update transfers set deleted_at = now() where id = ${one._id}`.execute(ctx.db)
  await expect(findTransfer(ctx.db, one.slug, token)).rejects.toMatchObject(unknown)
})

test("treats expiry as a state by the database's clock, and never as no instant", async () => {
  const sender = await makeSender(ctx)
  const op = await saved(ctx, sender, files())
  const token = await tokenOf(op._id)
  await sql`update transfers set expires_at = now() where id = ${op._id}`.execute(ctx.db)
  const found = await findTransfer(ctx.db, op.slug, token)
  expect(presentTransfer(found, [], 0).state).toBe('expired')
  await sql`update transfers set expires_at = null where id = ${op._id}`.execute(ctx.db)
  expect(presentTransfer(await findTransfer(ctx.db, op.slug, token), [], 0)).toMatchObject({
    state: 'active',
    expiresAt: null,
  })
})

test('never uses a slug again', async () => {
  const sender = await makeSender(ctx)
  const op = await saved(ctx, sender, files())
  const { upload } = await uploaded(ctx, sender, files())
  await sql`update transfers set deleted_at = now(), bytes_removed_at = now() where id = ${op._id}`.execute(ctx.db)
  const made = {
    id: 'x',
    accountId: null,
    uploadId: upload,
    sendAs: 'link' as const,
    role: 'anon',
    senderAddress: sender.address,
    senderName: null,
    senderCompany: null,
    senderLanguage: 'en',
    senderTimeZone: null,
    senderCountry: null,
    senderCity: null,
    deviceId: null,
    network: 'n',
    title: null,
    message: '',
    fileCount: 1,
    bytes: 1,
    expirySeconds: 3_153_600_000,
    remindRecipients: null,
    options: { passwordHash: null, downloadLimit: null, isOnlyProven: false, alerts: null, sendLater: null },
    sendTime: null,
    isArriving: false,
    searchable: { paths: [], recipients: [] },
  }
  expect(await insertTransfer(ctx.db, op.slug, made)).toBeNull()
  await ctx.db.transaction().execute(async (tx) => {
    expect(await insertTransfer(tx, 'zzzzzzz', made)).toMatchObject({ expires_at: null, is_expired: false })
    await sql`delete from transfers where id = 'x'`.execute(tx)
  })
})

test('tells the plan of a device what its last upload reached, and no other device', async () => {
  const [sender, stranger] = [await makeSender(ctx), await makeSender(ctx)]
  const line = { parallel: 24, roundTripMs: 210.5 }
  const { upload, token } = await uploaded(ctx, sender, files())
  await expect(completeTransfer(ctx, sender.actor, { upload, token: 'wrong', line })).rejects.toThrow()
  expect((await planned(ctx, sender, [testFile('next', 9)])).line).toBeNull()
  await completeTransfer(ctx, sender.actor, { upload, token, line })
  expect((await planned(ctx, sender, [testFile('after', 9)])).line).toEqual(line)
  expect((await planned(ctx, stranger, [testFile('after', 9)])).line).toBeNull()
})

test('does not resume a sent upload', async () => {
  const sender = await makeSender(ctx)
  const { upload, token } = await uploaded(ctx, sender, files())
  await completeTransfer(ctx, sender.actor, { upload, token })
  await expect(resumeTransfer(ctx, sender.actor, upload, [])).rejects.toMatchObject({ code: 'upload-closed' })
})

test('leaves consistent rows, bytes and counters after all of this', async () => {
  await sql`update transfers set deleted_at = now() where bytes_removed_at is not null`.execute(ctx.db)
  expect(await checkUploads(ctx, { hash: true })).toEqual([])
  expect(await checkTransfers(ctx)).toEqual([])
  await sql`update allowances set sends = sends + 1 where key like 'device:%' and sends = 2`.execute(ctx.db)
  await sql`update recipients set token_hash = sha256(token_hash) where id = (select min(id) from recipients)`.execute(
    ctx.db,
  )
  await sql`update transfers set bytes = bytes + 1 where id = (select min(id) from transfers)`.execute(ctx.db)
  const kinds = new Set((await checkTransfers(ctx)).map(({ kind }) => kind))
  expect(kinds).toEqual(new Set(['transfer-contradiction', 'recipient-token-off', 'sends-off']))
})
