import type { Kysely } from 'kysely'
import { releaseBytes, useBytes } from '../../billing/index.ts'
import type { Context } from '../../context.ts'
import type { Database } from '../../platform/database/schema.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { listBlobs } from '../blob-store.ts'
import { removeBlob } from '../consistency/remove-dead-blobs.ts'
import { listUploadLeases } from '../in-flight-store.ts'
import { mapConcurrently } from '../map-concurrently.ts'
import { partLeasesOf } from '../parts/part-leases.ts'
import { findUpload } from '../upload-store.ts'
import { closeArrival, dropMissing, endLater, tellArrival } from './arrival-store.ts'

/**
 * Ends an upload whose files are shown already: those that are there stay and count as used, the others are withdrawn
 * for good, and a job takes them out of where they are shown. False for every other upload.
 */
export async function keepArrived(tx: Kysely<Database>, uploadId: string): Promise<boolean> {
  const upload = await closeArrival(tx, uploadId)
  if (upload === null) return false
  const missing = await dropMissing(tx, uploadId)
  await releaseBytes(tx, upload.reserved_keys, missing)
  await useBytes(tx, upload.reserved_keys, upload.bytes - missing)
  await addJob(tx, 'check-upload', { uploadId })
  await addJob(tx, 'make-thumbnails', { uploadId })
  await endLater(tx, uploadId)
  await tellArrival(tx, uploadId)
  return true
}

/** Removes the bytes of what never became complete, once the upload has ended. Safe to run again. */
export async function removeMissing(
  ctx: Pick<Context, 'db' | 'connection' | 'nodeId' | 'log' | 'stores'>,
  uploadId: string,
): Promise<void> {
  if ((await findUpload(ctx.db, uploadId))?.state === 'open') return
  await partLeasesOf(ctx).endOthers(await listUploadLeases(ctx.db, uploadId))
  const left = (await listBlobs(ctx.db, uploadId)).filter((blob) => !blob.completed_at && !blob.removed_at)
  await mapConcurrently(left, (blob) => removeBlob(ctx, blob))
}
