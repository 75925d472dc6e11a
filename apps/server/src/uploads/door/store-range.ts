import type { Readable } from 'node:stream'
import { Problem } from '@waybill/contract/core/problems'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import type { ByteSpan } from '../../platform/storage/blob-port.ts'
import { refOf } from '../blob-store.ts'
import { arrivalsOf } from '../finish/await-parts.ts'
import { partLeasesOf } from '../parts/part-leases.ts'
import { acknowledgePart, forgetParts, listParts } from '../parts/part-store.ts'
import { clearTheWay, findLane, refusePart } from '../parts/receive-part.ts'
import { watchPace } from '../parts/watch-pace.ts'
import { holdsSmallFile } from '../plan/plan-blobs.ts'
import type { DoorCall } from './door-call.ts'

export type DoorNeeds = Pick<Context, 'db' | 'connection' | 'nodeId' | 'log' | 'stores'>

export interface DoorRange extends ByteSpan {
  body: Readable
  /** Of a numbered part; known once the body was read. */
  md5: () => Buffer | null
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
  { offset, bytes, body, md5 }: DoorRange,
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
    const scene = await clearTheWay(ctx, lease, part)
    const replaced = (await listParts(ctx.db, [blob.id], span)).get(blob.id) ?? []
    if (replaced.length > 0) {
      await ctx.db.transaction().execute((tx) => forgetParts(tx, blob.id, replaced, lease.id))
    }
    const inside = holdsSmallFile(scene.members) ? scene.members : []
    const store = ctx.stores.of(blob.store)
    const spans = inside.map((member) => ({ offset: member.offset, bytes: member.bytes }))
    const lane = await findLane(ctx, lease)
    const written = await store.writePart(refOf(blob), span, body, { lane, spans, signal: lease.signal })
    const fileCrcs = new Map(inside.map(({ id }, nth) => [id, written.spanCrcs[nth] as number]))
    const { crc32, tag, segment } = written
    const acknowledgement = { leaseId: lease.id, crc32, tag, segment, fileCrcs, md5: md5() }
    const rivals = await acknowledgePart(ctx.db, acknowledgement)
    if (rivals === null) throw new Problem('part-superseded')
    isAcknowledged = true
    arrivalsOf(ctx).arrived(uploadId)
    await partLeasesOf(ctx).won(lease, rivals)
    return tag
  } finally {
    stopWatching()
    await lease.release(isAcknowledged)
  }
}
