import type { Language } from '@waybill/contract/core/fields'
import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import type { Database } from '../../platform/database/schema.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { queueMail, senderLink } from '../../platform/mail-transport/index.ts'
import type { WithdrawnFile } from '../../uploads/index.ts'
import { finishWithout } from '../send/finish-without.ts'
import { findSendingOf } from './transfer-file-store.ts'

/**
 * Tells the sender of a file by mail that the stored file differs from what was sent, or that its content is blocked.
 * Runs in the transaction that withdraws it.
 */
export async function tellWithdrawn(
  ctx: Pick<Context, 'masterKey' | 'config'>,
  tx: Kysely<Database>,
  { id, bytes, isBlocked }: WithdrawnFile,
): Promise<void> {
  await addJob(tx, 'withdraw-answer', { fileId: id })
  await finishWithout(tx, [id])
  const sending = await findSendingOf(tx, id)
  if (sending === null || !sending.sender_proven) return
  const language: Language = sending.sender_language === 'zh' ? 'zh' : 'en'
  const { slug, path, account_id: accountId, sender_mailbox: address } = sending
  const facts = { path, bytes, slug, isBlocked, follow: senderLink(ctx, { slug, accountId, address }) }
  await queueMail(tx, ctx, { template: 'file-withdrawn', to: address, language, facts })
}
