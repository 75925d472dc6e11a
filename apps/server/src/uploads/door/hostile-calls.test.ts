/** Everything that storage credentials must not do on the disk store: each call is refused, and nothing is stored by it. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import {
  bare,
  contentOf,
  type HostileScene,
  inBucket,
  MIB,
  pathOf,
  sendHostile,
} from '#test/storage/hostile/hostile-use'
import {
  hostileKinds,
  hostileUses,
  refusalOf,
  refusedBy,
  refusedOnCeph,
  refusedOnDisk,
} from '#test/storage/hostile/hostile-uses'
import { type Keys, sendS3 } from '#test/storage/signed-s3'
import { credentialsFor, planForStorage, type StorageUpload } from '#test/storage/storage-upload'
import { testFile } from '#test/storage/upload-parts'
import { sessionTokenOf, storedHashOf } from '../credentials/storage-keys.ts'

let app: TestApp
let scene: HostileScene

beforeAll(async () => {
  app = await makeTestApp()
  const rich = { role: 'business', subscription: 'active' } as const
  const owner = await makeAccount(app, rich)
  const stranger = await makeAccount(app, rich)
  const files = [testFile('one.bin', 1_000), testFile('large.bin', 11 * MIB)]
  const upload = await planForStorage(owner, files)
  const other = await planForStorage(stranger, files)
  const [saved, givenUp] = [
    await planForStorage(owner, [testFile('a', 10)]),
    await planForStorage(owner, [testFile('b', 10)]),
  ]
  const expired = await endedKeys(owner, upload)
  const base = { origin: app.origin, root: '/s3', otherBucket: 'backups', upload, other, expired, saved, givenUp }
  const begin = async (of: StorageUpload) => {
    const at = { ...base, upload: of, multipart: '', otherMultipart: '' }
    const { text } = await sendHostile(at, bare('POST', pathOf(at, 1), 'uploads'))
    return /<UploadId>([\w-]+)</.exec(text)?.[1] ?? expect.fail(text)
  }
  scene = { ...base, multipart: await begin(upload), otherMultipart: await begin(other) }
  await endUploads(owner)
})

/** Saves one upload, and gives one up. */
async function endUploads(owner: AccountPerson): Promise<void> {
  const { saved, givenUp } = scene
  const put = { path: pathOf({ ...scene, upload: saved }), body: contentOf({ ...scene, upload: saved }) }
  expect(await sendS3(app.origin, saved.credentials, put)).toMatchObject({ status: 200 })
  const body = { upload: saved.plan.upload, token: saved.plan.token }
  expect(await owner.call('completeTransfer', { body })).toMatchObject({ status: 200 })
  const headers = { authorization: `Bearer ${givenUp.plan.token}` }
  const ended = await owner.call('abandonUpload', { params: { upload: givenUp.plan.upload }, headers })
  expect(ended).toMatchObject({ status: 204 })
}

/** Credentials as they are a minute after their end. */
async function endedKeys(owner: AccountPerson, { plan }: StorageUpload): Promise<Keys> {
  const keys = await credentialsFor(owner, plan.upload)
  const endsAt = new Date(Date.now() - 60_000)
  const over = await app.ctx.db
    .updateTable('upload_tokens')
    .set({ expires_at: endsAt })
    .where('token_hash', '=', storedHashOf(app.ctx.masterKey, keys.AccessKeyId))
    .executeTakeFirst()
  expect(over.numUpdatedRows).toBe(1n)
  return { ...keys, SecurityToken: sessionTokenOf(app.ctx.masterKey, keys.AccessKeyId, endsAt) }
}

afterAll(async () => {
  const ids = [scene.upload, scene.other].flatMap(({ plan }) => plan.blobs.map(({ id }) => id))
  expect(await app.ctx.db.selectFrom('parts').select('blob_id').where('blob_id', 'in', ids).execute()).toEqual([])
  await app.close()
})

test.each(refusedOnDisk)('refuses to %s: %s', async (_what, refusal, call) => {
  const answer = await sendHostile(scene, call(scene))
  expect(refusalOf(answer), answer.text).toBe(refusal)
  expect(answer.text).not.toContain(scene.upload.credentials.SecurityToken)
})

test('every use of the table has a name of its own, and is refused', () => {
  expect(new Set(hostileUses.map(([what]) => what)).size).toBe(hostileUses.length)
  expect(refusedOnDisk).toHaveLength(hostileUses.length)
  expect(refusedOnDisk.length).toBeGreaterThanOrEqual(60)
})

test('the page of storage credentials has the counts of the table', async () => {
  const page = await readFile(join(import.meta.dirname, '../../../../../docs/storage-credentials.md'), 'utf8')
  const counts = [...page.matchAll(/^\| [A-Z][^|]*\| (\d+) \| (\d+) \| (\d+) \|/gm)].map((row) =>
    row.slice(1, 4).map(Number),
  )
  expect(counts).toEqual(
    hostileKinds.map((uses) => [uses.length, refusedBy(uses, 1).length, refusedBy(uses, 2).length]),
  )
  expect(page).toContain(`**${hostileUses.length}** | **${refusedOnDisk.length}** | **${refusedOnCeph.length}**`)
})

test('an answer repeats nothing that the client sent', async () => {
  const { text } = await sendHostile(scene, { path: inBucket(scene, '/%3Cscript%3E') })
  expect(text).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<Error><Code>AccessDenied<\/Code>/)
  expect(text).not.toMatch(/script/)
})
