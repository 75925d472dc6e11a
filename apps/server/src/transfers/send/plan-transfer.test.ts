import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestEnvironment, type TestEnvironment } from '#test/app/test-environment'
import { draftOf, makeSender, planned, type Sender, saved } from '#test/people/sender'
import { testFile } from '#test/storage/upload-parts'
import type { Context } from '../../context.ts'
import { findDraft } from '../draft-store.ts'
import { planTransfer } from './plan-transfer.ts'
import { resumeTransfer } from './resume-transfer.ts'

let environment: TestEnvironment
let ctx: Context
let close: () => Promise<void>
let sender: Sender

beforeAll(async () => {
  environment = await makeTestEnvironment()
  ;({ ctx, close } = await environment.open())
  sender = await makeSender(ctx)
})
afterAll(async () => {
  await close()
  await environment.drop()
})

const plan = (more: object, files = [testFile('a.pdf', 100)], who = sender) =>
  planTransfer(ctx, who.actor, draftOf(who, files, more), [])

test('stores a draft with its upload, with its recipients parsed and each once', async () => {
  const emailTo = [
    { email: ' Asha@Rao-Forge.example', name: 'Asha', company: 'Rao Forge' },
    { email: 'asha@rao-forge.example' },
    { email: 'lin@werk.example' },
  ]
  const { contacts, plan: made, resumed } = await plan({ emailTo, lang: 'zh' })
  expect(resumed).toBe(false)
  expect(contacts).toEqual([
    { email: 'asha@rao-forge.example', name: 'Asha', company: 'Rao Forge' },
    { email: 'lin@werk.example', name: null, company: null },
  ])
  expect(await findDraft(ctx.db, made.upload)).toEqual({
    title: null,
    options: { passwordHash: null, downloadLimit: null, isOnlyProven: false, alerts: null, sendLater: null },
    sendAs: 'email',
    senderAddress: sender.address,
    recipients: [
      { email: 'asha@rao-forge.example', name: 'Asha', company: 'Rao Forge' },
      { email: 'lin@werk.example' },
    ],
    message: 'the drawings',
    expirySeconds: 604_800,
    language: 'zh',
    remindRecipients: null,
    sharedWith: [],
    forwarded: [],
  })
})

test('cleans paths and makes them distinct', async () => {
  const files = [testFile('../../etc/passwd', 10), testFile('a\u202Efdp.txt', 10), testFile('A\u202Efdp.txt', 11)]
  const made = await planned(ctx, sender, files)
  expect(made.files.map(({ path }) => path)).toEqual(['etc/passwd', 'afdp.txt', 'Afdp (2).txt'])
})

test.each([
  ['insecure-file-type', {}, 'page.HTML'],
  ['insecure-file-type', {}, 'a.html::$DATA'],
  ['insecure-file-type', {}, 'x.exe%00.png'],
  ['piracy-marker', {}, 'Film.2021.1080p.WEBRip.mkv'],
  ['links-reserved', { sendAs: 'link' }, 'a.pdf'],
  ['expiry-reserved', { expirySeconds: 31_536_000 }, 'a.pdf'],
  ['invalid-input', { expirySeconds: 604_801 }, 'a.pdf'],
  ['message-holds-link', { message: 'see https://evil.example/x' }, 'a.pdf'],
  ['message-holds-link', { emailTo: [{ email: 'a@b.example', name: 'http://evil.example/x' }] }, 'a.pdf'],
  ['invalid-recipient', { emailTo: [{ email: 'no address' }] }, 'a.pdf'],
  ['too-many-recipients', { emailTo: [1, 2, 3, 4, 5, 6, 7].map((n) => ({ email: `r${n}@a.example` })) }, 'a.pdf'],
  ['sender-unproven', { senderEmail: 'someone@else.example' }, 'a.pdf'],
])('%s: %j %s', async (code, more, path) => {
  await expect(plan(more, [testFile(path, 100)])).rejects.toMatchObject({ code })
})

test('checks declared sizes and counts before it creates anything', async () => {
  const [file] = draftOf(sender, [testFile('big.bin', 1)]).files
  if (!file) throw new Error('no file')
  const big = [{ ...file, bytes: 3e9 + 1 }]
  await expect(plan({ files: big })).rejects.toMatchObject({ code: 'over-transfer-limit', facts: { excessBytes: 1 } })
  const many = Array.from({ length: 51 }, (_, n) => ({ ...file, path: `${n}.bin`, fingerprint: `${n}` }))
  await expect(plan({ files: many })).rejects.toMatchObject({ code: 'too-many-files', facts: { limit: 50 } })
})

test('tells a browser that has proven nothing', async () => {
  const stranger = { ...sender, actor: { ...sender.actor, deviceId: null } }
  await expect(plan({}, undefined, stranger)).rejects.toMatchObject({ code: 'sender-unproven' })
})

test('counts uploads in progress towards the storage: refuses the second one that would exceed 5 GB', async () => {
  const who = await makeSender(ctx)
  const [file] = draftOf(who, [testFile('big.bin', 1)]).files
  const sized = (name: string, bytes: number) => ({ files: [{ ...file, path: name, fingerprint: name, bytes }] })
  await plan(sized('one', 3e9), [], who)
  await expect(plan(sized('two', 2e9 + 1), [], who)).rejects.toMatchObject({ code: 'storage-full' })
  await plan(sized('two', 2e9), [], who)
  await plan(sized('one', 3e9), [], who)
})

test('plans nothing after three sends, even under a tagged address or in a new browser', async () => {
  const who = await makeSender(ctx, 'three@example.com')
  for (const name of ['a', 'b', 'c']) await saved(ctx, who, [testFile(name, 10)])
  await expect(plan({}, undefined, who)).rejects.toMatchObject({ code: 'free-sends-used' })
  for (const address of ['three@example.com', 'three+x@example.com']) {
    const again = await makeSender(ctx, address)
    await expect(plan({}, undefined, again)).rejects.toMatchObject({ code: 'free-sends-used' })
  }
})

test('resumes an upload in this browser, with its fields, and not in one that has proven nothing', async () => {
  const files = [testFile('again.bin', 300_000)]
  const made = await planned(ctx, sender, files, { message: 'first' })
  const emailTo = [{ email: 'lin@werk.example' }]
  const second = await planTransfer(ctx, sender.actor, draftOf(sender, files, { message: 'second', emailTo }), [])
  expect(second).toMatchObject({ resumed: true, plan: { upload: made.upload } })
  const { draft, plan: resumed } = await resumeTransfer(ctx, sender.actor, made.upload, [])
  expect(draft).toEqual({
    title: null,
    sendAs: 'email',
    senderEmail: sender.address,
    emailTo,
    message: 'second',
    expirySeconds: 604_800,
    forwarded: [],
  })
  expect(resumed).toMatchObject({ upload: made.upload, files: made.files })
  const stranger = await makeSender(ctx)
  for (const actor of [stranger.actor, { ...sender.actor, deviceId: null }]) {
    await expect(resumeTransfer(ctx, actor, made.upload, [])).rejects.toMatchObject({ code: 'upload-not-found' })
  }
  const otherBrowser = await makeSender(ctx, sender.address)
  expect((await resumeTransfer(ctx, otherBrowser.actor, made.upload, [])).plan.upload).toBe(made.upload)
})
