import type { FastifyRequest } from 'fastify'
import { listParts } from '../parts/part-store.ts'
import { DoorBody } from './door-body.ts'
import type { DoorCall } from './door-call.ts'
import { S3Error } from './s3-error.ts'
import { type DoorNeeds, otherObject, type StoredRange, storeRange } from './store-range.ts'

/** A large body is stored in ranges of this size, so that a search for parts stays short. A whole number of 64 KiB. */
const RANGE_BYTES = 16 * 1024 * 1024

/**
 * Stores a whole file from one body of exactly the planned size.
 *
 * @returns its ETag
 * @throws S3Error; Problem as `storeRange` does
 */
export async function putObject(ctx: DoorNeeds, call: DoorCall, request: FastifyRequest): Promise<string> {
  const { blob } = call
  const body = new DoorBody(request, call)
  if (body.bytes > blob.bytes) throw new S3Error('EntityTooLarge', 'The body is larger than the file was planned.')
  if (body.bytes < blob.bytes) throw new S3Error('EntityTooSmall', 'The body is smaller than the file was planned.')
  const tags: string[] = []
  let before: StoredRange | null = null
  for (let offset = 0; offset < blob.bytes; offset += RANGE_BYTES) {
    const bytes = Math.min(RANGE_BYTES, blob.bytes - offset)
    const piece = body.take(bytes, offset + bytes === blob.bytes)
    const object = { bytes: blob.bytes, before }
    const tag = await storeRange(ctx, call, { offset, bytes, body: piece, md5: () => null, object }, request)
    tags.push(Buffer.from(tag).toString('hex'))
    before = { offset, tag }
  }
  const stored = (await listParts(ctx.db, [blob.id])).get(blob.id) ?? []
  if (stored.map(({ tag }) => Buffer.from(tag).toString('hex')).join() !== tags.join()) {
    throw otherObject()
  }
  return body.md5.toString('hex')
}
