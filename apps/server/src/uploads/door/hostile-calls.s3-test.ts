/** What storage credentials must not do on a real S3 store: the store itself refuses it, or it has no effect. */
import { CreateBucketCommand, DeleteBucketCommand, GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3'
import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { until } from '#test/app/until'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { sha256 } from '#test/people/recipient'
import { bare, type HostileScene, MIB, pathOf, sendHostile } from '#test/storage/hostile/hostile-use'
import { harmlessOnCeph, refusalOf, refusedOnCeph } from '#test/storage/hostile/hostile-uses'
import { makeTestBucket, STS_ROLE, s3Env, type TestBucket } from '#test/storage/s3-bucket'
import type { Keys } from '#test/storage/signed-s3'
import { planForStorage, type StorageUpload } from '#test/storage/storage-upload'
import { testFile } from '#test/storage/upload-parts'
import { uploadPolicy } from '../../platform/storage/s3/s3-scoped.ts'

let bucket: TestBucket
let app: TestApp
let owner: AccountPerson
let scene: HostileScene
const otherBucket = () => `${bucket.settings.bucket}-other`

beforeAll(async () => {
  bucket = await makeTestBucket()
  await bucket.client.send(new CreateBucketCommand({ Bucket: otherBucket() }))
  app = await makeTestApp({ env: { ...s3Env(bucket), S3_STS_ROLE: STS_ROLE } })
  owner = await makeAccount(app, { role: 'business', subscription: 'active' })
  // The same files would be the same upload, resumed.
  const plan = (name: string) =>
    planForStorage(owner, [testFile(`${name}.bin`, 1_000), testFile(`${name}-large.bin`, 11 * MIB)])
  const [upload, other] = [await plan('one'), await plan('other')]
  const [saved, givenUp] = [await plan('saved'), await plan('given-up')]
  expect(new Set([upload, other, saved, givenUp].map(({ credentials }) => credentials.Prefix)).size).toBe(4)
  const expired = await shortKeys(upload)
  const origin = bucket.settings.endpoint ?? ''
  const base = { origin, root: '', otherBucket: otherBucket(), upload, other, expired, saved, givenUp }
  const begin = async (of: StorageUpload) => {
    const at = { ...base, upload: of, multipart: '', otherMultipart: '' }
    expect(await sendHostile(at, {}), 'the own file').toMatchObject({ status: 200 })
    const { text } = await sendHostile(at, bare('POST', pathOf(at, 1), 'uploads'))
    return /<UploadId>([^<]+)</.exec(text)?.[1] ?? expect.fail(text)
  }
  scene = { ...base, multipart: await begin(upload), otherMultipart: await begin(other) }
  await until(async () => (await sendHostile(scene, { keys: expired })).status >= 400)
})
afterAll(async () => {
  await app?.close()
  await bucket?.client.send(new DeleteBucketCommand({ Bucket: otherBucket() }))
  await bucket?.close()
})

/** Credentials as the server gets them, which end after a second. */
async function shortKeys({ credentials }: StorageUpload): Promise<Keys> {
  const { endpoint, region, accessKeyId, secretAccessKey } = bucket.settings
  const client = new STSClient({ endpoint: endpoint ?? '', region, credentials: { accessKeyId, secretAccessKey } })
  const command = new AssumeRoleCommand({
    RoleArn: STS_ROLE,
    RoleSessionName: 'short',
    DurationSeconds: 1,
    Policy: uploadPolicy(credentials.Bucket, credentials.Prefix.slice(0, -1)),
  })
  const { Credentials: given } = await client.send(command)
  client.destroy()
  const { AccessKeyId = '', SecretAccessKey = '', SessionToken = '' } = given ?? {}
  return { AccessKeyId, AccessKeySecret: SecretAccessKey, SecurityToken: SessionToken, Region: credentials.Region }
}

const objects = async (Bucket: string, Prefix = '') =>
  ((await bucket.client.send(new ListObjectsV2Command({ Bucket, Prefix }))).Contents ?? []).map(({ Key }) => Key)

test.each(refusedOnCeph)('refuses to %s: %s', async (_what, refusal, call) => {
  expect(refusalOf(await sendHostile(scene, call(scene)))).toBe(refusal)
})

test('refuses at least sixty uses, and none had an effect', async () => {
  expect(refusedOnCeph.length).toBeGreaterThanOrEqual(60)
  const own = [scene.upload.keys[0], scene.other.keys[0]].sort()
  expect(await objects(scene.upload.credentials.Bucket)).toEqual(own)
  expect(await objects(otherBucket())).toEqual([])
  for (const { credentials, keys, files } of [scene.upload, scene.other]) {
    const { Body } = await bucket.client.send(new GetObjectCommand({ Bucket: credentials.Bucket, Key: keys[0] }))
    expect(sha256(Buffer.from((await Body?.transformToByteArray()) ?? []))).toBe(sha256(files[0]?.content as Buffer))
    expect((await fetch(`${scene.origin}/${credentials.Bucket}/${keys[0]}`)).status).toBe(403)
  }
})

test('what it lets happen has no effect', async () => {
  for (const [what, , , call] of harmlessOnCeph) {
    const { status } = await sendHostile(scene, call(scene))
    expect(status, what).toBeLessThan(500)
  }
  for (const key of await objects(scene.upload.credentials.Bucket)) {
    expect((await fetch(`${scene.origin}/${scene.upload.credentials.Bucket}/${key}`)).status, key).toBe(403)
  }
  for (const { plan } of [scene.upload, scene.other, scene.saved, scene.givenUp]) {
    const headers = { authorization: `Bearer ${plan.token}` }
    expect((await owner.call('abandonUpload', { params: { upload: plan.upload }, headers })).status).toBe(204)
  }
  await app.runJobs()
  expect(await objects(scene.upload.credentials.Bucket)).toEqual([])
})
