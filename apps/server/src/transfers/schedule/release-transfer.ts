import { plans } from '@waybill/contract/billing/plans'
import { Problem } from '@waybill/contract/core/problems'
import { judgeDraft } from '@waybill/contract/transfers/manifest'
import type { Kysely, Selectable } from 'kysely'
import { accountSender, countMails, type LiveAccount, requireRoom } from '../../billing/index.ts'
import type { Database, TransfersTable } from '../../platform/database/schema.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { requireFewBounces } from '../../platform/mail-transport/index.ts'
import { listTransferFiles } from '../files/transfer-file-store.ts'
import { requirePlainNames } from '../recipients/added-recipients.ts'
import { listRecipients, type Recipient } from '../recipients/recipient-store.ts'
import { listShares } from '../share/share-store.ts'
import { claimScheduled } from './schedule-store.ts'

/**
 * Sends a scheduled transfer in the caller's transaction, by the rules of the account's plan now: it is served from the
 * commit on, and jobs mail its recipients. The caller holds the account. False where it does not wait any more; with
 * `isDue` also before its time.
 *
 * @throws Problem what keeps it from being sent: the Problem rolls everything back
 */
export async function releaseTransfer(
  tx: Kysely<Database>,
  live: LiveAccount,
  { transferId, isDue }: { transferId: string; isDue: boolean },
): Promise<boolean> {
  const { id: accountId, role } = live
  const transfer = await claimScheduled(tx, { transferId, accountId, role, isDue })
  if (transfer === null) return false
  const people = (await listRecipients(tx, transferId)).filter(({ removed_at }) => removed_at === null)
  const addresses = people.flatMap(({ address }) => address ?? [])
  await requireSendable(tx, live, transfer, addresses)
  requirePlainNames(role, [...people, { name: transfer.sender_name, company: transfer.sender_company }])
  // Of a link, those whom the sender has asked to mail.
  const isMailed = ({ told_again_at }: Recipient) => transfer.send_as === 'email' || told_again_at !== null
  const mailed = people.filter(isMailed).flatMap(({ address }) => address ?? [])
  // They count for the network from which they were scheduled, so that waiting is no way around its limit.
  const { recipientLimit } = plans[role]
  await countMails(tx, accountSender(live, transfer.network), mailed, { id: transferId, recipientLimit })
  await addJob(tx, 'tell-recipients', { transferId })
  const memberIds = await listShares(tx, transferId)
  if (memberIds.length > 0) await addJob(tx, 'tell-shared', { transferId, memberIds })
  return true
}

/** What a new transfer with the same contents would have to meet. */
async function requireSendable(
  tx: Kysely<Database>,
  live: LiveAccount,
  transfer: Selectable<TransfersTable>,
  emailTo: readonly string[],
): Promise<void> {
  const files = (await listTransferFiles(tx, transfer.id)).filter(({ withdrawn_at }) => withdrawn_at === null)
  if (files.length === 0) throw new Problem('file-not-found')
  const { send_as: sendAs, sender_address: senderEmail, title, message, expiry_seconds: expirySeconds } = transfer
  const texts = { title: title ?? '', message }
  const [worst] = judgeDraft({ role: live.role, sendAs, emailTo, senderEmail, ...texts, expirySeconds, files })
  if (worst) throw new Problem(worst.code, worst.facts)
  requireRoom(live, 0)
  await requireFewBounces(tx, senderEmail)
}
