import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { makeAccount } from '#test/people/account-person'
import { filesToMove, findLost, moveUnderLoad, sendMany } from '#test/storage/move-under-load'
import { makeTestBucket, type TestBucket } from '#test/storage/s3-bucket'
import { checkUploads } from '../index.ts'

const FILES = filesToMove(200)
const EACH = Math.min(FILES, 500)

let buckets: TestBucket[]
let app: TestApp
beforeAll(async () => {
  buckets = [await makeTestBucket(), await makeTestBucket()]
  const regions = ['eu-central-1', 'us-west-1']
  const named = buckets.map(
    ({ settings: { endpoint, bucket, region: s3Region, accessKeyId, secretAccessKey } }, nth) => ({
      ...{ id: `bucket-${nth}`, region: regions[nth], adapter: 's3' },
      ...{ endpoint, bucket, s3Region, accessKeyId, secretAccessKey },
    }),
  )
  const stores = [{ id: 'disk', region: 'cn-hongkong', adapter: 'disk' }, ...named]
  app = await makeTestApp({ env: { STORES: JSON.stringify(stores) } })
})
afterAll(async () => {
  await app?.close()
  for (const bucket of buckets) await bucket.close()
})

test(`moves ${FILES} files from disk to a bucket, to another one, and back, under load`, {
  timeout: 3_600_000,
}, async () => {
  const admin = await makeAccount(app, { role: 'business' })
  const sent = await sendMany(app, admin, Math.ceil(FILES / EACH), EACH)
  const all = sent.reduce((sum, { sums }) => sum + sums.size, 0)
  for (const region of ['eu-central-1', 'us-west-1', 'cn-hongkong'] as const) {
    const { move, seconds, downloads, wrong } = await moveUnderLoad(app, admin, sent, region, 1_800_000)
    expect(wrong).toEqual([])
    expect([move.movedFiles, move.keptFiles]).toEqual([all, 0])
    process.stdout.write(
      `to ${region}: ${move.movedFiles} files, ${move.movedBytes} bytes in ${seconds.toFixed(1)} s beside ${downloads} downloads\n`,
    )
  }
  expect(await findLost(app, sent)).toEqual([])
  expect(await checkUploads(app.ctx, { hash: true })).toEqual([])
})
