import type { Context } from '../context.ts'
import { removeBlobs } from '../uploads/index.ts'
import { endOverdueTransfers, listRemovable, markBytesRemoved } from './transfer-store.ts'

const TRANSFERS_PER_RUN = 500

/**
 * Removes the bytes of anonymous transfers seven days after their expiry, and of deleted ones after a day. In this
 * order, so that a run that dies anywhere is simply run again: the transfer is ended, its bytes go, its row says so.
 *
 * @throws the first failure, after everything else was tried
 */
export async function removeExpired(ctx: Pick<Context, 'db' | 'stores'>): Promise<void> {
  await endOverdueTransfers(ctx.db)
  let failure: unknown = null
  for (const { id, uploadId } of await listRemovable(ctx.db, TRANSFERS_PER_RUN)) {
    try {
      await removeBlobs(ctx, uploadId)
      await markBytesRemoved(ctx.db, id)
    } catch (error) {
      failure ??= error
    }
  }
  if (failure !== null) throw failure
}
