import { createHash } from 'node:crypto'
import { finished, type Readable } from 'node:stream'
import { PutObjectCommand, UploadPartCommand } from '@aws-sdk/client-s3'
import { Problem } from '@waybill/contract/core/problems'
import type { BlobRef, ByteSpan, WriteOptions, WrittenPart } from '../blob-port.ts'
import { MAX_SERVER_PART_BYTES } from '../part-plan.ts'
import { PartSums } from '../sums/part-sums.ts'
import { encryptionOf, type S3Scene } from './s3-client.ts'
import { tagOf } from './s3-object.ts'
import { partNumberOf } from './s3-parts.ts'

/** Sends one part that came to this server. The whole part is in memory, so that it can be hashed first and retried. */
export async function writeS3Part(
  scene: S3Scene,
  ref: BlobRef,
  span: ByteSpan,
  body: Readable,
  { spans = [], signal }: WriteOptions,
): Promise<WrittenPart> {
  const number = partNumberOf(ref, span)
  if (span.bytes > MAX_SERVER_PART_BYTES) throw new Problem('part-too-large', { maxBytes: MAX_SERVER_PART_BYTES })
  const sums = new PartSums(span, spans)
  const bytes = await collect(body, span.bytes, signal)
  sums.add(bytes)
  const ContentMD5 = createHash('md5').update(bytes).digest('base64')
  const common = { Bucket: scene.bucket, Key: ref.key, Body: bytes, ContentLength: bytes.length, ContentMD5 }
  const { client, settings, tuning } = scene
  const options = { requestTimeout: tuning.slowTimeoutMs, ...(signal ? { abortSignal: signal } : {}) }
  const sending =
    ref.multipartId === ''
      ? client.send(new PutObjectCommand({ ...common, ...encryptionOf(settings) }), options)
      : client.send(new UploadPartCommand({ ...common, UploadId: ref.multipartId, PartNumber: number }), options)
  const { ETag } = await sending.catch((error) => {
    throw signal?.aborted ? signal.reason : error
  })
  return { crc32: sums.crc32, tag: tagOf(ETag), segment: '', spanCrcs: sums.spanCrcs }
}

/** @throws Problem 'part-size-mismatch' when the body is not exactly `bytes` long or breaks off */
function collect(body: Readable, bytes: number, signal: AbortSignal | undefined): Promise<Buffer> {
  const whole = Buffer.allocUnsafeSlow(bytes)
  let received = 0
  return new Promise((resolve, reject) => {
    const settle = (error: unknown) => {
      body.off('data', onData)
      body.on('error', () => {})
      body.pause()
      signal?.removeEventListener('abort', onAbort)
      stopWatching()
      if (error !== null) reject(error)
      else resolve(whole)
    }
    const mismatch = (cause?: unknown) =>
      cause instanceof Problem ? cause : new Problem('part-size-mismatch', { expected: bytes, received }, { cause })
    const onAbort = () => settle(signal?.reason)
    const onData = (chunk: Uint8Array) => {
      received += chunk.length
      if (received > bytes) settle(mismatch())
      else whole.set(chunk, received - chunk.length)
    }
    const stopWatching = finished(body, { writable: false }, (error) => {
      settle(error || received !== bytes ? mismatch(error ?? undefined) : null)
    })
    if (signal?.aborted) return onAbort()
    signal?.addEventListener('abort', onAbort)
    body.on('data', onData)
  })
}
