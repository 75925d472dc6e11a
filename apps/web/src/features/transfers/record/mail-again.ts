import { call } from '../api/client.ts'
import { failureSentence } from '../api/problem-words.ts'
import { notify } from '../ui/notices.ts'
import { spokenLanguage } from '../words/language.tsx'
import { transferRecordWords } from '../words/transfer-record.ts'

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
