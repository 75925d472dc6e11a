import type { Context } from '../../context.ts'
import { forgetLateCounts } from '../../tracking/ledger/index.ts'
import { giveUpUploadsOf } from '../../uploads/index.ts'
import { deleteFiles } from '../files/delete-files.ts'
import { deleteTransfers } from './delete-transfers.ts'
import { clearWordsOf, keptFilesOf, standingTransfersOf } from './gone-account-store.ts'

/**
 * Ends every transfer and upload of an account that is no more, deletes its files, clears who sent what to whom, and
 * forgets what was counted of it meanwhile.
 * Page by page, so that however much there is nothing is held for long; run again it goes on where it was.
 */
export async function deleteAccountThings(
  ctx: Pick<Context, 'db' | 'geo' | 'signer'>,
  accountId: string,
): Promise<void> {
  await giveUpUploadsOf(ctx, accountId)
  await eachPage(
    () => standingTransfersOf(ctx.db, accountId),
    (ids) => deleteTransfers(ctx, accountId, ids),
  )
  await eachPage(
    () => keptFilesOf(ctx.db, accountId),
    (ids) => deleteFiles(ctx, accountId, ids),
  )
  while (await clearWordsOf(ctx.db, accountId));
  await forgetLateCounts(ctx.db, accountId)
}

async function eachPage(read: () => Promise<string[]>, work: (ids: string[]) => Promise<unknown>): Promise<void> {
  for (let ids = await read(); ids.length > 0; ids = await read()) await work(ids)
}
