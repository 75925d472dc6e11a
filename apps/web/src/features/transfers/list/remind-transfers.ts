import type { ListedTransfer, TransferRecord } from '@waybill/contract/transfers/list-endpoints'
import { call } from '../../../shared/api/client.ts'
import { failureSentence } from '../../../shared/api/problem-words.ts'
import { notify } from '../../../shared/ui/page/notices.ts'
import { spokenLanguage } from '../../../shared/words/language.tsx'
import { titleOf } from '../title-of.ts'
import { invalidateTransfers } from './use-transfer-list.ts'
import { transferListWords } from './words/transfer-list-words.ts'

/** Long enough to read several refusals. */
const REFUSED_MS = 30_000

/**
 * Mails the link again to all recipients who do not have everything, one transfer after the other. The notice says how
 * many emails that makes, and for each transfer that is refused why. Never rejects.
 */
export async function remindTransfers(transfers: readonly ListedTransfer[]): Promise<void> {
  const language = spokenLanguage()
  const words = transferListWords[language]
  const refused: string[] = []
  let mailed = 0
  for (const transfer of transfers) {
    try {
      mailed += await remind(transfer.slug)
    } catch (failure) {
      refused.push(words.notReminded(titleOf(transfer).name, failureSentence(language, failure)))
    }
  }
  await invalidateTransfers()
  const title = words.reminded(mailed)
  if (refused.length === 0) notify({ title })
  else notify({ title, text: refused.join(' '), tone: 'warning', durationMs: REFUSED_MS })
}

/** Returns how many emails that makes; none to those whose email was just sent. */
async function remind(slug: string): Promise<number> {
  const { allDocs } = await call('listTransfers', { query: { slug } })
  const { recipients = [] } = (allDocs[0] ?? {}) as Partial<TransferRecord>
  const waiting = recipients.flatMap(({ email, finishedAt, isRemoved }) =>
    email === null || finishedAt !== null || isRemoved ? [] : [email],
  )
  return waiting.length === 0 ? 0 : (await call('sendTransferEmail', { body: { slug, recipients: waiting } })).mailed
}
