import { PassThrough } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { DoorBody } from './door-body.ts'

const CRC32 = 'x-amz-checksum-crc32'
const claim = {
  ...{ accessKeyId: 'WBK', region: 'us-east-1', scope: '20260131/us-east-1/s3/aws4_request', signedHeaders: [] },
  ...{ signature: Buffer.alloc(32), date: '20260131T000000Z' },
}

/** A body as it arrives; without `packed`, none of it ever does. */
function bodyOf(
  headers: Record<string, string>,
  packed: Buffer | null,
  payload = 'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
) {
  const raw = Object.assign(new PassThrough(), { socket: { bytesRead: 0 } })
  if (packed !== null) raw.end(packed)
  const request = { headers, raw } as unknown as FastifyRequest
  return new DoorBody(request, { claim: { ...claim, payload }, signingKey: Buffer.alloc(32) })
}

function chunked(sizes: readonly number[], { announced = '', trailer = '' } = {}): DoorBody {
  const pieces = [...sizes, 0].map((bytes) =>
    Buffer.concat([
      Buffer.from(`${bytes.toString(16)}\r\n`),
      Buffer.alloc(bytes),
      Buffer.from(bytes > 0 ? '\r\n' : ''),
    ]),
  )
  const total = sizes.reduce((sum, bytes) => sum + bytes, 0)
  const headers = { 'x-amz-decoded-content-length': String(total), ...(announced && { 'x-amz-trailer': announced }) }
  return bodyOf(headers, Buffer.concat([...pieces, Buffer.from(`${trailer}\r\n`)]))
}

test.each([
  ['one small chunk', [10]],
  ['chunks of 8 KiB', [8_192, 8_192]],
  ['a small last chunk', [8_192, 1]],
])('reads %s', async (_, sizes) => {
  const text = await chunked(sizes).text(100_000)
  expect(text).toHaveLength(sizes.reduce((sum, bytes) => sum + bytes, 0))
})

test.each([
  ['chunks of one byte', [1, 1]],
  ['a small chunk between large ones', [8_192, 8_191, 8_192]],
])('refuses %s', async (_, sizes) => {
  await expect(chunked(sizes).text(100_000)).rejects.toMatchObject({ code: 'InvalidChunkSizeError' })
})

test('demands the checksum that was announced as a trailer', async () => {
  const sizes = [4]
  const trailer = `${CRC32}:IUTfHA==\r\n`
  await expect(chunked(sizes, { announced: CRC32 }).text(10)).rejects.toMatchObject({ code: 'MalformedTrailerError' })
  expect(await chunked(sizes, { announced: CRC32, trailer }).text(10)).toHaveLength(4)
})

test('gives up a body that does not arrive', async () => {
  const body = bodyOf({ 'content-length': '10' }, null, 'UNSIGNED-PAYLOAD')
  const pace = { windowMs: 60, minBytesPerSecond: 1_000 }
  await expect(body.text(10, pace)).rejects.toMatchObject({ code: 'part-too-slow' })
})
