import type { Readable } from 'node:stream'
import { Problem } from '@waybill/contract/core/problems'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { isSameBytes } from '../../platform/ids.ts'
import type { ByteSpan } from '../../platform/storage/blob-port.ts'
import { refOf } from '../blob-store.ts'
import { arrivalsOf } from '../finish/await-parts.ts'
import type { LeaseScene } from '../in-flight-store.ts'
import { type PartLease, partLeasesOf } from '../parts/part-leases.ts'
import { acknowledgePart, listParts, revokeReplaced } from '../parts/part-store.ts'
import { clearTheWay, findLane, refusePart } from '../parts/receive-part.ts'
import { watchPace } from '../parts/watch-pace.ts'
import { holdsSmallFile } from '../plan/plan-blobs.ts'
import type { DoorCall } from './door-call.ts'
import { S3Error } from './s3-error.ts'

export type DoorNeeds = Pick<Context, 'db' | 'connection' | 'nodeId' | 'log' | 'stores'>

export interface DoorRange extends ByteSpan {
  body: Readable
  /** Of a numbered part; known once the body was read. */
  md5: () => Buffer | null
  /** Where the body is a whole object that comes in several ranges. */
  object?: { bytes: number; before: StoredRange | null } | undefined
}

/** A range that this request has stored. */
export interface StoredRange {
  offset: number
  tag: Uint8Array
}

/**
 * Stores one range of a file, by the same leases as a part of our own client: the first complete request for a range
 * wins, and once this resolves the bytes are synced and acknowledged. What was stored in the range before is replaced, as S3
 * replaces a part or an object; from the start of the writing it no longer counts.
 *
 * @returns the tag of what was stored
 * @throws Problem as the contract's `receivePart` names them; the S3Error that the body fails with
 */
export async function storeRange(
  ctx: DoorNeeds,
  { uploadId, blob, tokenHash }: Pick<DoorCall, 'uploadId' | 'blob' | 'tokenHash'>,
  { offset, bytes, body, md5, object }: DoorRange,
  { raw, stay }: Pick<FastifyRequest, 'raw' | 'stay'>,
): Promise<Uint8Array> {
  const span = { offset, bytes }
  const part = { uploadId, blobId: blob.id, tokenHash, ...span }
  const lease = await partLeasesOf(ctx).take(part)
  if (lease === null) return refusePart(ctx, part)
  stay?.leave()
  const stopWatching = watchPace(
    () => raw.socket.bytesRead,
    () => lease.end(new Problem('part-too-slow')),
  )
  let isAcknowledged = false
  try {
    const scene = await revokeStored(ctx, lease, { blobId: blob.id, span, object })
    const inside = holdsSmallFile(scene.members) ? scene.members : []
    const store = ctx.stores.of(blob.store)
    const spans = inside.map((member) => ({ offset: member.offset, bytes: member.bytes }))
    const lane = await findLane(ctx, lease)
    const written = await store.writePart(refOf(blob), span, body, { lane, spans, signal: lease.signal })
    const fileCrcs = new Map(inside.map(({ id }, nth) => [id, written.spanCrcs[nth] as number]))
    const { crc32, tag, segment } = written
    const acknowledgement = { leaseId: lease.id, crc32, tag, segment, fileCrcs, md5: md5() }
    const acknowledged = await acknowledgePart(ctx.db, acknowledgement)
    if (acknowledged === null) throw new Problem('part-superseded')
    isAcknowledged = true
    arrivalsOf(ctx).arrived(uploadId)
    await partLeasesOf(ctx).won(lease, acknowledged.rivals)
    return tag
  } finally {
    stopWatching()
    await lease.release(isAcknowledged)
  }
}

/**
 * Revokes what is stored where the range goes, until nothing is: bytes that still count are never written over, even
 * if the upload is saved at this moment. The first range of an object revokes the whole object before, and each further
 * one demands that the last is still stored, so that no two objects are mixed.
 *
 * @throws Problem 'upload-closed' | 'part-superseded'; S3Error 'OperationAborted' where another object has begun
 */
async function revokeStored(
  ctx: DoorNeeds,
  lease: PartLease,
  { blobId, span, object }: { blobId: string; span: ByteSpan } & Pick<DoorRange, 'object'>,
): Promise<LeaseScene> {
  const { before = null, bytes: objectBytes = 0 } = object ?? {}
  const revoked = object !== undefined && before === null ? { offset: 0, bytes: objectBytes } : span
  for (;;) {
    const scene = await clearTheWay(ctx, lease, span)
    const from = before?.offset ?? revoked.offset
    const found = { offset: from, bytes: revoked.offset + revoked.bytes - from }
    const stored = (await listParts(ctx.db, [blobId], found)).get(blobId) ?? []
    const isBefore = (part: StoredRange) => before !== null && isSameBytes(part.tag, before.tag)
    if (before !== null && !stored.some(isBefore)) throw otherObject()
    const replaced = stored.filter((part) => !isBefore(part))
    if (replaced.length === 0) return scene
    await ctx.db.transaction().execute((tx) => revokeReplaced(tx, blobId, replaced, lease.id))
  }
}

export const otherObject = () => new S3Error('OperationAborted', 'Another request brings the same file.')
