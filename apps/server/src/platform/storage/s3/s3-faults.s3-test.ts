import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bytesOf, MIB, partsOf, readSpan, sendBlob, sendPart, type WholeBlob } from '#test/storage/blobs'
import { makeTestBucket, type TestBucket } from '#test/storage/s3-bucket'
import { type Fault, type FaultPlan, type FaultProxy, startFaultProxy } from '#test/storage/s3-fault-proxy'
import type { BlobStore } from '../blob-port.ts'
import { openS3Store } from './s3-adapter.ts'

const partBytesFor = () => 5 * MIB
const whole = bytesOf(12 * MIB + 99)

type Asked = Parameters<FaultPlan>[0]
const isComplete = ({ method, query }: Asked) => method === 'POST' && query.has('uploadId')
const isRead = ({ method, query }: Asked) => method === 'GET' && query.size <= 1 && !query.has('list-type')
const firstOf = (times: number, match: (asked: Asked) => boolean, fault: Fault): FaultPlan => {
  let left = times
  return (asked) => (match(asked) && left-- > 0 ? fault : null)
}
const always = (match: (asked: Asked) => boolean, fault: Fault) => firstOf(Number.POSITIVE_INFINITY, match, fault)

describe('S3 store, when the store or the connection fails', () => {
  let bucket: TestBucket
  let proxy: FaultProxy
  let store: BlobStore
  beforeAll(async () => {
    bucket = await makeTestBucket()
    proxy = await startFaultProxy(bucket.settings.endpoint)
    const settings = { ...bucket.settings, endpoint: proxy.endpoint }
    const tuning = { timeoutMs: 700, slowTimeoutMs: 700, maxAttempts: 4, pageEntries: 2 }
    store = await openS3Store({ settings, log: bucket.log, publicOrigins: [], tuning })
  })
  afterAll(async () => {
    await store.close()
    await proxy.close()
    await bucket.close()
  })
  beforeEach(() => proxy.use(() => null))

  async function sendParts(): Promise<WholeBlob> {
    const ref = await store.create(whole.length, partBytesFor())
    const parts = []
    for (const span of partsOf(ref)) parts.push(await sendPart(store, ref, span, whole))
    return { ref, parts }
  }
  const expectWhole = async (blob: WholeBlob) => expect((await readSpan(store, blob)).equals(whole)).toBe(true)

  const passing: Array<[string, FaultPlan]> = [
    [
      'every third request answers 503',
      ({ nth }) => (nth % 3 === 0 ? { kind: 'status', status: 503, code: 'SlowDown' } : null),
    ],
    [
      'every third request answers 500',
      ({ nth }) => (nth % 3 === 1 ? { kind: 'status', status: 500, code: 'InternalError' } : null),
    ],
    ['every fourth request is never answered', ({ nth }) => (nth % 4 === 2 ? { kind: 'hang' } : null)],
    ['every third reply is lost', ({ nth }) => (nth % 3 === 2 ? { kind: 'lose-reply' } : null)],
  ]
  test.each(passing)('uploads and reads a blob while %s', async (_, plan) => {
    proxy.use(plan)
    const blob = await sendBlob({ store, partBytesFor }, whole)
    await expectWhole(blob)
    await store.remove(blob.ref)
    expect(proxy.seen()).toBeGreaterThan(8)
    proxy.use(() => null)
    await expect(readSpan(store, blob)).rejects.toThrow(/damaged: its object is gone/)
  })

  const completions: Array<[string, FaultPlan]> = [
    ['answers 200 with an error, once', firstOf(1, isComplete, { kind: 'error-in-200', code: 'InternalError' })],
    ['loses its reply, once', firstOf(1, isComplete, { kind: 'lose-reply' })],
    ['loses every reply', always(isComplete, { kind: 'lose-reply' })],
    ['comes too late', firstOf(1, isComplete, { kind: 'hang' })],
    ['knows a part not yet, once', firstOf(1, isComplete, { kind: 'status', status: 400, code: 'InvalidPart' })],
  ]
  test.each(completions)('completes although the request %s', async (_, plan) => {
    const blob = await sendParts()
    proxy.use(plan)
    await store.complete(blob.ref, blob.parts)
    await store.complete(blob.ref, blob.parts)
    proxy.use(() => null)
    await expectWhole(blob)
    await store.remove(blob.ref)
  })

  const failures: Array<[string, Fault]> = [
    ['error in 200', { kind: 'error-in-200', code: 'InternalError' }],
    ['503', { kind: 'status', status: 503, code: 'SlowDown' }],
    ['silence', { kind: 'hang' }],
    ['refusal of a part', { kind: 'status', status: 400, code: 'InvalidPart' }],
  ]
  test.each(failures)(
    'reports store-unavailable when completing keeps failing (%s), loses nothing, and works later',
    async (_, fault) => {
      const blob = await sendParts()
      proxy.use(always(isComplete, fault))
      await expect(store.complete(blob.ref, blob.parts)).rejects.toMatchObject({ code: 'store-unavailable' })
      proxy.use(() => null)
      expect(await store.listParts(blob.ref)).toHaveLength(3)
      await store.complete(blob.ref, blob.parts)
      await expectWhole(blob)
      await store.remove(blob.ref)
    },
  )

  const reads: Array<[string, Fault]> = [
    ['cut', { kind: 'cut', afterBytes: 100_000 }],
    ['stalled', { kind: 'stall', afterBytes: 100_000 }],
    ['refused', { kind: 'status', status: 503, code: 'SlowDown' }],
    ['lost', { kind: 'lose-reply' }],
  ]
  test.each(reads)('continues a read, byte for byte, over ranges that are %s', async (_, fault) => {
    const blob = await sendBlob({ store, partBytesFor }, whole)
    proxy.use((asked) => (isRead(asked) && asked.nth % 5 === 1 ? fault : null))
    await expectWhole(blob)
    proxy.use(always(isRead, fault))
    await expect(readSpan(store, blob)).rejects.toMatchObject({ code: 'store-unavailable' })
    proxy.use(() => null)
    await store.remove(blob.ref)
  })

  const markers: Array<[string, (text: string) => string]> = [
    ['is always 0', (text) => text.replace(/<NextPartNumberMarker>\d+</, '<NextPartNumberMarker>0<')],
    ['stands still', (text) => text.replace(/<NextPartNumberMarker>\d+</, '<NextPartNumberMarker>2<')],
    ['is missing', (text) => text.replace(/<NextPartNumberMarker>.*?<\/NextPartNumberMarker>/, '')],
  ]
  test.each(markers)('ends a listing whose marker %s', async (_, edit) => {
    const blob = await sendParts()
    const asksParts = ({ method, query }: Asked) => method === 'GET' && query.has('uploadId')
    const truncate = (text: string) => text.replace('<IsTruncated>false<', '<IsTruncated>true<')
    proxy.use(always(asksParts, { kind: 'rewrite', edit: (text) => edit(truncate(text)) }))
    const offsets = (await store.listParts(blob.ref)).map(({ offset }) => offset)
    expect(offsets.slice(0, 2)).toEqual([0, 5 * MIB])
    expect(new Set(offsets).size).toBe(offsets.length)
    expect(proxy.seen()).toBeLessThanOrEqual(3)
    proxy.use(() => null)
    await store.remove(blob.ref)
  })

  test('reports store-unavailable for every operation while the store is unavailable', async () => {
    const blob = await sendBlob({ store, partBytesFor }, whole)
    proxy.use(always(() => true, { kind: 'status', status: 503, code: 'ServiceUnavailable' }))
    const away = { code: 'store-unavailable' }
    await expect(store.create(20 * MIB, partBytesFor())).rejects.toMatchObject(away)
    await expect(store.complete(blob.ref, blob.parts)).rejects.toMatchObject(away)
    await expect(store.listParts(blob.ref)).rejects.toMatchObject(away)
    await expect(store.remove(blob.ref)).rejects.toMatchObject(away)
    await expect(store.list()[Symbol.asyncIterator]().next()).rejects.toMatchObject(away)
    await expect(readSpan(store, blob)).rejects.toMatchObject(away)
    proxy.use(() => null)
    await expectWhole(blob)
    await store.remove(blob.ref)
  })
})
