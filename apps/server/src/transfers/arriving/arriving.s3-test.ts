import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { largeFiles, sendArriving } from '#test/people/arriving-sender'
import { sha256 } from '#test/people/recipient'
import { makeTestBucket, type TestBucket } from '#test/storage/s3-bucket'
import { finishArrived } from './make-whole.ts'

let bucket: TestBucket
let app: TestApp

beforeAll(async () => {
  bucket = await makeTestBucket()
  app = await makeTestApp({
    env: {
      S3_ENDPOINT: bucket.settings.endpoint,
      S3_REGION: bucket.settings.region,
      S3_BUCKET: bucket.settings.bucket,
      S3_ACCESS_KEY_ID: bucket.settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: bucket.settings.secretAccessKey,
    },
  })
})
afterAll(async () => {
  await app?.close()
  await bucket?.close()
})

test('a store that gives out complete files alone serves each file once it is there', async () => {
  const files = largeFiles(2)
  const sent = await sendArriving(app, files)
  const { sender, plan } = sent
  const { files: shown } = await sent.arrival()
  expect(shown.map(({ arrival }: { arrival: object }) => arrival)).toEqual([
    { state: 'arriving', bytes: 0, isReadable: false },
    { state: 'arriving', bytes: 0, isReadable: false },
  ])
  const refused = await sent.press(0)
  expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
    409,
    'file-still-arriving',
    '15',
  ])
  await sender.upload({ ...plan, blobs: plan.blobs.slice(0, 1) }, [...files])
  await finishArrived(app.ctx, plan.upload)
  expect(await sent.arrival()).toMatchObject({ state: 'arriving', filesThere: 1 })
  const read = await sent.recipient.take(await sent.linkTo(0))
  expect(sha256(read)).toBe(sha256(files[0]?.content ?? Buffer.alloc(0)))
  expect((await sent.press(1)).body.code).toBe('file-still-arriving')
  await sender.upload({ ...plan, blobs: plan.blobs.slice(1) }, [...files])
  expect((await sent.finish()).status).toBe(200)
  expect(await sent.arrival()).toMatchObject({ state: 'whole', filesThere: 2, files: [] })
})
