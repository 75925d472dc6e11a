import { Problem } from '@waybill/contract/core/problems'
import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import type { Database } from '../../platform/database/schema.ts'
import { requireFewBounces } from '../../platform/mail-transport/index.ts'
import { holdMailable } from '../manage/transfer-change-store.ts'
import { addPeople, holdMailing } from './added-recipients.ts'

/**
 * Adds a requester to an email transfer, by the rules of its sender's plan, and has them mailed. Locks the account,
 * then the transfer, until the transaction ends. Returns whether the transfer has expired, and how many were added:
 * none where they are recipients already.
 *
 * @throws Problem 'extension-expired' where it no longer exists; 'account-suspended', 'subscription-due',
 *   'too-many-recipients', 'sending-paused', 'too-many-mails'
 */
export async function addRequester(
  ctx: Pick<Context, 'masterKey'>,
  tx: Kysely<Database>,
  { transferId, accountId }: { transferId: string; accountId: string | null },
  { address, language }: { address: string; language: string },
): Promise<{ isExpired: boolean; added: number }> {
  const live = accountId === null ? null : await holdMailing(tx, accountId)
  const transfer = await holdMailable(tx, accountId, { id: transferId })
  if (transfer === null) throw new Problem('extension-expired')
  await requireFewBounces(tx, transfer.senderAddress)
  const people = [{ address, name: null, company: null }]
  const added = await addPeople(ctx, tx, { live, transfer }, { people, language })
  return { isExpired: transfer.isExpired, added }
}
