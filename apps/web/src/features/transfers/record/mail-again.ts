import { call } from '../../../shared/api/client.ts'
import { failureSentence } from '../../../shared/api/problem-words.ts'
import { notify } from '../../../shared/ui/page/notices.ts'
import { spokenLanguage } from '../../../shared/words/language.tsx'
import { transferRecordWords } from './words/transfer-record-words.ts'

/** Mails a transfer's link to one of its recipients once more, and says how it went. */
export async function mailAgain(slug: string, email: string | null): Promise<void> {
  const words = transferRecordWords[spokenLanguage()]
  if (email === null) return
  try {
    const { mailed } = await call('sendTransferEmail', { body: { slug, recipients: [email] } })
    notify({ title: mailed > 0 ? words.mailed(email) : words.mailedJustNow(email) })
  } catch (error) {
    notify({ title: failureSentence(spokenLanguage(), error), tone: 'warning' })
  }
}
