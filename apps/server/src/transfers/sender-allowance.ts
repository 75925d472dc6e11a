import { plans } from '@waybill/contract/plans'
import type { Kysely } from 'kysely'
import { accountKey, countFreeSend, countTransfer, requireFreeSend, requireRoom, senderKeys } from '../billing/index.ts'
import type { Database } from '../database/schema.ts'
import type { StoredDraft } from './draft-store.ts'
import type { Sender } from './sender-of.ts'

/** Keys of billing under which a sender's bytes count, and what each may hold. */
export function storageOf(sender: Sender): { keys: string[]; limitBytes: number } {
  const keys = sender.kind === 'visitor' ? senderKeys(sender) : [accountKey(sender.account.id)]
  return { keys, limitBytes: plans[sender.role].storageBytes }
}

/** Refuses what the save would refuse just now, and counts nothing. @throws Problem as `requireFreeSend` and `requireRoom` do */
export async function requireAllowance(
  db: Kysely<Database>,
  sender: Sender,
  draft: StoredDraft,
  bytes: number,
): Promise<void> {
  if (sender.kind === 'visitor') await requireFreeSend(db, sender)
  else requireRoom(sender.live, { bytes, recipients: mailedTo(draft) })
}

/** Counts the send, in the transaction that makes the transfer. @throws Problem as `countFreeSend` and `countTransfer` do */
export async function spendAllowance(tx: Kysely<Database>, sender: Sender, draft: StoredDraft): Promise<void> {
  if (sender.kind === 'visitor') await countFreeSend(tx, sender)
  else await countTransfer(tx, sender.live, mailedTo(draft))
}

const mailedTo = ({ sendAs, recipients }: StoredDraft): number => (sendAs === 'email' ? recipients.length : 0)
