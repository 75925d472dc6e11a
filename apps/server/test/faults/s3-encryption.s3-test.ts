import { HeadObjectCommand } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp } from '#test/app/test-app'
import { fsck } from '#test/database/fsck'
import { planByEngine, startEngine } from '#test/people/engine'
import { makePerson } from '#test/people/people'
import { bytesOf } from '#test/storage/blobs'
import { makeTestBucket, s3Env, type TestBucket } from '#test/storage/s3-bucket'

const MIB = 2 ** 20
let bucket: TestBucket
beforeAll(async () => {
  bucket = await makeTestBucket()
})
afterAll(() => bucket.close())

test('refuses at the start a store that accepts the setting for encryption and does not encrypt, with a sentence', async () => {
  await expect(makeTestApp({ env: { ...s3Env(bucket), S3_SSE: 'AES256' } })).rejects.toThrow(
    `S3_SSE asks for AES256, but the bucket ${bucket.settings.bucket} stored an object with encryption none.`,
  )
})

test('encrypts every object with a key that the store knows, parts and single puts alike', async () => {
  const env = { ...s3Env(bucket), S3_SSE: 'aws:kms', S3_SSE_KEY_ID: 'waybill-key' }
  const app = await makeTestApp({ env })
  const person = makePerson(app)
  await person.prove()
  const files = [
    { path: 'large.bin', content: bytesOf(18 * MIB) },
    { path: 'single.bin', content: bytesOf(MIB) },
    { path: 'small.txt', content: bytesOf(99) },
  ]
  const plan = await planByEngine(person, { files })
  const engine = startEngine(person, plan, files)
  await engine.finished
  const body = { upload: plan.upload, token: engine.token() }
  expect((await person.call('completeTransfer', { body })).status).toBe(200)
  await app.runJobs()
  const blobs = await app.ctx.db.selectFrom('blobs').select('key').execute()
  expect(blobs).toHaveLength(3)
  for (const { key } of blobs) {
    const head = await bucket.client.send(new HeadObjectCommand({ Bucket: bucket.settings.bucket, Key: key }))
    expect([head.ServerSideEncryption, head.SSEKMSKeyId]).toEqual(['aws:kms', 'waybill-key'])
  }
  const rows = await app.ctx.db.selectFrom('files').select(['sha256', 'withdrawn_at']).execute()
  expect(rows.every((row) => row.sha256 !== null && row.withdrawn_at === null)).toBe(true)
  expect(await fsck(app.env)).toEqual([])
  await app.close()
})
