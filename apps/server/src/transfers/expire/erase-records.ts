import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../../context.ts'
import { withdrawMails } from '../../platform/mail-transport/index.ts'
import { holdOwnTransfers } from '../manage/own-transfer.ts'
import { listRecipients } from '../transfer-store.ts'
import { clearRecords } from './erased-record-store.ts'

/**
 * Erases the records of deleted transfers: whom they went to, what was in them and what happened is gone for their owner,
 * and cannot be brought back. Nor can the transfers.
 *
 * @returns how many
 * @throws Problem 'transfer-not-found', the same for unknown, foreign and erased ones, and those that stand; none is
 *   erased then
 */
export async function eraseRecords(
  { db }: Pick<Context, 'db'>,
  accountId: string,
  transferIds: readonly string[],
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const own = await holdOwnTransfers(tx, accountId, transferIds)
    const deleted = own.filter(({ state }) => state !== 'standing').map(({ id }) => id)
    if (deleted.length < new Set(transferIds).size) throw new Problem('transfer-not-found')
    for (const id of deleted)
      for (const recipient of await listRecipients(tx, id)) await withdrawMails(tx, recipient.id)
    await clearRecords(tx, deleted)
    return deleted.length
  })
}
