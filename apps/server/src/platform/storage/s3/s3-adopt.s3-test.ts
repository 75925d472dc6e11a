/** Objects that a store does not copy in one call, with its limit set to a few megabytes. */
import { DeleteObjectCommand, ListMultipartUploadsCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bytesOf, MIB, readSpan } from '#test/storage/blobs'
import { makeTestBucket, STS_ROLE, type TestBucket } from '#test/storage/s3-bucket'
import type { BlobStore } from '../blob-port.ts'
import { openS3Store } from './s3-adapter.ts'

let bucket: TestBucket
let store: BlobStore
let calls: string[] = []
beforeAll(async () => {
  bucket = await makeTestBucket()
  const settings = { ...bucket.settings, stsRole: { arn: STS_ROLE, endpoint: bucket.settings.endpoint } }
  const tuning = { maxCopyBytes: 6 * MIB, copiedPartBytes: 5 * MIB }
  const onCall = (operation: string, status: string) => void calls.push(`${operation} ${status}`)
  store = await openS3Store({ settings, log: bucket.log, publicOrigins: [], tuning, onCall })
})
afterAll(async () => {
  await store?.close()
  await bucket?.close()
})

async function adopt(content: Buffer, planned = content.length) {
  const key = `brought/${planned}-${content.length}`
  await bucket.client.send(new PutObjectCommand({ Bucket: bucket.settings.bucket, Key: key, Body: content }))
  const ref = await store.create(planned, planned, true)
  calls = []
  const tag = (await store.scoped?.adopt(key, ref)) ?? null
  await bucket.client.send(new DeleteObjectCommand({ Bucket: bucket.settings.bucket, Key: key }))
  return { ref, tag, copies: calls.filter((call) => /Copy|CompleteMultipart/.test(call)) }
}
const left = async () =>
  (await bucket.client.send(new ListMultipartUploadsCommand({ Bucket: bucket.settings.bucket }))).Uploads ?? []

test.each([
  ['below the limit in one call', 6 * MIB, ['CopyObject 200']],
  ['above it in parts', 12 * MIB + 1, [...Array(3).fill('UploadPartCopy 200'), 'CompleteMultipartUpload 200']],
])('copies %s, byte for byte', async (_name, bytes, expected) => {
  const content = bytesOf(bytes)
  const { ref, tag, copies } = await adopt(content)
  expect(copies).toEqual(expected)
  const parts = [{ offset: 0, bytes, crc32: 0, tag: tag as Uint8Array, segment: '' }]
  expect((await readSpan(store, { ref, parts })).equals(content)).toBe(true)
  expect(await left()).toEqual([])
})

test('copies nothing of another size than was planned', async () => {
  expect(await adopt(bytesOf(7 * MIB), 7 * MIB + 1)).toMatchObject({ tag: null, copies: [] })
  expect(await left()).toEqual([])
})
