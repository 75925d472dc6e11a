import { combineCrc32 } from '@waybill/contract/core/crc32'
import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../../context.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import type { BlobStore, StoredPart } from '../../platform/storage/blob-port.ts'
import { tellArrival } from '../arriving/arrival-store.ts'
import { type BlobRow, listBlobs, listUploadedFiles, refOf, type UploadedFile } from '../blob-store.ts'
import { sweepBlob } from '../consistency/sweep-leftovers.ts'
import { mapConcurrently } from '../map-concurrently.ts'
import { forgetParts, listClaimedBlobs, listClaims, listParts, replaceParts } from '../parts/part-store.ts'
import { holdsSmallFile } from '../plan/plan-blobs.ts'
import { findUpload, type UploadRow } from '../upload-store.ts'
import { type FinishedBlob, finishBlobs, lackingBytes } from '../whole-blob-store.ts'
import { adoptBlob } from './adopt-blob.ts'
import { matchClaims } from './match-claims.ts'

type Needs = Pick<Context, 'db' | 'stores' | 'log'>

interface HeldBlob {
  row: BlobRow
  parts: readonly StoredPart[]
  /** CRC-32 of files of a pack, where the store could not compute them itself. */
  fileCrcs: ReadonlyMap<string, number>
}

/**
 * Completes every blob of an upload from the parts in this server's rows or in the presigned store's own list.
 * Idempotent, and concurrent calls agree; the upload stays open until the caller closes it in a separate transaction.
 *
 * @param known its files, where they were read before
 * @throws Problem 'upload-not-found' | 'upload-closed' | 'upload-incomplete' {missingBytes} | 'store-unavailable'
 */
export async function completeUpload(
  ctx: Needs,
  uploadId: string,
  known?: readonly UploadedFile[],
): Promise<readonly UploadedFile[]> {
  const upload = await findUpload(ctx.db, uploadId)
  if (upload === null) throw new Problem('upload-not-found')
  if (upload.state === 'abandoned') throw new Problem('upload-closed', { state: upload.state })
  const store = ctx.stores.of(upload.store)
  const files = known ?? (await listUploadedFiles(ctx.db, uploadId))
  if (upload.state === 'open') {
    await completeBlobs(ctx, store, await findWhole(ctx, store, upload, files), files)
  }
  return files
}

/**
 * Completes those blobs of an open upload whose bytes are all there, and has their files checked: for an upload whose
 * files are shown before all are there. Returns whether all blobs are complete.
 *
 * @throws Problem 'store-unavailable'
 */
export async function completeReady(ctx: Needs, upload: UploadRow): Promise<boolean> {
  const store = ctx.stores.of(upload.store)
  const isCounted = store.transport === 'server'
  const files = await listUploadedFiles(ctx.db, upload.id)
  const look = async () => {
    const claimed = isCounted ? new Set<string>() : await listClaimedBlobs(ctx.db, upload.id)
    const isReady = (row: BlobRow) =>
      row.completed_at === null && (isCounted ? row.received_bytes === row.bytes : claimed.has(row.id))
    const blobs = (await listBlobs(ctx.db, upload.id)).filter(isReady)
    const ids = blobs.map(({ id }) => id)
    return { blobs, parts: await listParts(ctx.db, ids) }
  }
  let stored = await look()
  if (isCounted && (await forgetLost(ctx, store, stored))) stored = await look()
  const held = await findHeld(ctx, store, { ...stored, prefix: upload.storage_prefix }, files)
  const ready = held.filter(({ row, parts }) => missingOf(row, parts) === 0)
  await completeBlobs(ctx, store, ready, files)
  if (ready.length > 0) {
    await addJob(ctx.db, 'check-upload', { uploadId: upload.id })
    await tellArrival(ctx.db, upload.id)
  }
  return (await lackingBytes(ctx.db, upload.id)) === null
}

/**
 * The blobs to complete, each with parts that cover it. Looks twice: a concurrent call may complete a blob between
 * reading our rows and asking the store, which then no longer lists its parts.
 */
async function findWhole(
  ctx: Needs,
  store: BlobStore,
  upload: Pick<UploadRow, 'id' | 'storage_prefix'>,
  files: readonly UploadedFile[],
): Promise<readonly HeldBlob[]> {
  for (let look = 1; ; look++) {
    let stored = await readStored(ctx, upload.id)
    if (store.transport === 'server' && (await forgetLost(ctx, store, stored)))
      stored = await readStored(ctx, upload.id)
    const held = await findHeld(ctx, store, { ...stored, prefix: upload.storage_prefix }, files)
    const missingBytes = held.reduce((sum, { row, parts }) => sum + missingOf(row, parts), 0)
    if (missingBytes === 0) return held
    if (look === 2 || store.transport === 'server') throw new Problem('upload-incomplete', { missingBytes })
  }
}

interface StoredBlobs {
  blobs: readonly BlobRow[]
  /** By blob. */
  parts: ReadonlyMap<string, readonly StoredPart[]>
}

async function readStored({ db }: Needs, uploadId: string): Promise<StoredBlobs> {
  const blobs = await listBlobs(db, uploadId)
  const ids = blobs.map(({ id }) => id)
  return { blobs, parts: await listParts(db, ids) }
}

/**
 * Requests acknowledged bytes again that are gone or truncated, even of blobs that were complete at the last look.
 * Returns whether there are any.
 */
async function forgetLost(ctx: Needs, store: BlobStore, { blobs, parts }: StoredBlobs): Promise<boolean> {
  let areSome = false
  await mapConcurrently(blobs, async (blob) => {
    const lost = await store.findLost(refOf(blob), parts.get(blob.id) ?? [])
    if (lost.length === 0) return
    areSome = true
    ctx.log.error({ blob: blob.id, parts: lost.length }, 'acknowledged parts are missing and are requested again')
    await ctx.db.transaction().execute((tx) => forgetParts(tx, blob.id, lost))
  })
  return areSome
}

async function findHeld(
  { db }: Needs,
  store: BlobStore,
  { blobs, parts, prefix }: StoredBlobs & { prefix: string | null },
  files: readonly UploadedFile[],
): Promise<HeldBlob[]> {
  const open = blobs.filter(({ completed_at }) => completed_at === null)
  if (store.transport === 'server') {
    return open.map((row) => ({ row, parts: parts.get(row.id) ?? [], fileCrcs: new Map() }))
  }
  const byBlob = Map.groupBy(files, (file) => file.blob_id)
  const held: HeldBlob[] = []
  await mapConcurrently(open, async (row) => {
    const known = parts.get(row.id) ?? []
    const members = byBlob.get(row.id) ?? []
    const isBrought = prefix !== null && store.scoped !== null
    held.push(
      await (isBrought
        ? findBrought(store, { row, known, members, key: `${prefix}/${row.id}` })
        : findClaimed(db, store, row, known, members)),
    )
  })
  return held
}

/**
 * A presigned store's parts of a blob. Rows of an earlier try that cover the blob are trusted: the store may have
 * completed it and its answer was lost.
 */
async function findClaimed(
  db: Context['db'],
  store: BlobStore,
  row: BlobRow,
  known: readonly StoredPart[],
  members: readonly UploadedFile[],
): Promise<HeldBlob> {
  const claims = await listClaims(db, row.id)
  const parts = missingOf(row, known) === 0 ? known : matchClaims(await store.listParts(refOf(row)), claims)
  const claim = claims.find(({ crc32, bytes }) => crc32 === parts[0]?.crc32 && bytes === row.bytes)
  const memberCrcs = holdsSmallFile(members) ? (claim?.member_crcs ?? []) : []
  const fileCrcs = new Map(memberCrcs.flatMap((sum, nth) => (members[nth] ? [[members[nth].id, sum] as const] : [])))
  return { row, parts, fileCrcs }
}

/** What a foreign client put at its key of the blob; nothing where no object has the planned size. */
async function findBrought(
  store: BlobStore,
  {
    row,
    known,
    members,
    key,
  }: { row: BlobRow; known: readonly StoredPart[]; members: readonly UploadedFile[]; key: string },
): Promise<HeldBlob> {
  const parts = missingOf(row, known) === 0 ? known : await adoptBlob(store, row, key)
  const [small] = holdsSmallFile(members) && parts.length > 0 ? members : []
  return { row, parts, fileCrcs: new Map(small ? [[small.id, sumOf(parts)]] : []) }
}

/** Bytes of the blob without a part. */
function missingOf({ bytes }: Pick<BlobRow, 'bytes'>, parts: readonly StoredPart[]): number {
  return bytes - parts.reduce((sum, part) => sum + part.bytes, 0)
}

/**
 * Each blob on a presigned store alone, since its store completes it: a failure of another one changes nothing about
 * that. Those that this server holds are marked together.
 */
async function completeBlobs(
  ctx: Needs,
  store: BlobStore,
  blobs: readonly HeldBlob[],
  files: readonly UploadedFile[],
): Promise<void> {
  const { db } = ctx
  const byBlob = Map.groupBy(files, (file) => file.blob_id)
  const finished = (blob: HeldBlob) => ({ row: blob.row, crcs: crcsOf(blob, byBlob.get(blob.row.id) ?? []) })
  await mapConcurrently(blobs, async (blob) => {
    if (store.transport === 'server') return store.complete(refOf(blob.row), blob.parts)
    await completePresigned(db, store, blob)
    await finishBlobs(db, [finished(blob)], { areCounted: false })
  })
  if (store.transport === 'server' && blobs.length > 0) {
    await finishBlobs(db, blobs.map(finished), { areCounted: true })
  }
  await mapConcurrently(blobs, ({ row, parts }) => sweepBlob(ctx, row, parts))
}

async function completePresigned(db: Context['db'], store: BlobStore, { row, parts }: HeldBlob): Promise<void> {
  await db.transaction().execute((tx) => replaceParts(tx, row.id, parts))
  try {
    await store.complete(refOf(row), parts)
  } catch (error) {
    // The parts were replaced since they were listed: the next try lists them again.
    if (error instanceof Problem && error.code === 'upload-incomplete') await replaceParts(db, row.id, [])
    throw error
  }
}

function crcsOf({ parts, fileCrcs }: HeldBlob, members: readonly UploadedFile[]): FinishedBlob['crcs'] {
  const [only] = members
  const isWhole = members.length === 1 && only !== undefined && !holdsSmallFile(members)
  return isWhole ? new Map([[only.id, sumOf(parts)]]) : fileCrcs
}

function sumOf(parts: readonly StoredPart[]): number {
  return parts
    .toSorted((a, b) => a.offset - b.offset)
    .reduce((sum, { crc32, bytes }) => combineCrc32(sum, crc32, bytes), 0)
}
