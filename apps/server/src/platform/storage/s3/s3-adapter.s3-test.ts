import { createHash } from 'node:crypto'
import { PutObjectCommand } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bytesOf, MIB, partsOf, readSpan, type StoreUnderTest, sendBlob, sendPart } from '#test/storage/blobs'
import { makeTestBucket, type TestBucket } from '#test/storage/s3-bucket'
import { claimOf, PAGE_ORIGIN, putPart } from '#test/storage/signed-put'
import { describeBlobStore } from '../blob-port.conformance.ts'
import type { BlobRef, BlobStore, ByteSpan, PartClaim, SignedPart } from '../blob-port.ts'
import { openS3Store } from './s3-adapter.ts'

const partBytesFor = () => 5 * MIB

async function openStore(tuning = {}): Promise<StoreUnderTest & { bucket: TestBucket }> {
  const bucket = await makeTestBucket()
  const store = await openS3Store({ settings: bucket.settings, log: bucket.log, publicOrigins: [PAGE_ORIGIN], tuning })
  const close = async () => {
    await store.close()
    await bucket.close()
  }
  return { store, bucket, partBytesFor, runs: 40, idleHandles: 120, close }
}

describeBlobStore('S3 store', openStore)

describe('S3 store, its signed URLs', () => {
  let subject: Awaited<ReturnType<typeof openStore>>
  let store: BlobStore
  beforeAll(async () => {
    subject = await openStore({ pageEntries: 2 })
    store = subject.store
  })
  afterAll(() => subject.close())

  const sign = async (ref: BlobRef, claim: PartClaim, seconds = 60) =>
    (await store.signParts(ref, [claim], seconds))[0] as SignedPart

  test.each([1_000, 13 * MIB])('upload a blob of %i bytes, which is listed and completes', async (bytes) => {
    const whole = bytesOf(bytes)
    const ref = await store.create(bytes, partBytesFor())
    const spans = ref.multipartId === '' ? [{ offset: 0, bytes }] : partsOf(ref)
    expect(await store.listParts(ref)).toEqual([])
    const claims = spans.map((span) => claimOf(whole, span))
    const signed = await store.signParts(ref, claims, 900)
    expect(signed.map(({ offset, bytes }) => ({ offset, bytes }))).toEqual(spans)
    for (const { expiresAt } of signed) expect(Math.abs((expiresAt ?? 0) - Date.now() - 900_000)).toBeLessThan(60_000)
    for (const part of signed)
      expect(await putPart(part, whole.subarray(part.offset, part.offset + part.bytes))).toBe(200)
    const listed = await store.listParts(ref)
    expect(listed.map(({ offset, bytes }) => ({ offset, bytes }))).toEqual(spans)
    for (const [i, { tag }] of listed.entries()) {
      expect(Buffer.from(tag).toString()).toBe(Buffer.from(claims[i]?.md5 ?? []).toString('hex'))
    }
    const parts = listed.map((part) => ({ ...part, crc32: 0 }))
    await store.complete(ref, parts)
    expect((await readSpan(store, { ref, parts })).equals(whole)).toBe(true)
    expect((await store.listParts(ref)).map(({ offset, bytes }) => ({ offset, bytes }))).toEqual(spans)
  })

  test.each([2_000, 12 * MIB])('accept no other bytes, length, key or part (blob of %i bytes)', async (bytes) => {
    const whole = bytesOf(bytes)
    const ref = await store.create(bytes, partBytesFor())
    const other = await store.create(bytes, partBytesFor())
    const span = ref.multipartId === '' ? { offset: 0, bytes } : (partsOf(ref)[0] as ByteSpan)
    const content = whole.subarray(0, span.bytes)
    const part = await sign(ref, claimOf(whole, span))
    const otherBytes = bytesOf(span.bytes, 9)
    expect(await putPart(part, otherBytes)).toBe(400)
    const otherSum = { 'content-md5': createHash('md5').update(otherBytes).digest('base64') }
    expect(await putPart({ url: part.url, headers: otherSum }, otherBytes)).toBe(403)
    expect(await putPart({ url: part.url, headers: {} }, content)).toBe(403)
    expect(await putPart(part, content.subarray(1))).toBe(403)
    expect(await putPart(part, Buffer.concat([content, content.subarray(0, 1)]))).toBe(403)
    expect(await putPart({ ...part, url: part.url.replace(ref.key, other.key) }, content)).toBe(403)
    expect(await putPart({ ...part, url: part.url.replace('partNumber=1', 'partNumber=2') }, content)).toBe(
      part.url.includes('partNumber=1') ? 403 : 200,
    )
    expect((await fetch(part.url.replace(/\?.*/, ''))).status).toBe(403)
    expect((await fetch(part.url)).status).toBe(403)
    expect((await fetch(part.url, { method: 'DELETE' })).status).toBe(403)
    await store.remove(other)
  })

  test('expire on time', async () => {
    const whole = bytesOf(10)
    const ref = await store.create(10, partBytesFor())
    const part = await sign(ref, claimOf(whole, { offset: 0, bytes: 10 }), 1)
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    expect(await putPart(part, whole)).toBe(403)
    expect(await store.listParts(ref)).toEqual([])
  })

  test('exist for planned parts only', async () => {
    const ref = await store.create(12 * MIB, partBytesFor())
    const md5 = Buffer.alloc(16)
    for (const span of [
      { offset: 1, bytes: 5 * MIB },
      { offset: 0, bytes: 5 * MIB - 1 },
      { offset: 15 * MIB, bytes: 1 },
    ]) {
      await expect(store.signParts(ref, [{ ...span, md5 }], 60)).rejects.toMatchObject({ code: 'part-misplaced' })
    }
  })

  test('do not let a part sent again between listing and completing pass as the first', async () => {
    const whole = bytesOf(12 * MIB)
    const ref = await store.create(whole.length, partBytesFor())
    const parts = []
    for (const span of partsOf(ref)) parts.push(await sendPart(store, ref, span, whole))
    await sendPart(store, ref, parts[1] as ByteSpan, bytesOf(12 * MIB, 7))
    await expect(store.complete(ref, parts)).rejects.toMatchObject({
      code: 'upload-incomplete',
      facts: { from: 5 * MIB },
    })
  })

  test('do not change what is read when used again after completion', async () => {
    const [whole, forged] = [bytesOf(5_000), bytesOf(5_000, 3)]
    const ref = await store.create(whole.length, partBytesFor())
    const span = { offset: 0, bytes: whole.length }
    const [good, bad] = [await sign(ref, claimOf(whole, span)), await sign(ref, claimOf(forged, span))]
    expect(await putPart(good, whole)).toBe(200)
    const parts = (await store.listParts(ref)).map((part) => ({ ...part, crc32: 0 }))
    await store.complete(ref, parts)
    expect(await putPart(bad, forged)).toBe(200)
    await expect(readSpan(store, { ref, parts })).rejects.toThrow(/damaged: its object was replaced/)

    const large = await sendBlob(subject, bytesOf(12 * MIB))
    await expect(sendPart(store, large.ref, partsOf(large.ref)[0] as ByteSpan, bytesOf(12 * MIB, 4))).rejects.toThrow()
    expect((await readSpan(store, large)).equals(bytesOf(12 * MIB))).toBe(true)
  })

  test('report an object of another size as damage', async () => {
    const blob = await sendBlob(subject, bytesOf(12 * MIB))
    const { client, settings } = subject.bucket
    await client.send(new PutObjectCommand({ Bucket: settings.bucket, Key: blob.ref.key, Body: bytesOf(3 * MIB) }))
    await expect(readSpan(store, blob, { offset: 0, bytes: 100 })).rejects.toThrow(/damaged/)
    await expect(readSpan(store, blob, { offset: 11 * MIB, bytes: 100 })).rejects.toThrow(/damaged/)
  })

  test('list all pages of objects and uploads', async () => {
    const keys = new Set<string>()
    for (let i = 0; i < 5; i++) keys.add((await sendBlob(subject, bytesOf(100 + i))).ref.key)
    for (let i = 0; i < 5; i++) keys.add((await store.create(20 * MIB, partBytesFor())).key)
    const found = new Set<string>()
    for await (const { key, changedAt } of store.list()) {
      found.add(key)
      expect(Math.abs(changedAt.getTime() - Date.now())).toBeLessThan(600_000)
    }
    expect([...keys].filter((key) => !found.has(key))).toEqual([])
  })

  test('let a browser PUT from our page and from no other', async () => {
    const ref = await store.create(10, partBytesFor())
    const { url } = await sign(ref, claimOf(bytesOf(10), { offset: 0, bytes: 10 }))
    const preflight = (origin: string) =>
      fetch(url, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'content-md5' },
      })
    const ours = await preflight(PAGE_ORIGIN)
    expect(ours.status).toBe(200)
    expect(ours.headers.get('access-control-allow-origin')).toBe(PAGE_ORIGIN)
    expect(ours.headers.get('access-control-max-age')).toBe('7200')
    expect((await preflight('https://elsewhere.example')).status).toBe(403)
  })
})
