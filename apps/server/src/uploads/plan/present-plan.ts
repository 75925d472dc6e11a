import { pathOf } from '@waybill/contract/core/routes'
import type { PlannedBlob, UploadPlan } from '@waybill/contract/uploads/endpoints'
import type { Context } from '../../context.ts'
import { type ByteSpan, RECORD_BYTES } from '../../platform/storage/blob-port.ts'
import { type BlobRow, type FileRow, listBlobs, listFiles, refOf } from '../blob-store.ts'
import { matchClaims } from '../finish/match-claims.ts'
import { mapConcurrently } from '../map-concurrently.ts'
import { listClaimedBlobs, listClaims, listParts, MAX_PART_BYTES } from '../parts/part-store.ts'
import type { UploadRow } from '../upload-store.ts'
import { holdsSmallFile } from './plan-blobs.ts'

/** What a plan consists of, in its order. */
export interface PlannedRows {
  files: ReadonlyArray<Pick<FileRow, PlacedFields | 'path' | 'modified_at' | 'fingerprint'>>
  blobs: ReadonlyArray<Pick<BlobRow, 'id' | 'upload_id' | 'bytes' | 'part_bytes'>>
}
type PlacedFields = 'id' | 'bytes' | 'position' | 'blob_id' | 'blob_offset'

/**
 * The current plan of an open upload, with what the server already has.
 *
 * @param fresh the rows of an upload that was made a moment ago, so that thousands are not read back
 */
export async function presentPlan(
  ctx: Pick<Context, 'db' | 'stores'>,
  upload: UploadRow,
  token: string,
  origins: string[],
  fresh?: PlannedRows,
): Promise<UploadPlan> {
  const { files, blobs, have } = fresh ? { ...fresh, have: new Map<string, ByteSpan[]>() } : await readRows(ctx, upload)
  const store = ctx.stores.of(upload.store)
  const byBlob = Map.groupBy(files, (file) => file.blob_id)
  const transport = upload.storage_prefix === null ? store.transport : 'sts'
  return {
    upload: upload.id,
    token,
    expiresAt: upload.expires_at.toISOString(),
    transport,
    ...regionOf(ctx.stores, store.id),
    origins,
    maxPartBytes: MAX_PART_BYTES,
    maxParallel: null,
    line: null,
    files: files.map(({ id, path, bytes, modified_at, fingerprint }) => ({
      id,
      path,
      bytes,
      modifiedAt: modified_at.getTime(),
      fingerprint,
    })),
    blobs: blobs.map((blob) =>
      presentBlob(blob, byBlob.get(blob.id) ?? [], have.get(blob.id) ?? [], transport === 'server'),
    ),
  }
}

async function readRows(ctx: Pick<Context, 'db' | 'stores'>, upload: UploadRow) {
  const [files, blobs] = await Promise.all([listFiles(ctx.db, upload.id), listBlobs(ctx.db, upload.id)])
  return { files, blobs, have: await listHave(ctx, upload, blobs) }
}

/** Only where there is something to choose. */
function regionOf({ named }: Context['stores'], storeId: string): Pick<UploadPlan, 'region'> {
  const region = named.length < 2 ? undefined : named.find(({ id }) => id === storeId)?.region
  return region === undefined ? {} : { region }
}

function presentBlob(
  blob: PlannedRows['blobs'][number],
  inside: ReadonlyArray<Pick<FileRow, PlacedFields>>,
  have: readonly ByteSpan[],
  isOurs: boolean,
): PlannedBlob {
  const isPack = holdsSmallFile(inside)
  const path = pathOf('receivePart', { upload: blob.upload_id, blob: blob.id })
  return {
    id: blob.id,
    bytes: blob.bytes,
    partBytes: blob.part_bytes,
    resizable: isOurs && !isPack,
    minPartBytes: isOurs && !isPack ? RECORD_BYTES : blob.part_bytes,
    path: isOurs ? path : null,
    members: inside.map(({ position, blob_offset }) => ({ file: position, offset: blob_offset })),
    have: mergeSpans(have),
  }
}

/** What each blob holds: by our rows, or by a presigned store's answer for blobs with at least one signed part. */
async function listHave(
  { db, stores }: Pick<Context, 'db' | 'stores'>,
  upload: UploadRow,
  blobs: readonly BlobRow[],
): Promise<Map<string, ByteSpan[]>> {
  const store = stores.of(upload.store)
  const have: Map<string, ByteSpan[]> = await listParts(
    db,
    blobs.map(({ id }) => id),
  )
  if (store.transport === 'server') return have
  const claimed = await listClaimedBlobs(db, upload.id)
  const open = blobs.filter(({ id, completed_at }) => completed_at === null && claimed.has(id))
  await mapConcurrently(open, async (blob) => {
    const held = matchClaims(await store.listParts(refOf(blob)), await listClaims(db, blob.id))
    if (held.length > 0) have.set(blob.id, held)
  })
  return have
}

/** Ascending spans joined where they touch, as [offset, bytes] pairs. */
export function mergeSpans(spans: readonly ByteSpan[]): Array<[number, number]> {
  const merged: Array<[number, number]> = []
  for (const { offset, bytes } of spans.toSorted((a, b) => a.offset - b.offset)) {
    const last = merged.at(-1)
    if (last !== undefined && offset <= last[0] + last[1]) last[1] = Math.max(last[1], offset + bytes - last[0])
    else merged.push([offset, bytes])
  }
  return merged
}
