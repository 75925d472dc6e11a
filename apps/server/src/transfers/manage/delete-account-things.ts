import type { Context } from '../../context.ts'
import { detachMailsOf } from '../../platform/mail-transport/index.ts'
import { forgetIdentities, forgetLateCounts } from '../../tracking/ledger/index.ts'
import { clearOwnerAddresses, giveUpUploadsOf, listKeptFiles } from '../../uploads/index.ts'
import { deleteAccessRequests } from '../access-request-store.ts'
import { deleteFiles } from '../files/delete-files.ts'
import { clearRecipients } from '../recipients/recipient-store.ts'
import { listNamedTransfers, listStandingTransfers } from '../transfer-store.ts'
import { deleteTransfers } from './delete-transfers.ts'
import { clearTransfers } from './transfer-change-store.ts'

const ROWS_PER_PAGE = 200

/**
 * Ends every transfer and upload of an ended account, deletes its files, clears who sent what to whom, and deletes what
 * was counted meanwhile. Works page by page, so that no lock lasts long however much there is; run again, it continues.
 */
export async function deleteAccountThings(
  ctx: Pick<Context, 'db' | 'geo' | 'signer'>,
  accountId: string,
): Promise<void> {
  await giveUpUploadsOf(ctx, accountId)
  await eachPage(
    () => listStandingTransfers(ctx.db, accountId, ROWS_PER_PAGE),
    (ids) => deleteTransfers(ctx, accountId, ids),
  )
  await eachPage(
    () => listKeptFiles(ctx.db, accountId, ROWS_PER_PAGE),
    (ids) => deleteFiles(ctx, accountId, ids),
  )
  while (await clearNamesOf(ctx.db, accountId));
  await forgetLateCounts(ctx.db, accountId)
}

async function eachPage(read: () => Promise<string[]>, work: (ids: string[]) => Promise<unknown>): Promise<void> {
  for (let ids = await read(); ids.length > 0; ids = await read()) await work(ids)
}

/** Clears who sent what to whom for a page of the account's transfers and uploads; false once all are clear. */
async function clearNamesOf(db: Context['db'], accountId: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const ids = await listNamedTransfers(tx, accountId, ROWS_PER_PAGE)
    await clearRecipients(tx, ids)
    await detachMailsOf(tx, ids)
    await clearTransfers(tx, ids, { isErased: false })
    await forgetIdentities(tx, ids)
    await deleteAccessRequests(tx, ids)
    const isMore = await clearOwnerAddresses(tx, accountId, ROWS_PER_PAGE)
    return ids.length > 0 || isMore
  })
}
