import { Problem } from '@waybill/contract/core/problems'
import type { Kysely } from 'kysely'
import { lockAccount } from '../../identity/accounts/index.ts'
import type { Database } from '../../platform/database/schema.ts'
import { lockRecipientsOf } from '../recipients/recipient-store.ts'
import { listOwnTransferRows, type OwnTransfer } from '../transfer-store.ts'

/**
 * The account's undeleted transfer.
 *
 * @throws Problem 'transfer-not-found', the same for unknown, deleted and foreign ones
 */
export async function requireOwnTransfer(
  db: Kysely<Database>,
  accountId: string,
  transferId: string,
): Promise<OwnTransfer> {
  const [transfer] = await listOwnTransferRows(db, accountId, [transferId])
  if (transfer?.state !== 'standing') throw new Problem('transfer-not-found')
  return transfer
}

/**
 * Those of these transfers that the account owns, in any state. All saves, changes, deletions and restorations of an
 * account's transfers and files run one after the other: each locks the account's row before anything else. So a file
 * without a transfer remains so until the transaction ends.
 */
export async function holdOwnTransfers(
  tx: Kysely<Database>,
  accountId: string,
  transferIds: readonly string[],
): Promise<OwnTransfer[]> {
  await lockAccount(tx, accountId)
  await lockRecipientsOf(tx, accountId, transferIds)
  return listOwnTransferRows(tx, accountId, transferIds)
}

/** The account's undeleted transfer, locked likewise. @throws Problem 'transfer-not-found' */
export async function holdOwnTransfer(
  tx: Kysely<Database>,
  accountId: string,
  transferId: string,
): Promise<OwnTransfer> {
  const [transfer] = await holdOwnTransfers(tx, accountId, [transferId])
  if (transfer?.state !== 'standing') throw new Problem('transfer-not-found')
  return transfer
}
