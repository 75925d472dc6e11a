import type { Context } from '../../context.ts'
import { removeDeadBlobs } from '../../uploads/index.ts'
import { finishWithout } from '../send/finish-without.ts'
import { deleteEndedFiles, endOverdueTransfers, settleEndedTransfers } from './ended-transfer-store.ts'

/**
 * Removes the bytes of anonymous transfers seven days after their expiry, and of deleted files after a day. In this
 * order, so that a run that dies anywhere is simply run again: the transfer is ended, its files are deleted, their
 * bytes go, the rows say so.
 *
 * @throws the first failure, after everything else was tried
 */
export async function removeExpired(ctx: Pick<Context, 'db' | 'stores'>): Promise<void> {
  await endOverdueTransfers(ctx.db)
  await ctx.db.transaction().execute(async (tx) => finishWithout(tx, await deleteEndedFiles(tx)))
  try {
    await removeDeadBlobs(ctx)
  } finally {
    await settleEndedTransfers(ctx.db)
  }
}
