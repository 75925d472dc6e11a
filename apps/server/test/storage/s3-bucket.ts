/** A test's own bucket on the real S3 store in WAYBILL_TEST_S3 (scripts/ceph-s3 starts one). */
import { randomBytes } from 'node:crypto'
import { CreateBucketCommand, DeleteBucketCommand, S3Client } from '@aws-sdk/client-s3'
import type { S3Settings } from '../../src/platform/config/s3-settings.ts'
import { openS3Store } from '../../src/platform/storage/s3/s3-adapter.ts'
import type { StoreLog } from '../../src/platform/storage/s3/s3-bucket-check.ts'

export interface TestBucket {
  settings: S3Settings
  /** The SDK's own client, to inspect the bucket without the store. */
  client: S3Client
  /** A log without a reader. */
  log: StoreLog
  /** Removes the store's objects, and the bucket. */
  close(): Promise<void>
}

const silent: StoreLog = { info() {}, warn() {} }

export async function makeTestBucket(): Promise<TestBucket> {
  const endpoint = process.env.WAYBILL_TEST_S3
  if (!endpoint) throw new Error('WAYBILL_TEST_S3 names no store: start one with scripts/ceph-s3 up')
  const settings: S3Settings = {
    id: 's3',
    endpoint,
    region: 'default',
    bucket: `waybill-test-${randomBytes(6).toString('hex')}`,
    accessKeyId: 'waybillkey',
    secretAccessKey: 'waybillsecret',
    pathStyle: true,
    sse: 'none',
    sseKeyId: null,
    stsRole: null,
  }
  const client = new S3Client({
    endpoint,
    region: settings.region,
    forcePathStyle: true,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  await client.send(new CreateBucketCommand({ Bucket: settings.bucket }))
  return {
    settings,
    client,
    log: silent,
    async close() {
      const store = await openS3Store({ settings, publicOrigins: [], log: silent })
      for await (const blob of store.list()) await store.remove(blob)
      await store.close()
      await client.send(new DeleteBucketCommand({ Bucket: settings.bucket }))
      client.destroy()
    },
  }
}

/** The role that `scripts/ceph-s3` makes, for buckets of these names. */
export const STS_ROLE = 'arn:aws:iam:::role/uploader'

/** The settings of a server that stores its files there. */
export function s3Env({ settings }: Pick<TestBucket, 'settings'>): Record<string, string> {
  return {
    S3_ENDPOINT: settings.endpoint,
    S3_REGION: settings.region,
    S3_BUCKET: settings.bucket,
    S3_ACCESS_KEY_ID: settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
    S3_PATH_STYLE: String(settings.pathStyle),
  }
}
