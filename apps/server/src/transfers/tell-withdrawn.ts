import type { Language } from '@waybill/contract/fields'
import type { Kysely } from 'kysely'
import type { Context } from '../context.ts'
import type { Database } from '../database/schema.ts'
import { queueMail } from '../mail/index.ts'
import type { WithdrawnFile } from '../uploads/index.ts'
import { findSendingOf } from './transfer-file-store.ts'

/** Mails the sender that what is stored of a file is not what was sent. Runs in the transaction that withdraws it. */
export async function tellWithdrawn(
  ctx: Pick<Context, 'masterKey' | 'config'>,
  tx: Kysely<Database>,
  { id, bytes }: WithdrawnFile,
): Promise<void> {
  const sending = await findSendingOf(tx, id)
  if (sending === null || !sending.sender_proven) return
  const language: Language = sending.sender_language === 'zh' ? 'zh' : 'en'
  const facts = { path: sending.path, bytes, slug: sending.slug }
  await queueMail(tx, ctx, { template: 'file-withdrawn', to: sending.sender_address, language, facts })
}
