/** Storage credentials need a store that gives public objects to nobody. nginx before Ceph answers as other stores would. */
import { GetPublicAccessBlockCommand, ListObjectsV2Command } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestBucket, STS_ROLE, type TestBucket } from '#test/storage/s3-bucket'
import { openGateway } from '#test/storage/s3-gateway'
import { openS3Store } from './s3-adapter.ts'

let bucket: TestBucket
beforeAll(async () => {
  bucket = await makeTestBucket()
})
afterAll(() => bucket?.close())

/** Opens the store with an STS role through a gateway with these rules. */
async function openBehind(rules: string) {
  const gateway = await openGateway(bucket.settings.endpoint, rules)
  const { endpoint } = gateway
  const settings = { ...bucket.settings, endpoint, stsRole: { arn: STS_ROLE, endpoint: bucket.settings.endpoint } }
  try {
    return await openS3Store({ settings, log: bucket.log, publicOrigins: [], tuning: { maxAttempts: 1 } })
  } finally {
    await gateway.close()
  }
}
const objects = async () =>
  (await bucket.client.send(new ListObjectsV2Command({ Bucket: bucket.settings.bucket }))).Contents ?? []

test('a store that can ignore public access lists is told to, and opened', async () => {
  const store = await openBehind('')
  expect(store.scoped).not.toBeNull()
  await store.close()
  const set = await bucket.client.send(new GetPublicAccessBlockCommand({ Bucket: bucket.settings.bucket }))
  expect(set.PublicAccessBlockConfiguration?.IgnorePublicAcls).toBe(true)
})

test('a store that says it ignores them, and gives a public object to a stranger, is refused', async () => {
  const rules = `set $who "$request_method$http_authorization"; if ($who = GET) { return 200 probe; }`
  await expect(openBehind(rules)).rejects.toThrow(/lets anybody read an object that was put as public.*S3_STS_ROLE out/)
  // The object of the probe is gone.
  expect(await objects()).toEqual([])
})

test('a store that cannot be told to ignore them is refused', async () => {
  const xml = '<Error><Code>NotImplemented</Code></Error>'
  const rules = `default_type application/xml; if ($args ~* publicAccessBlock) { return 501 '${xml}'; }`
  await expect(openBehind(rules)).rejects.toThrow(/cannot be told to ignore public access lists \(NotImplemented\)/)
})

test('a store without access lists is opened', async () => {
  const xml = '<Error><Code>AccessControlListNotSupported</Code></Error>'
  const rules = `default_type application/xml; if ($http_x_amz_acl) { return 400 '${xml}'; }`
  const store = await openBehind(rules)
  expect(store.scoped).not.toBeNull()
  await store.close()
})
