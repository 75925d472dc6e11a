import { call } from '../../../shared/api/client.ts'
import { mutate } from '../../../shared/api/mutate.ts'
import { notify } from '../../../shared/ui/page/notices.ts'
import { spokenLanguage } from '../../../shared/words/language.tsx'
import { transferRecordWords } from './words/transfer-record-words.ts'

/** Mails a transfer's link to one of its recipients once more, and reports the result. */
export async function mailAgain(slug: string, email: string | null): Promise<void> {
  const words = transferRecordWords[spokenLanguage()]
  if (email === null) return
  const answer = await mutate(() => call('sendTransferEmail', { body: { slug, recipients: [email] } }))
  if (answer !== null) notify({ title: answer.mailed > 0 ? words.mailed(email) : words.mailedJustNow(email) })
}
