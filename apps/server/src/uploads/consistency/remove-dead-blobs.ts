import type { Context } from '../../context.ts'
import { type BlobRow, listDeadBlobs, markBlobRemoved, settleEmptyFiles } from '../blob-store.ts'
import { mapConcurrently } from '../map-concurrently.ts'
import { removeCopies } from '../move/remove-copies.ts'

const BLOBS_PER_PAGE = 500

type Needs = Pick<Context, 'db' | 'stores'>

/**
 * Removes the bytes of blobs whose files were all deleted more than a day ago, and those that moves left behind. Removes bytes before it updates their
 * rows, so that a run that dies anywhere can simply be repeated; two concurrent runs do no harm.
 *
 * @throws the first failure, after everything else was tried
 */
export async function removeDeadBlobs(ctx: Needs): Promise<void> {
  let failure: unknown = null
  for (let after = '', isLast = false; !isLast; ) {
    const page = await listDeadBlobs(ctx.db, after, BLOBS_PER_PAGE)
    await mapConcurrently(page, async (blob) => {
      try {
        await removeBlob(ctx, blob)
      } catch (error) {
        failure ??= error
      }
    })
    after = page.at(-1)?.id ?? ''
    isLast = page.length < BLOBS_PER_PAGE
  }
  await removeCopies(ctx).catch((error) => {
    failure ??= error
  })
  await settleEmptyFiles(ctx.db)
  if (failure !== null) throw failure
}

/** Safe to run again. */
export async function removeBlob({ db, stores }: Needs, { id, store, key, multipart_id }: BlobRow): Promise<void> {
  await stores.of(store).remove({ key, multipartId: multipart_id })
  await markBlobRemoved(db, { id, key })
}
