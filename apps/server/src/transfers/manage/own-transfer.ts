import { judgeStanding, type Standing } from '@waybill/contract/billing/standing'
import { Problem } from '@waybill/contract/core/problems'
import type { Kysely } from 'kysely'
import { lockAccount } from '../../identity/accounts/index.ts'
import type { Database } from '../../platform/database/schema.ts'
import { lockRecipientsOf } from '../recipients/recipient-store.ts'
import { listOwnTransferRows, type OwnTransfer } from '../transfer-store.ts'

/**
 * The account's standing transfer.
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
 * Of these the account's own transfers, whatever their state. What the account saves, changes, deletes and restores of
 * its transfers and files comes one after the other: all of it holds the account's row, before anything else. So a file
 * that no transfer has stays so until the transaction ends.
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

/** The account's standing transfer, held likewise. @throws Problem 'transfer-not-found' */
export async function holdOwnTransfer(
  tx: Kysely<Database>,
  accountId: string,
  transferId: string,
): Promise<OwnTransfer> {
  const [transfer] = await holdOwnTransfers(tx, accountId, [transferId])
  if (transfer?.state !== 'standing') throw new Problem('transfer-not-found')
  return transfer
}

/** Adding files counts as no transfer of a month. @throws Problem 'account-suspended' | 'subscription-due' */
export function requireMayAdd(account: Pick<Standing, 'role' | 'subscription' | 'isSuspended'>): void {
  const code = judgeStanding({ ...account, usedBytes: 0, monthTransfers: 0 })
  if (code !== null) throw new Problem(code)
}
