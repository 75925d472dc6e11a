/** One part on a separate connection, sent as slowly as a test wants. */
import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import type { UploadPlan } from '@waybill/contract/uploads/endpoints'

export interface Part {
  offset: number
  bytes: Buffer
}

export interface PuttingPart {
  /** Its answer, or 'cut' where the connection broke. */
  answer: Promise<{ status: number; body: { code?: string } } | 'cut'>
  /** The first bytes have been sent. */
  begun: Promise<void>
  /** All bytes have been sent. */
  sent: Promise<void>
  cut(): void
}

interface Slowness {
  /** This many bytes first … */
  afterBytes: number
  /** … and the rest when this resolves. */
  goOn: Promise<void>
}

/** Sends a part of the plan's first blob to `origin`, with the name `host`. */
export function putPart(
  origin: string,
  { token, blobs }: Pick<UploadPlan, 'token' | 'blobs'>,
  { offset, bytes }: Part,
  { afterBytes, goOn }: Slowness = { afterBytes: 1, goOn: Promise.resolve() },
  host = new URL(origin).host,
): PuttingPart {
  const answer = Promise.withResolvers<Awaited<PuttingPart['answer']>>()
  const sending = request(new URL(blobs[0]?.path ?? '', origin), {
    method: 'PUT',
    agent: false,
    headers: {
      host,
      authorization: `Bearer ${token}`,
      'content-type': 'application/octet-stream',
      'content-length': bytes.length,
      'waybill-offset': offset,
      'waybill-crc32': crc32(bytes),
    },
  })
  sending.on('response', async (response) => {
    const text = await buffer(response).catch(() => null)
    answer.resolve(text === null ? 'cut' : { status: response.statusCode ?? 0, body: JSON.parse(text.toString()) })
  })
  sending.on('error', () => answer.resolve('cut'))
  const begun = new Promise<void>((resolve) => sending.write(bytes.subarray(0, afterBytes), () => resolve()))
  const sent = new Promise<void>((resolve) => sending.once('finish', resolve))
  void goOn.then(() => sending.end(bytes.subarray(afterBytes)))
  return { answer: answer.promise, begun, sent, cut: () => sending.destroy() }
}
