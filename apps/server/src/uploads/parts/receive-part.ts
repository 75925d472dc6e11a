import type { Readable } from 'node:stream'
import { combineCrc32 } from '@waybill/contract/core/crc32'
import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../../context.ts'
import type { BlobStore, ByteSpan, Lane } from '../../platform/storage/blob-port.ts'
import { finishLater } from '../arriving/arrival-store.ts'
import { partNewsOf } from '../arriving/part-news.ts'
import { findBlob, listBlobs, refOf } from '../blob-store.ts'
import { arrivalsOf } from '../finish/await-parts.ts'
import { isPartSound } from '../finish/sum-stored.ts'
import { type LeaseScene, readLeaseScene, type WantedPart } from '../in-flight-store.ts'
import { crowdRefusal } from '../plan/in-flight-limits.ts'
import { holdsSmallFile } from '../plan/plan-blobs.ts'
import { findUpload } from '../upload-store.ts'
import { authoriseOpenUpload } from './authorise-upload.ts'
import { type PartLease, partLeasesOf } from './part-leases.ts'
import { acknowledgePart, forgetParts, listParts } from './part-store.ts'
import { sumBody } from './sum-body.ts'
import { type Pace, watchPace } from './watch-pace.ts'

type Needs = Pick<Context, 'db' | 'connection' | 'nodeId' | 'log' | 'stores'>

export interface IncomingPart extends WantedPart {
  /** The sender's checksum of the bytes. */
  crc32: number
  /** Exactly `bytes` bytes; need not be read when the part is refused or known. */
  body: Readable
  /** Bytes that have arrived so far on the connection, for the rule against slow connections. */
  bytesSoFar: () => number
  /** Nothing else uses the body's chunks, as with those of a request: the store may release their memory. */
  ownsChunks?: boolean
  pace?: Pace
  /** Called once the token is known to be valid. */
  onAuthorised?: () => void
}

/**
 * Receives one part of a blob: of requests for the same range the first complete one wins, of overlapping ranges the
 * newest; once this resolves the part is synced and committed. The others of one range hear the same as the winner, as
 * long as they claim the same bytes. A part that exists already, with the same checksum, is acknowledged again once its stored bytes were read
 * back; where they are damaged, it is stored again.
 *
 * @throws Problem as the contract's `receivePart` names them
 */
export async function receivePart(
  ctx: Needs,
  part: IncomingPart,
): Promise<{ offset: number; bytes: number; crc32: number }> {
  const leases = partLeasesOf(ctx)
  const lease = await leases.take(part)
  if (lease === null) return answerHeld(ctx, part)
  part.onAuthorised?.()
  const watch = watchPace(part.bytesSoFar, () => lease.end(new Problem('part-too-slow')), part.pace)
  let isAcknowledged = false
  try {
    let scene = await clearTheWay(ctx, lease, part)
    if (scene.parts.length > 0 && (await isStillThere(ctx, lease, scene, part))) return answerOf(part)
    if (scene.parts.length > 0) scene = await clearTheWay(ctx, lease, part)
    await writeAndAcknowledge(ctx, { lease, scene, part })
    isAcknowledged = true
    return answerOf(part)
  } catch (error) {
    if (await isBeaten(ctx, part, error)) return answerOf(part)
    throw error
  } finally {
    watch()
    await lease.release(isAcknowledged)
  }
}

const answerOf = ({ offset, bytes, crc32 }: IncomingPart) => ({ offset, bytes, crc32 })

/**
 * Answers a part that got no lease. It is refused, but for one: the last part of a blob whose files are shown already
 * completes the blob, and its sender may have missed the answer. The same bytes are acknowledged again then.
 */
async function answerHeld(ctx: Needs, part: IncomingPart): Promise<ReturnType<typeof answerOf>> {
  try {
    return await refusePart(ctx, part)
  } catch (error) {
    const blob = await findBlob(ctx.db, part.blobId)
    const isShown = blob?.upload_id === part.uploadId && (await findUpload(ctx.db, part.uploadId))?.is_arriving
    if (isShown && blob?.completed_at && (await isBeaten(ctx, part, error))) return answerOf(part)
    throw error
  }
}

/** Whether a request for the same range with the same bytes was faster; a save may have closed the upload since. */
async function isBeaten(
  { db }: Needs,
  { blobId, crc32, offset, bytes }: IncomingPart,
  error: unknown,
): Promise<boolean> {
  if (!(error instanceof Problem) || !ENDINGS_OF_THE_BEATEN.has(error.code)) return false
  const parts = (await listParts(db, [blobId], { offset, bytes })).get(blobId) ?? []
  return parts.some((part) => part.offset === offset && part.bytes === bytes && part.crc32 === crc32)
}

const ENDINGS_OF_THE_BEATEN: ReadonlySet<string> = new Set(['part-superseded', 'upload-closed'])

/**
 * Reads the scene until it has no writer of another, overlapping range left, nor one of this process that is no longer
 * in it.
 *
 * @throws Problem 'part-superseded' | 'upload-closed' | 'part-misplaced'
 */
export async function clearTheWay(ctx: Needs, lease: PartLease, part: ByteSpan): Promise<LeaseScene> {
  const leases = partLeasesOf(ctx)
  for (;;) {
    const { taken } = leases
    const scene = await readLeaseScene(ctx.db, lease.id)
    if (lease.signal.aborted) throw lease.signal.reason
    if (scene === null || scene.others.some(({ isNewer, isRival }) => isNewer && !isRival))
      throw new Problem('part-superseded')
    if (!scene.isOpen) throw new Problem('upload-closed')
    requirePlace(scene, part)
    const others = scene.others.filter(({ isRival }) => !isRival)
    const older = [...others, ...leases.findForgotten(lease, taken, scene.others)]
    if (older.length === 0) return scene
    await leases.endOthers(older, lease.signal)
  }
}

/** Packs arrive whole, so that the checksums of their files are known. */
function requirePlace({ blob, members }: LeaseScene, part: ByteSpan): void {
  if (holdsSmallFile(members) && (part.offset !== 0 || part.bytes !== blob.bytes)) {
    throw new Problem('part-misplaced', { offset: 0, bytes: blob.bytes })
  }
}

/**
 * @throws Problem 'part-conflict' where the acknowledged parts are not exactly these bytes; `have` is [offset, bytes,
 * …]
 */
function requireSameBytes(parts: LeaseScene['parts'], part: IncomingPart): void {
  let end = part.offset
  let sum = 0
  for (const { offset, bytes, crc32 } of parts) {
    if (offset !== end) break
    sum = combineCrc32(sum, crc32, bytes)
    end += bytes
  }
  if (end === part.offset + part.bytes && sum === part.crc32) return
  throw new Problem('part-conflict', { have: parts.flatMap(({ offset, bytes }) => [offset, bytes]) })
}

/**
 * Whether acknowledged parts with exactly these bytes are stored as they were acknowledged. Obviously lost ones are
 * revoked, and this body can replace them: false. Reading them back costs as much as receiving them did, so the body is
 * read first, so that a mere header cannot cause that cost.
 *
 * @throws Problem 'part-conflict' | 'part-crc-mismatch' | 'store-unavailable' where they were damaged: when it is sent
 *   once more, the part is stored
 */
async function isStillThere(ctx: Needs, lease: PartLease, scene: LeaseScene, part: IncomingPart): Promise<boolean> {
  requireSameBytes(scene.parts, part)
  const store = ctx.stores.of(scene.blob.store)
  const ref = refOf(scene.blob)
  const span = { offset: part.offset, bytes: part.bytes }
  const parts = (await listParts(ctx.db, [scene.blob.id], span)).get(scene.blob.id) ?? []
  const lost = await store.findLost(ref, parts)
  const isRead = lost.length === 0
  if (isRead) {
    await sumBody(part, lease.signal)
    for (const one of parts) if (!(await isPartSound(ctx, scene.blob, one))) lost.push(one)
    if (lost.length === 0) return true
  }
  ctx.log.error({ blob: scene.blob.id, parts: lost.length }, 'acknowledged parts are damaged and are requested again')
  await ctx.db.transaction().execute((tx) => forgetParts(tx, scene.blob.id, lost, lease.id))
  if (isRead) throw new Problem('store-unavailable', { retryAfterSeconds: 1 })
  return false
}

async function writeAndAcknowledge(
  ctx: Needs,
  { lease, scene, part }: { lease: PartLease; scene: LeaseScene; part: IncomingPart },
): Promise<void> {
  const { blob, members } = scene
  const store: BlobStore = ctx.stores.of(blob.store)
  if (store.transport !== 'server') throw new Problem('part-misplaced', { transport: store.transport })
  const span = { offset: part.offset, bytes: part.bytes }
  const inside = holdsSmallFile(members) ? members : []
  const spans = inside.map(({ offset, bytes }) => ({ offset, bytes }))
  const { body, ownsChunks = false } = part
  const { signal } = lease
  const lane = await findLane(ctx, lease)
  const written = await store.writePart(refOf(blob), span, body, { lane, spans, ownsChunks, signal })
  if (written.crc32 !== part.crc32)
    throw new Problem('part-crc-mismatch', { claimed: part.crc32, received: written.crc32 })
  const fileCrcs = new Map(inside.map(({ id }, nth) => [id, written.spanCrcs[nth] as number]))
  const { tag, segment } = written
  const ack = { leaseId: lease.id, crc32: written.crc32, tag, segment, fileCrcs }
  const acknowledged = await acknowledgePart(ctx.db, ack)
  if (acknowledged !== null) {
    arrivalsOf(ctx).arrived(part.uploadId)
    if (acknowledged.isShown) partNewsOf(ctx).tellSoon(part.uploadId)
    if (acknowledged.completesShown) await finishLater(ctx.db, part.uploadId)
    await partLeasesOf(ctx).won(lease, acknowledged.rivals)
    return
  }
  await authoriseOpenUpload(ctx.db, part.uploadId, part.tokenHash)
  throw new Problem('part-superseded')
}

/** Where no other writer of this process writes these bytes; the oldest of two others is ended first. */
export async function findLane(ctx: Needs, lease: PartLease): Promise<Lane> {
  const leases = partLeasesOf(ctx)
  for (;;) {
    const found = leases.enterLane(lease)
    if ('lane' in found) return found.lane
    await leases.endOthers([found.crowdedBy], lease.signal)
  }
}

/** Finds out why no lease was given. @throws Problem in every case */
export async function refusePart({ db }: Pick<Needs, 'db'>, part: WantedPart): Promise<never> {
  const upload = await authoriseOpenUpload(db, part.uploadId, part.tokenHash)
  const blob = (await listBlobs(db, part.uploadId)).find(({ id }) => id === part.blobId)
  if (blob === undefined) throw new Problem('upload-not-found')
  if (blob.completed_at !== null) throw new Problem('upload-closed', { state: 'open' })
  if (part.offset + part.bytes > blob.bytes) throw new Problem('part-misplaced', { blobBytes: blob.bytes })
  throw await crowdRefusal(db, upload)
}
