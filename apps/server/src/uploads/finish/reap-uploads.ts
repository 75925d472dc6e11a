import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import type { Database } from '../../platform/database/schema.ts'
import { listBlobs } from '../blob-store.ts'
import { removeBlob } from '../consistency/remove-dead-blobs.ts'
import { listIdle, listUploadLeases } from '../in-flight-store.ts'
import { mapConcurrently } from '../map-concurrently.ts'
import { partLeasesOf } from '../parts/part-leases.ts'
import {
  deleteSpentTokens,
  deleteUploadRows,
  findUpload,
  listAbandonedUploads,
  listOverdueUploads,
} from '../upload-store.ts'
import { completeArrived } from './abandon-upload.ts'
import { giveUp } from './give-up.ts'

const UPLOADS_PER_RUN = 500

type Needs = Pick<Context, 'db' | 'connection' | 'nodeId' | 'log' | 'stores'>

/**
 * Removes uploads that were given up, not completed within seven days, or through an open link without a byte for an
 * hour. In this order, so that a run that dies anywhere can simply be repeated: closes the upload and returns its
 * reservation; ends its writers; removes its bytes; deletes its rows, and with them what `forget` stores elsewhere. Two
 * concurrent runs do no harm.
 *
 * @throws the first failure, after everything else was tried
 */
export async function reapUploads(
  ctx: Needs,
  forget: (tx: Kysely<Database>, uploadId: string) => Promise<void>,
): Promise<void> {
  const overdue = (await listOverdueUploads(ctx.db, UPLOADS_PER_RUN)).map(({ id }) => id)
  for (const id of [...overdue, ...(await listIdle(ctx.db, UPLOADS_PER_RUN))]) {
    const upload = await findUpload(ctx.db, id)
    // Files whose bytes are all there would be dropped: a later run ends it, once the store is back.
    if (upload?.is_arriving && !(await completeArrived(ctx, upload))) continue
    await ctx.db.transaction().execute((tx) => giveUp(tx, id))
  }
  await deleteSpentTokens(ctx.db)
  let failure: unknown = null
  for (const { id } of await listAbandonedUploads(ctx.db, UPLOADS_PER_RUN)) {
    try {
      await partLeasesOf(ctx).endOthers(await listUploadLeases(ctx.db, id))
      await removeBlobs(ctx, id)
      await ctx.db.transaction().execute(async (tx) => {
        await forget(tx, id)
        await deleteUploadRows(tx, id)
      })
    } catch (error) {
      failure ??= error
    }
  }
  if (failure !== null) throw failure
}

/** Removes the bytes of every blob of an upload; safe to run again. */
async function removeBlobs(ctx: Needs, uploadId: string): Promise<void> {
  const blobs = await listBlobs(ctx.db, uploadId)
  await mapConcurrently(
    blobs.filter(({ removed_at }) => removed_at === null),
    (blob) => removeBlob(ctx, blob),
  )
}
