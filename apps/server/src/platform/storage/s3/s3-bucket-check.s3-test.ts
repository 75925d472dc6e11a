import { buffer } from 'node:stream/consumers'
import {
  GetBucketCorsCommand,
  GetBucketLifecycleConfigurationCommand,
  HeadObjectCommand,
  PutBucketCorsCommand,
  PutBucketLifecycleConfigurationCommand,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bytesOf, MIB, readSpan, sendBlob } from '#test/storage/blobs'
import { makeTestBucket, type TestBucket } from '#test/storage/s3-bucket'
import { claimOf, PAGE_ORIGIN, putPart } from '#test/storage/signed-put'
import type { SignedPart } from '../blob-port.ts'
import { openS3Store } from './s3-adapter.ts'
import type { StoreLog } from './s3-bucket-check.ts'

const partBytesFor = () => 5 * MIB

describe('S3 store, the bucket it opens', () => {
  let bucket: TestBucket
  beforeAll(async () => {
    bucket = await makeTestBucket()
  })
  afterAll(() => bucket.close())

  const openIt = (change: Partial<TestBucket['settings']> = {}, origins = [PAGE_ORIGIN]) => {
    const lines: string[] = []
    const keep = (facts: unknown, text: string) => void lines.push(`${text} ${JSON.stringify(facts)}`)
    const log = { info: keep, warn: keep } as StoreLog
    const settings = { ...bucket.settings, ...change }
    return openS3Store({ settings, log, publicOrigins: origins, tuning: { maxAttempts: 1, timeoutMs: 5_000 } }).then(
      (store) => ({ store, lines }),
    )
  }

  test('gets its rules in addition to existing ones', async () => {
    const Bucket = bucket.settings.bucket
    const theirs = { ID: 'theirs', AllowedOrigins: ['https://other.example'], AllowedMethods: ['GET'] }
    await bucket.client.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules: [theirs] } }))
    const Rules = [{ ID: 'logs', Status: 'Enabled' as const, Filter: { Prefix: 'logs/' }, Expiration: { Days: 3 } }]
    const LifecycleConfiguration = { Rules }
    await bucket.client.send(new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration }))

    const { store, lines } = await openIt()
    expect(lines).toHaveLength(2)
    expect(lines.join()).toMatch(/now takes uploads.*now ends abandoned uploads/)
    await store.close()
    const cors = await bucket.client.send(new GetBucketCorsCommand({ Bucket }))
    expect(cors.CORSRules?.map(({ ID }) => ID)).toEqual(['theirs', 'waybill-uploads'])
    const lifecycle = await bucket.client.send(new GetBucketLifecycleConfigurationCommand({ Bucket }))
    const days = new Map(
      lifecycle.Rules?.map((rule) => [rule.ID, rule.AbortIncompleteMultipartUpload?.DaysAfterInitiation]),
    )
    expect([...days]).toEqual(
      expect.arrayContaining([
        ['logs', undefined],
        ['waybill-uploads', 8],
      ]),
    )

    const again = await openIt()
    expect(again.lines).toEqual([])
    await again.store.close()
    const moved = await openIt({}, ['https://moved.example'])
    expect(moved.lines).toHaveLength(1)
    await moved.store.close()
    const after = await bucket.client.send(new GetBucketCorsCommand({ Bucket }))
    expect(after.CORSRules?.flatMap(({ AllowedOrigins = [] }) => AllowedOrigins)).toEqual([
      'https://other.example',
      'https://moved.example',
    ])
  })

  test('warns of a rule that ends uploads too early', async () => {
    const Bucket = bucket.settings.bucket
    const rule = { ID: 'hasty', Status: 'Enabled' as const, Filter: { Prefix: '' } }
    const Rules = [{ ...rule, AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } }]
    await bucket.client.send(new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration: { Rules } }))
    const { store, lines } = await openIt()
    expect(lines.join()).toMatch(/before their seven days.*hasty/)
    await store.close()
  })

  test('is refused when it ignores the requested encryption', async () => {
    await expect(openIt({ sse: 'AES256' })).rejects.toMatchObject({
      name: 'ConfigError',
      message: expect.stringMatching(
        /^S3_SSE asks for AES256, but the bucket .* stored an object with encryption none\.$/,
      ),
    })
  })

  test('encrypts with a key of its key store, single objects and parts', async () => {
    const { store } = await openIt({ sse: 'aws:kms', sseKeyId: 'waybill-key' })
    const [small, large] = [bytesOf(3_000), bytesOf(12 * MIB)]
    const ref = await store.create(small.length, partBytesFor())
    const [signed] = await store.signParts(ref, [claimOf(small, { offset: 0, bytes: small.length })], 60)
    expect(await putPart(signed as SignedPart, small)).toBe(200)
    const parts = (await store.listParts(ref)).map((part) => ({ ...part, crc32: 0 }))
    await store.complete(ref, parts)
    const blob = await sendBlob({ store, partBytesFor }, large)
    for (const { key } of [ref, blob.ref]) {
      const head = await bucket.client.send(new HeadObjectCommand({ Bucket: bucket.settings.bucket, Key: key }))
      expect(head.ServerSideEncryption).toBe('aws:kms')
      expect(head.SSEKMSKeyId).toBe('waybill-key')
    }
    expect((await readSpan(store, { ref, parts })).equals(small)).toBe(true)
    expect(
      (await buffer(store.read(blob.ref, blob.parts, { offset: 7 * MIB, bytes: MIB }))).equals(
        large.subarray(7 * MIB, 8 * MIB),
      ),
    ).toBe(true)
    await store.close()
  })

  test.each([
    [{ bucket: 'waybill-no-such-bucket' }, /^The bucket waybill-no-such-bucket at http.* does not exist\.$/],
    [{ accessKeyId: 'nobody' }, /refuses to be written \(\w+\); check S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY\.$/],
    [{ secretAccessKey: 'wrong' }, /refuses to be written \(\w+\); check S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY\.$/],
    [{ endpoint: 'http://127.0.0.1:9' }, /at http:\/\/127\.0\.0\.1:9 cannot be written \(\w+\)\.$/],
    [{ sse: 'aws:kms', sseKeyId: 'no-such-key' }, /check .*, S3_SSE and S3_SSE_KEY_ID\.$/],
  ] as const)('is refused with a sentence: %o', async (change, sentence) => {
    await expect(openIt(change)).rejects.toThrow(sentence)
  })
})
