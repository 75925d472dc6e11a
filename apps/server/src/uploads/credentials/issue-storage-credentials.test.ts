/** Who gets storage credentials, for which upload, and when they stop. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { makeKey } from '#test/people/key-person'
import { sendS3 } from '#test/storage/signed-s3'
import { credentialsFor, planForStorage, type StorageUpload } from '#test/storage/storage-upload'
import { testFile } from '#test/storage/upload-parts'

const rich = { role: 'business', subscription: 'active' } as const
let app: TestApp
let owner: AccountPerson
let upload: StorageUpload
let other: StorageUpload
beforeAll(async () => {
  app = await makeTestApp()
  owner = await makeAccount(app, rich)
  upload = await planForStorage(owner, [testFile('one.bin', 1_000)])
  other = await planForStorage(await makeAccount(app, rich), [testFile('other.bin', 1_000)])
})
afterAll(() => app.close())

const pathOf = (nth: number, from: StorageUpload) => `/s3/${from.credentials.Bucket}/${from.keys[nth]}`

describe('credentials for the wrong caller', () => {
  const ask = (person: AccountPerson, body: Record<string, unknown>, headers: Record<string, string> = {}) =>
    person.call('issueStorageCredentials', { body, headers })
  const own = () => ({ id: upload.plan.upload, type: 'userUpload' })

  test.each([
    ['another account’s upload', 403, 'not-yours', () => ask(owner, { ...own(), id: other.plan.upload })],
    [
      'another account’s upload with the own token',
      403,
      'upload-token-wrong',
      () =>
        app.call('issueStorageCredentials', {
          body: { ...own(), id: other.plan.upload },
          headers: { 'x-no-origin': '1', authorization: `Bearer ${upload.plan.token}` },
        }),
    ],
    ['an upload of another kind', 403, 'not-yours', () => ask(owner, { ...own(), type: 'request' })],
    ['an upload as a visitor’s', 403, 'not-yours', () => ask(owner, { ...own(), type: 'anonUpload' })],
    ['a foreign admin', 403, 'not-yours', () => ask(owner, { ...own(), type: 'teamMember', adminId: 'nobody' })],
    ['a team member without an admin', 403, 'not-yours', () => ask(owner, { ...own(), type: 'teamMember' })],
    ['an unknown upload', 404, 'upload-not-found', () => ask(owner, { ...own(), id: 'nobody-has-this-one' })],
    ['an unknown kind', 400, 'invalid-input', () => ask(owner, { ...own(), type: 'root' })],
    ['a policy of its own', 400, 'unknown-field', () => ask(owner, { ...own(), policy: '{}' })],
    ['nobody at all', 401, 'unauthenticated', () => app.call('issueStorageCredentials', { body: own() })],
    ['a foreign page', 403, 'cross-site', () => ask(owner, own(), { origin: 'https://evil.example' })],
    [
      'a cookie without a page',
      403,
      'cross-site',
      () => ask(owner, own(), { 'x-no-origin': '1', cookie: 'waybill_session=x' }),
    ],
  ])('%s: %i', async (_what, status, code, call) => {
    expect(await call()).toMatchObject({ status, body: { code } })
  })

  test('an API key without the scope, and one with it', async () => {
    const [reader, sender] = [
      await makeKey(app, owner, { scopes: ['read'] }),
      await makeKey(app, owner, { scopes: ['send'] }),
    ]
    expect((await ask(reader, own())).body.code).toBe('key-lacks-scope')
    expect((await ask(sender, own())).status).toBe(200)
  })

  test('an upload whose bytes come another way', async () => {
    const body = {
      sendAs: 'link',
      emailTo: [],
      expirySeconds: 604_800,
      files: [{ path: 'a', bytes: 1, modifiedAt: 1, fingerprint: 'f' }],
    }
    const { plan } = (await owner.call('planTransfer', { body })).body
    expect((await ask(owner, { ...own(), id: plan.upload })).body.code).toBe('part-misplaced')
  })

  test('a suspended account, whose earlier credentials stop too', async () => {
    const person = await makeAccount(app, rich)
    const mine = await planForStorage(person, [testFile('mine.bin', 100)])
    const call = { path: pathOf(0, mine), body: mine.files[0]?.content as Buffer }
    await app.ctx.db
      .updateTable('accounts')
      .set({ suspended_at: new Date() })
      .where('id', '=', person.accountId)
      .execute()
    expect((await ask(person, { id: mine.plan.upload, type: 'userUpload' })).body.code).toBe('account-suspended')
    expect(await sendS3(app.origin, mine.credentials, call)).toMatchObject({ status: 403, code: 'AccessDenied' })
  })

  test('too many credentials of one upload', async () => {
    const person = await makeAccount(app, rich)
    const mine = await planForStorage(person, [testFile('mine.bin', 100)])
    for (let nth = 1; nth < 40; nth++) await credentialsFor(person, mine.plan.upload)
    expect((await ask(person, { id: mine.plan.upload, type: 'userUpload' })).body.code).toBe('too-many-requests')
  })
})

test('credentials that have expired, and a replay after the save', async () => {
  const person = await makeAccount(app, rich)
  const mine = await planForStorage(person, [testFile('mine.bin', 100)])
  const call = { path: pathOf(0, mine), body: mine.files[0]?.content as Buffer }
  const { db } = app.ctx
  const rows = db
    .updateTable('upload_tokens')
    .where('upload_id', '=', mine.plan.upload)
    .where('is_storage_key', '=', true)
  await rows.set({ expires_at: new Date(0) }).execute()
  expect(await sendS3(app.origin, mine.credentials, call)).toMatchObject({ status: 400, code: 'ExpiredToken' })
  const fresh = await credentialsFor(person, mine.plan.upload)
  expect(await sendS3(app.origin, fresh, call)).toMatchObject({ status: 200 })
  const saved = await person.call('completeTransfer', { body: { upload: mine.plan.upload, token: mine.plan.token } })
  expect(saved.status).toBe(200)
  expect(await sendS3(app.origin, fresh, call)).toMatchObject({ status: 403, code: 'InvalidAccessKeyId' })
})
