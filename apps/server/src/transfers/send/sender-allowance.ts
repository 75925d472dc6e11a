import { plans } from '@waybill/contract/billing/plans'
import type { Kysely } from 'kysely'
import {
  accountSender,
  countFreeSend,
  countMails,
  countTransfer,
  type MailSender,
  requireFreeSend,
  requireMails,
  requireRoom,
  senderKeys,
  visitorSender,
} from '../../billing/index.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { StoredDraft } from '../draft-store.ts'
import type { Sender } from '../recipients/sender-of.ts'

/** The billing keys that a visitor's bytes count under, and the limit. An account's bytes count for its workspace. */
export function storageOf(sender: Sender): { keys?: string[]; limitBytes: number } {
  const { storageBytes: limitBytes } = plans[sender.role]
  return sender.kind === 'visitor' ? { keys: senderKeys(sender), limitBytes } : { limitBytes }
}

/**
 * Refuses what the save would refuse at the moment, and counts nothing.
 *
 * @throws Problem as `requireFreeSend`, `requireRoom` and `requireMails` do
 */
export async function requireAllowance(
  db: Kysely<Database>,
  sender: Sender,
  draft: StoredDraft,
  { bytes, network, isScheduled }: { bytes: number; network: string; isScheduled: boolean },
): Promise<void> {
  if (sender.kind === 'visitor') await requireFreeSend(db, sender)
  else requireRoom(sender.live, bytes)
  // Its mails leave on another day.
  if (!isScheduled) await requireMails(db, mailSenderOf(sender, network), mailedTo(draft))
}

/**
 * Counts the send and its mails, in the transaction that creates the transfer.
 *
 * @throws Problem as `countFreeSend`, `countTransfer` and `countMails` do
 */
export async function spendAllowance(
  tx: Kysely<Database>,
  sender: Sender,
  draft: StoredDraft,
  { id, network, sendTime }: { id: string; network: string; sendTime: unknown },
): Promise<void> {
  if (sender.kind === 'visitor') await countFreeSend(tx, sender)
  else await countTransfer(tx, sender.live)
  // The mails of a scheduled transfer count for the day on which they leave.
  if (sendTime !== null) return
  const { recipientLimit } = plans[sender.role]
  await countMails(tx, mailSenderOf(sender, network), mailedTo(draft), { id, recipientLimit })
}

const mailSenderOf = (sender: Sender, network: string): MailSender =>
  sender.kind === 'visitor' ? visitorSender(sender) : accountSender(sender.live, network)

const mailedTo = ({ sendAs, recipients }: StoredDraft): string[] =>
  sendAs === 'email' ? recipients.map(({ email }) => email) : []
