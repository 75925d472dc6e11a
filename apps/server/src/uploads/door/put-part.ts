import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { MAX_PART_BYTES } from '../parts/part-store.ts'
import { DoorBody } from './door-body.ts'
import type { DoorCall } from './door-call.ts'
import { findMultipart, settlePartBytes } from './multipart-store.ts'
import { type NumberedPart, placeOfPart, stepShownBy } from './part-place.ts'
import { S3Error } from './s3-error.ts'
import { type DoorNeeds, storeRange } from './store-range.ts'

/** How long a part waits for another that shows the size of parts: clients begin with the first one. */
const LOOKS = 20
const LOOK_MS = 100

/**
 * Stores one part of a multipart upload.
 *
 * @returns its ETag
 * @throws S3Error; Problem as `storeRange` does
 */
export async function putPart(
  ctx: DoorNeeds,
  call: DoorCall,
  { uploadId, number }: { uploadId: string; number: number },
  request: FastifyRequest,
): Promise<string> {
  const body = new DoorBody(request, call)
  const { bytes } = body
  if (bytes > MAX_PART_BYTES) throw new S3Error('EntityTooLarge', 'A part has at most 64 MiB.')
  const step = await settleStep(ctx, call, uploadId, { number, bytes })
  const offset = placeOfPart({ number, bytes }, step, call.blob.bytes)
  const piece = body.take(bytes, true)
  await storeRange(ctx, call, { offset, bytes, body: piece, md5: () => body.md5 }, request)
  return body.md5.toString('hex')
}

/** @throws S3Error 'NoSuchUpload' | 'SlowDown' where no part has shown the size yet */
async function settleStep(
  { db }: DoorNeeds,
  { blob }: DoorCall,
  uploadId: string,
  part: NumberedPart,
): Promise<number> {
  const shown = stepShownBy(part, blob.bytes)
  for (let look = 0; look < LOOKS; look++) {
    const multipart = await findMultipart(db, uploadId, blob.id)
    if (multipart === null || multipart.etag !== null) throw noSuchUpload()
    if (multipart.partBytes !== null) return multipart.partBytes
    if (shown !== null) {
      placeOfPart(part, shown, blob.bytes)
      const settled = await settlePartBytes(db, uploadId, shown)
      if (settled === null) throw noSuchUpload()
      return settled
    }
    await pause(LOOK_MS)
  }
  throw new S3Error('SlowDown', 'Send the first part first.')
}

export const noSuchUpload = () => new S3Error('NoSuchUpload', 'There is no such multipart upload of this file.')
