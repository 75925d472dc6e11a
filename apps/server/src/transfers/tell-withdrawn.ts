import type { Language } from '@waybill/contract/fields'
import type { Kysely } from 'kysely'
import type { Context } from '../context.ts'
import type { Database } from '../database/schema.ts'
import { queueMail } from '../mail/index.ts'
import type { WithdrawnFile } from '../uploads/index.ts'
import { findTransferOfUpload } from './transfer-store.ts'

/** Mails the sender that what is stored of a file is not what was sent. Runs in the transaction that withdraws it. */
export async function tellWithdrawn(
  ctx: Pick<Context, 'masterKey' | 'config'>,
  tx: Kysely<Database>,
  uploadId: string,
  { path, bytes }: WithdrawnFile,
): Promise<void> {
  const transfer = await findTransferOfUpload(tx, uploadId)
  if (transfer === null || !transfer.sender_proven) return
  const language: Language = transfer.sender_language === 'zh' ? 'zh' : 'en'
  const facts = { path, bytes, slug: transfer.slug }
  await queueMail(tx, ctx, { template: 'file-withdrawn', to: transfer.sender_address, language, facts })
}
