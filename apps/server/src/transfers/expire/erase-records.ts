import { Problem } from '@waybill/contract/core/problems'
import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import type { Database } from '../../platform/database/schema.ts'
import { detachMailsOf, withdrawMails } from '../../platform/mail-transport/index.ts'
import { forgetContactCounts, forgetHeldVisits, forgetIdentities, forgetIps } from '../../tracking/ledger/index.ts'
import { clearVisitorUploads } from '../../uploads/index.ts'
import { deleteAccessRequests } from '../access-request-store.ts'
import { clearFileNames } from '../files/transfer-file-store.ts'
import { holdOwnTransfers } from '../manage/own-transfer.ts'
import { claimVisitorRecords, clearTransfers } from '../manage/transfer-change-store.ts'
import { clearRecipients, listRecipients } from '../recipients/recipient-store.ts'

/**
 * Erases the records of deleted transfers: their recipients, contents and events are gone for their owner, and cannot
 * be brought back. Nor can the transfers.
 *
 * @returns how many
 * @throws Problem 'transfer-not-found', the same for unknown, foreign and erased ones, and those that are not deleted;
 * none
 *   is erased then
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
    await clearRecords(tx, deleted)
    return deleted.length
  })
}

/** Transfers in one transaction: each may have a thousand devices. */
const RECORDS_AT_ONCE = 20

/**
 * Erases the records of transfers that visitors sent, some days after their links ended and their bytes were removed.
 * What was sent for free still counts. Safe to run again, and in several processes at once.
 */
export async function eraseVisitorRecords({ db, config }: Pick<Context, 'db' | 'config'>): Promise<void> {
  for (let erased = 1; erased > 0; ) {
    erased = await db.transaction().execute(async (tx) => {
      const due = await claimVisitorRecords(tx, config.retention.visitorRecordDays, RECORDS_AT_ONCE)
      const ids = due.map(({ id }) => id)
      await clearRecords(tx, ids)
      await clearFileNames(tx, ids)
      await clearVisitorUploads(
        tx,
        due.map(({ uploadId }) => uploadId),
      )
      return ids.length
    })
  }
}

/**
 * Clears who sent what to whom. The chains of the ledgers stay without names: the salts of their digests are deleted.
 * The caller locks the account and the recipients.
 */
async function clearRecords(tx: Kysely<Database>, ids: readonly string[]): Promise<void> {
  const recipientIds: string[] = []
  for (const id of ids) for (const recipient of await listRecipients(tx, id)) recipientIds.push(recipient.id)
  for (const id of recipientIds) await withdrawMails(tx, id)
  await forgetIdentities(tx, ids)
  await forgetContactCounts(tx, ids)
  await forgetIps(tx, ids)
  await clearRecipients(tx, ids)
  await detachMailsOf(tx, ids)
  await forgetHeldVisits(tx, ids)
  await deleteAccessRequests(tx, ids)
  await clearTransfers(tx, ids, { isErased: true })
}
